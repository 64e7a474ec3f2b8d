import { expect, test } from "bun:test";
import fc from "fast-check";
import { editFrontMatter, type FrontMatterEdit } from "./front-matter.ts";

const edit = (text: string, given: Partial<FrontMatterEdit>) =>
  editFrontMatter({ path: "a.md", text }, { set: {}, remove: [], ...given });

test("editFrontMatter() sets one key in its place and leaves every other byte", () => {
  const text = "---\r\n# who\r\ntitle: Old\r\ntags:\r\n  - a\r\n  - b\r\nz: 'q' # kept\r\n---\r\n\r\nBody  \r\n";
  expect(edit(text, { set: { title: "New: one" } })).toBe(text.replace("title: Old", 'title: "New: one"'));
  expect(edit(text, { set: { tags: ["x", "y z"] } })).toBe(text.replace("tags:\r\n  - a\r\n  - b", "tags: [x, y z]"));
  expect(edit(text, { remove: ["tags"] })).toBe(text.replace("tags:\r\n  - a\r\n  - b\r\n", ""));
  expect(edit(text, { set: { draft: true } })).toBe(text.replace("# kept\r\n", "# kept\r\ndraft: true\r\n"));
});

test("editFrontMatter() makes front matter, and changes nothing when nothing is asked", () => {
  expect(edit("# A\n", { set: { n: 3 } })).toBe("---\nn: 3\n---\n\n# A\n");
  expect(edit("", { set: { n: null } })).toBe("---\nn: null\n---\n");
  expect(edit("# A\n", { remove: ["n"] })).toBe("# A\n");
});

test("editFrontMatter() takes out a block of text with the blank lines in it", () => {
  expect(edit("---\na: |\n  one\n\n  two\nb: 1\n---\n", { remove: ["a"] })).toBe("---\nb: 1\n---\n");
});

test("editFrontMatter() refuses what it cannot edit by key, and what is no mapping", () => {
  expect(() => edit("---\n{a: 1, b: 2}\n---\n", { set: { a: 3 } })).toThrow("front matter");
  expect(() => edit("---\n- a\n---\n", { set: { a: 3 } })).toThrow("no mapping");
  expect(() => edit("---\na: [\n---\n", { set: { a: 3 } })).toThrow("no YAML");
});

test("editFrontMatter() reads back what it sets", () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 3 }),
  );
  const key = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== "__proto__");
  fc.assert(
    fc.property(key, value, (name, given) => {
      const text = edit("---\nkept: 1\n---\nBody\n", { set: { [name]: given } });
      const yaml = text.slice(4, text.indexOf("\n---\nBody"));
      expect(Bun.YAML.parse(yaml)).toEqual({ kept: 1, [name]: given });
    }),
  );
});
