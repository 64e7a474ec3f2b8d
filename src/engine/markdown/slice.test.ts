import { describe, expect, test } from "bun:test";
import { FootnoteError } from "../../foundation/errors.ts";
import { outlineOf } from "./outline.ts";
import { type MarkdownSlice, readElement, readLines, readSection, readSlice } from "./slice.ts";
import { fileOf } from "./test-file.ts";

const ALL = { maxElements: 100, maxBytes: 100_000 };

function pointersOf(slice: MarkdownSlice): string[] {
  return slice.elements.map((each) => each.pointer.split("~")[0] ?? "");
}

function read(
  text: string,
  request: { pointer?: string; maxElements?: number; maxBytes?: number } = {},
): MarkdownSlice {
  return readSlice(fileOf(text), outlineOf(text), { ...ALL, ...request });
}

describe("readSlice()", () => {
  test("items and a quote read as elements of their own", () => {
    const slice = read("- Parent\n  - Child\n- Tail\n\n> - Quoted\n");
    expect(slice.elements.map(({ kind, text }) => [kind, text])).toEqual([
      ["list_item", "- Parent"],
      ["list_item", "  - Child"],
      ["list_item", "- Tail"],
      ["block_quote", "> - Quoted"],
    ]);
    expect(slice.pointer).toBe("document");
    expect(slice.nextPointer).toBeNull();
  });

  test("a parent's text has what follows its children, not the children", () => {
    const slice = read("- Parent\n\n  - Child\n\n  Own paragraph.\n- Tight\n  - Child\n  ```\n  x\n  ```\n");
    expect(slice.elements.map(({ text }) => text)).toEqual([
      "- Parent\n\n  Own paragraph.",
      "  - Child",
      "- Tight\n  ```\n  x\n  ```",
      "  - Child",
    ]);
  });

  test("an empty document has no elements, and its text", () => {
    expect(read("")).toEqual({
      pointer: "document",
      elements: [],
      markdown: "",
      span: { start: 0, end: 0 },
      nextPointer: null,
      table: null,
    });
    expect(read("\n<!-- only a comment -->\n")).toMatchObject({
      elements: [],
      markdown: "\n<!-- only a comment -->\n",
    });
  });

  test("pages by elements", () => {
    const text = "<!-- top -->\n\n# A\n\nOne.\n\n---\n\nTwo.\n";
    const first = read(text, { maxElements: 2 });
    expect(first.markdown).toBe("<!-- top -->\n\n# A\n\nOne.\n\n---\n\n");
    expect(pointersOf(first)).toEqual(["1", "1.p1"]);
    const second = read(text, { pointer: first.nextPointer ?? "" });
    expect(second.markdown).toBe("Two.\n");
    expect(second.pointer).toBe(first.nextPointer ?? "");
    expect(second.nextPointer).toBeNull();
  });

  test("pages by UTF-8 bytes up to the line of the next element", () => {
    const text = "äö\n\nüß\n\nend\n";
    expect(read(text, { maxBytes: 6 }).markdown).toBe("äö\n\n");
    expect(read(text, { maxBytes: 11 }).markdown).toBe("äö\n\n");
    expect(read(text, { maxBytes: 12 }).markdown).toBe("äö\n\nüß\n\n");
    expect(read(text, { maxBytes: 16 }).markdown).toBe(text);
  });

  test("returns the first element whole, however long", () => {
    const text = `${"long ".repeat(100)}\n\nnext\n`;
    const slice = read(text, { maxBytes: 1 });
    expect(slice.markdown).toBe(`${"long ".repeat(100)}\n\n`);
    expect(slice.nextPointer).toStartWith("p2~");
  });

  test("begins with the line of the element, marks and indentation included", () => {
    const text = "- a\n  - b\n\ntext\n\n   # H\n";
    expect(read(text, { pointer: "li1.li1" }).markdown).toBe("  - b\n\ntext\n\n   # H\n");
    expect(read(text, { pointer: "1" }).markdown).toBe("   # H\n");
  });

  test("a table is given as data when it is what was asked for", () => {
    const text = "| A |\n|---|\n| x |\n";
    expect(read(text).table).toBeNull();
    expect(read(text, { pointer: "t1" }).table).toMatchObject({ rowCount: 1, rows: [{ index: 0, cells: ["x"] }] });
  });

  test("takes any hash of what is below", () => {
    const text = "# A\n\ntext\n";
    const anchor = read(text).elements[0]?.pointer ?? "";
    const stale = `${anchor.split("~").slice(0, 2).join("~")}~0000000000000000`;
    expect(read(text, { pointer: stale }).pointer).toBe(anchor);
  });

  test("a pointer that nothing has, and a blank one, are refused", () => {
    const code = (pointer: string) => {
      try {
        read("text\n", { pointer });
      } catch (error) {
        return error instanceof FootnoteError ? error.code : error;
      }
      return "read";
    };
    expect([code("p2"), code(""), code(" ")]).toEqual(["pointer_not_found", "pointer_invalid", "pointer_invalid"]);
  });
});

describe("readSection()", () => {
  const text = "# A\n\nOne.\n\n## A.1\n\nTwo.\n\n# B\n\n- x\n  - y\n- z\n";
  const section = (pointer: string, more: { from?: string; maxElements?: number } = {}) =>
    readSection(fileOf(text), outlineOf(text), { ...ALL, pointer, ...more });

  test("reads what a heading owns", () => {
    expect(section("1").markdown).toBe("# A\n\nOne.\n\n## A.1\n\nTwo.\n\n");
    expect(section("1").nextPointer).toBeNull();
    expect(section("1.1").markdown).toBe("## A.1\n\nTwo.\n\n");
    expect(section("2.li1").markdown).toBe("- x\n  - y");
    expect(pointersOf(section("2.li1"))).toEqual(["2.li1", "2.li1.li1"]);
    expect(section("document").markdown).toBe(text);
  });

  test("goes on inside the section, and not outside of it", () => {
    const first = section("1", { maxElements: 2 });
    expect(first.markdown).toBe("# A\n\nOne.\n\n");
    const rest = section("1", { from: first.nextPointer ?? "" });
    expect(first.markdown + rest.markdown).toBe("# A\n\nOne.\n\n## A.1\n\nTwo.\n\n");
    expect(rest.nextPointer).toBeNull();
    for (const from of ["2", "document"]) expect(() => section("1", { from })).toThrow("is not inside 1");
    expect(() => section("1.1", { from: "1" })).toThrow("is not inside 1.1");
  });
});

describe("readElement()", () => {
  const text = "# A\n\ntext\n\n- x\n  - y\n";
  const element = (pointer: string) => readElement(fileOf(text), outlineOf(text), pointer);

  test("reads one element without what is below it", () => {
    expect(element("1")).toMatchObject({ markdown: "# A", span: { start: 0, end: 3 } });
    expect(element("1").nextPointer).toStartWith("1.p1~");
    expect(element("1.li1").markdown).toBe("- x");
    expect(element("1.li1.li1")).toMatchObject({ markdown: "  - y", nextPointer: null });
    expect(element("document").markdown).toBe(text);
  });
});

describe("readLines()", () => {
  const text = "# A\r\n\r\nOne\r\ntwo\r\n\r\nThree\r\n";
  const lines = (first: number, last: number) => readLines(fileOf(text), outlineOf(text), { first, last });

  test("reads whole lines and the elements on them", () => {
    expect(lines(2, 3).markdown).toBe("\r\nOne\r\n");
    expect(pointersOf(lines(2, 3))).toEqual(["1.p1"]);
    expect(lines(2, 3).nextPointer).toStartWith("1.p2~");
    expect(lines(1, 99).markdown).toBe(text);
    expect(lines(4, 4)).toMatchObject({ markdown: "two\r\n" });
    expect(lines(5, 5)).toMatchObject({ pointer: "document", elements: [], markdown: "\r\n" });
  });

  test("has nothing beyond the end", () => {
    expect(lines(50, 60)).toMatchObject({ markdown: "", span: { start: text.length, end: text.length } });
  });
});
