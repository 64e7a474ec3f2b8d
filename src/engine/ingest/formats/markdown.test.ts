import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseMarkdown } from "./markdown.ts";
import { bytesOf, outline } from "./test-outline.ts";

const md = (source: string): string[] => outline(parseMarkdown(bytesOf(source), "doc.md"));

/** Symptoms of other tools that edit or cut Markdown by regular expression. */
test.each([
  ["a longer fence hides a heading", "````\n```\n# not\n```\n````\n", ["code: ```\n# not\n```"]],
  ["an indented fence hides a heading", "   ```\n   # not\n   ```\n", ["code: # not"]],
  ["tildes hide a heading", "~~~ md\n# not\n~~~\n# yes\n", ["code: # not", "heading1: yes"]],
  [
    "an escaped bar in a table, in code and out of it",
    "| a |\n|--|\n| `x \\| y` p \\| q |\n\n`u \\| v`\n",
    ["table: a\nx | y p | q", "paragraph: u \\| v"],
  ],
  ["a sign in a code span in a table", "| a | b |\n|--|--|\n| `#` x | `y` |\n", ["table: a\tb\n# x\ty"]],
  [
    "setext is decided by the lines before",
    "Multi\nline\n===\n\n---\n\ntext\n---\n",
    ["heading1: Multi\nline", "heading2: text"],
  ],
  ["dashes after a list are a break", "- a\n---\nb\n", ["list1: • a", "paragraph: b"]],
  ["an HTML block hides a heading", "<div>\n# not\n</div>\n\n# yes\n", ["paragraph: # not", "heading1: yes"]],
  ["a comment hides a heading", "<!--\n# not\n-->\n\n# yes\n", ["heading1: yes"]],
  ["old line ends, no final newline", "# A\r\n\r\ntext\r\nmore", ["heading1: A", "paragraph: text\nmore"]],
  ["no space, no heading", "#not\n\n####### seven\n", ["paragraph: #not", "paragraph: ####### seven"]],
  ["an escaped heading", "\\# not\n", ["paragraph: # not"]],
  ["headings in quotes and items open no section", "> # q\n\n- # l\n", ["quote: q", "list1: • l"]],
])("parseMarkdown(): %s", (_, source, expected) => {
  expect(md(source)).toEqual(expected);
});

test.each([
  ["*a* __b__ ~~c~~ `d*e`", "a b c d*e"],
  ["`` a`b `` and ` ` x", "a`b and   x"],
  ["[text](http://x.y 'title') and ![alt *t*](i.png)", "text and alt t"],
  ["[a][r] [r] [R][] [none] [b][none]\n\n[r]: http://x", "a r R [none] [b][none]"],
  ["<http://a.b> https://c.d/e_f_g me@x.org", "http://a.b https://c.d/e_f_g me@x.org"],
  ["&amp; &copy; &#x41; &unknown; \\* \\a", "& © A &unknown; * \\a"],
  ["one  \ntwo\\\nthree\nfour<br>five", "one\ntwo\nthree\nfour\nfive"],
  ["a <kbd>Ctrl</kbd> <!-- c --> b", "a Ctrl  b"],
  ["5 * 3 * 2 and snake_case_word", "5 * 3 * 2 and snake_case_word"],
  ["[[Wiki Page]] and [^1]", "[[Wiki Page]] and [^1]"],
  ["![[a](u)](v) [](u) end", "a  end"],
])("parseMarkdown() shows %j as a page does", (source, text) => {
  expect(parseMarkdown(bytesOf(source), "doc.md").text).toBe(text);
});

test("parseMarkdown() takes the title from front matter and counts its lines", () => {
  const document = parseMarkdown(bytesOf("---\ntitle: 'A: b'\nlang: de\n---\n\n# Head\n"), "doc.md");
  expect([document.title, document.language, document.text]).toEqual(["A: b", "de", "Head"]);
  expect(document.blocks[0]).toMatchObject({ kind: "heading", lineStart: 6, lineEnd: 6 });
});

test.each([
  ["---\n\nnot front matter\n\n---\n", "not front matter"],
  ["---\n: [broken\nkey: {\n---\ntext\n", "text"],
  ["---\n---\ntext\n", "text"],
  ["text\n\n---\ntitle: x\n---\n", "text\n\ntitle: x"],
])("parseMarkdown() knows front matter from a thematic break: %j", (source, text) => {
  expect(parseMarkdown(bytesOf(source), "doc.md").text).toBe(text);
});

test("parseMarkdown() gives lists their levels and numbers, and what lies in items its place", () => {
  expect(md("3) x\n4) y\n   - z\n\n     more\n\n     ```\n     code\n     ```\n- [ ] open\n- [x] done\n")).toEqual([
    "list1: 3) x",
    "list1: 4) y",
    "list2: • z",
    "list2: more",
    "code: code",
    "list1: • ☐ open",
    "list1: • ☑ done",
  ]);
});

test("parseMarkdown() gives source lines to blocks, rows and cells", () => {
  const document = parseMarkdown(bytesOf("> a\n> b\n\n| h |\n|---|\n| c |\n\n```js\nx\n```\n"), "doc.md");
  expect(document.blocks.map((block) => [block.kind, block.lineStart, block.lineEnd])).toEqual([
    ["quote", 1, 2],
    ["table", 4, 6],
    ["row", 4, 4],
    ["cell", 4, 4],
    ["row", 6, 6],
    ["cell", 6, 6],
    ["code", 8, 10],
  ]);
});

test("parseMarkdown() keeps empty cells in their columns", () => {
  const document = parseMarkdown(bytesOf("a | b | c\n--|--|--\n|  | 2 |\nx || z\n"), "doc.md");
  const cells = document.blocks.filter((block) => block.kind === "cell");
  expect(cells.map((cell) => document.text.slice(cell.start, cell.end) + cell.level)).toEqual([
    "a0",
    "b1",
    "c2",
    "21",
    "x0",
    "z2",
  ]);
});

test("parseMarkdown() reads footnotes, also those that look like link targets", () => {
  expect(md("a[^n] b\n\n[^n]: Smith2020\n\n[^m]: See *there*.\n")).toEqual([
    "paragraph: a[^n] b",
    "footnote: [^n]: Smith2020",
    "footnote: [^m]: See there.",
  ]);
});

test("parseMarkdown() marks what HTML hides", () => {
  expect(md("Total <span style='display:none'>$1 <b>x</b></span>$485,000\n\n<div hidden>secret</div>\n")).toEqual([
    "paragraph: Total $485,000",
    "paragraph!invisible: $1 x",
    "paragraph!invisible: secret",
  ]);
});

test.each([
  ["quotes", `${">".repeat(10_000)} x`],
  ["lists", `${"- ".repeat(3_000)}x`],
  ["brackets", `${"[".repeat(20_000)}x`],
  ["images", `${"![".repeat(3_000)}x${"](u)".repeat(3_000)}`],
  ["emphasis", `${"*a ".repeat(20_000)}x`],
  ["spaces", `x${" ".repeat(500_000)}x`],
])("parseMarkdown() survives deeply nested or repeated %s", (_, source) => {
  expect(parseMarkdown(bytesOf(source), "doc.md").text.endsWith("x") || source.endsWith(")")).toBe(true);
});

test("parseMarkdown() makes sound blocks of any input", () => {
  const piece = fc.constantFrom(
    "#",
    " ",
    "\n",
    "*",
    "`",
    ">",
    "- ",
    "1. ",
    "|",
    "---",
    "[",
    "](",
    "<b>",
    "\t",
    "a",
    "é",
    "漢",
    "\ud800",
    "&amp;",
    "\\",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { text, blocks } = parseMarkdown(bytesOf(pieces.join("")), "doc.md");
      expect(text.isWellFormed()).toBe(true);
      let end = 0;
      for (const [index, block] of blocks.entries()) {
        expect(block.parent).toBeLessThan(index);
        expect(block.end).toBeLessThanOrEqual(text.length);
        if (block.kind === "row" || block.kind === "cell") continue;
        expect(block.start).toBeGreaterThanOrEqual(end);
        end = block.end;
      }
    }),
    { numRuns: 300 },
  );
});

test("parseMarkdown() reads the first 2000 links of a paragraph as links, and loses nothing of the others", () => {
  const { text } = parseMarkdown(bytesOf("[a](b) ".repeat(2002)), "a.md");
  expect(text).toBe(`${"a ".repeat(2000)}[a](b) [a](b)`);
  expect(parseMarkdown(bytesOf(`${"[a](b) ".repeat(2000)}\n\n[c](d)`), "a.md").text).toEndWith("a\n\nc");
});
