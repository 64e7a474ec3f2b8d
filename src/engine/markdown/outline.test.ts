import { describe, expect, test } from "bun:test";
import type { MarkdownElement } from "./element.ts";
import { outlineOf } from "./outline.ts";

/** Pointer → source of every element. */
function sources(text: string): Record<string, string> {
  return Object.fromEntries(outlineOf(text).elements.map((each) => [each.pointer, text.slice(each.start, each.end)]));
}

function pointers(text: string): string[] {
  return outlineOf(text).elements.map((each) => each.pointer);
}

function element(text: string, pointer: string): MarkdownElement {
  const found = outlineOf(text).elements.find((each) => each.pointer === pointer);
  if (found === undefined) throw new Error(`no ${pointer} in ${JSON.stringify(text)}`);
  return found;
}

describe("sections", () => {
  test("front matter, headings, a paragraph and a fence are numbered by sections", () => {
    const text = "---\ntitle: A\n---\n# One\nText\n\n## Two\n```js\nconst a = 1;\n```\n";
    expect(sources(text)).toEqual({
      frontmatter: "---\ntitle: A\n---",
      "1": "# One",
      "1.p1": "Text",
      "1.1": "## Two",
      "1.1.code1": "```js\nconst a = 1;\n```",
    });
  });

  test("numbers count siblings, not levels", () => {
    expect(pointers("## Food\n")).toEqual(["1"]);
    expect(pointers("# A\n### B\n## C\n# D\n")).toEqual(["1", "1.1", "1.2", "2"]);
  });

  test("what stands before the first heading has no section", () => {
    expect(pointers("Text\n\n> q\n\n- a\n\n# One\n\nText\n")).toEqual(["p1", "q1", "li1", "1", "1.p1"]);
  });

  test("a heading owns all up to the next one of its level", () => {
    const text = "# Guide\n\nText.\n\n## Part\n\nMore.\n";
    const guide = element(text, "1");
    expect(`${guide.pointer}~${guide.selfHash}~${guide.subtreeHash}`).toBe("1~a1384e4febbc28cb~f5265a13c538d488");
    expect(guide.subtree).toEqual({ start: 0, end: text.length });
    const part = element(text, "1.1");
    expect(`${part.pointer}~${part.selfHash}~${part.subtreeHash}`).toBe("1.1~aae872ffb57773b1~0e7f9faf1f2e2356");
  });

  test("a heading with nothing below it has one hash", () => {
    const { selfHash, subtreeHash, subtree } = element("text\n\n# End", "1");
    expect(subtreeHash).toBe(selfHash);
    expect(subtree).toEqual({ start: 6, end: 11 });
  });

  test("heading paths join the titles of the open headings", () => {
    const { elements } = outlineOf("---\na: b\n---\nIntro\n# *A* #\n## B\ntext\n# C\n");
    expect(elements.map((each) => each.headingPath)).toEqual([null, null, "*A*", "*A* > B", "*A* > B", "C"]);
    expect(elements.map((each) => each.level)).toEqual([undefined, undefined, 1, 2, undefined, 1]);
  });

  test("a setext heading has its underline; a thematic break under a list is none", () => {
    expect(sources("Two\nlines  \n---   \n- a\n---\nEnd\n")).toEqual({
      "1": "Two\nlines  \n---",
      "1.li1": "- a",
      "1.p2": "End",
    });
  });

  test("a closing fence of front matter neither underlines nor rules", () => {
    const { elements, leaves } = outlineOf("---\ntitle: A\n---\nText\n");
    expect(elements.map((each) => each.kind)).toEqual(["front_matter", "paragraph"]);
    expect(leaves.map((each) => each.kind)).toEqual(["FrontMatter", "Paragraph"]);
  });

  test("longer and indented fences hide headings", () => {
    const text = "````\n```\n# no\n```\n````\n\n   ~~~\n# no\n   ~~~\n\n    # code\n\n# Yes\n";
    expect(sources(text)).toEqual({
      code1: "````\n```\n# no\n```\n````",
      code2: "~~~\n# no\n   ~~~",
      code3: "    # code",
      "1": "# Yes",
    });
  });

  test("an unclosed fence takes all there is, without blank lines at the end", () => {
    expect(sources("```\n# no\n\n\n")).toEqual({ code1: "```\n# no" });
  });

  test("headings in lists and quotes are no elements", () => {
    expect(pointers("- # a\n\n> # b\n\n# C\n")).toEqual(["li1", "q1", "1"]);
  });
});

describe("lists", () => {
  test.each(["-", "*", "+", "1.", "12)", "- [ ]"])("items with %p are elements, their paragraphs are not", (marker) => {
    const text = `${marker} Same\n${marker} Same\n`;
    const { elements } = outlineOf(text);
    expect(elements.map((each) => each.pointer)).toEqual(["li1", "li2"]);
    expect(elements[0]!.selfHash).toBe(elements[1]!.selfHash);
    expect(elements[0]!.selfHash).toBe(elements[0]!.subtreeHash);
  });

  test("nested items count per parent, and the parent's own text is without them", () => {
    const text = "## Food\n\n- Vegetables\n  - Carrot\n  - Leek\n- Fruit\n";
    expect(pointers(text)).toEqual(["1", "1.li1", "1.li1.li1", "1.li1.li2", "1.li2"]);
    const { own } = element(text, "1.li1");
    expect(own.map(({ start, end }) => text.slice(start, end))).toEqual(["- Vegetables"]);
  });

  test("an item's own hash stays when children come and go", () => {
    const alone = element("- Parent\n", "li1");
    const parent = element("- Parent\n  - Child\n", "li1");
    expect(parent.selfHash).toBe("32259d5901785f40");
    expect(parent.selfHash).toBe(alone.selfHash);
    expect(parent.subtreeHash).toBe("a15cc2ea612b75ec");
    expect(element("- Parent\n  - Child\n", "li1.li1").selfHash).toBe("3560a74f77360652");
  });

  test("own text after a nested list belongs to the parent", () => {
    const text = "- Parent\n\n  - Child\n\n  Own paragraph after the child.\n";
    const parent = element(text, "li1");
    expect(parent.own.map(({ start, end }) => text.slice(start, end))).toEqual([
      "- Parent\n",
      "\n  Own paragraph after the child.",
    ]);
    expect(parent.selfHash).toBe("e6a9e61851bac521");
    expect(sources(text)["li1.li1"]).toBe("  - Child");
  });

  test("items say where they belong", () => {
    const { elements } = outlineOf("1) a\n   * b\n2) c\n\ntext\n\n- - d\n");
    const items = elements.flatMap((each) => each.item ?? []);
    expect(items.map(({ parent, depth, indent, marker }) => [parent, depth, indent, marker])).toEqual([
      [-1, 1, "", ")"],
      [0, 2, "   ", "*"],
      [-1, 1, "", ")"],
      [-1, 1, "", "-"],
      [4, 2, "  ", "-"],
    ]);
    expect(items[0]!.list).toBe(items[2]!.list);
    expect(new Set(items.map((each) => each.list)).size).toBe(4);
  });

  test("an item that begins on its parent's line leaves it no text of its own", () => {
    const text = "- - a\n  - b\n";
    expect(sources(text)).toEqual({ li1: "- - a\n  - b", "li1.li1": "- - a", "li1.li2": "  - b" });
    expect(element(text, "li1").own).toEqual([]);
    expect(element(text, "li1").selfHash).toBe("ef46db3751d8e999");
  });

  test("items are whole lines, with lazy lines, and without the blank lines after them", () => {
    expect(sources("  - a\nlazy  \n\n  -\n\n  - c\n\n\ntext\n")).toEqual({
      li1: "  - a\nlazy  ",
      li2: "  -",
      li3: "  - c",
      p3: "text",
    });
  });

  test("tabs indent to the next fourth column", () => {
    expect(sources("- a\n\t- b\n\n\tmore\n")).toEqual({ li1: "- a\n\t- b\n\n\tmore", "li1.li1": "\t- b" });
  });
});

describe("quotes", () => {
  test("a quote is one element whatever stands in it", () => {
    const text = "> # H\n>\n> - a\n> - b\n>\n> ```\n> x\n> ```\nEnd\n";
    expect(sources(text)).toEqual({ q1: text.slice(0, text.indexOf("\nEnd")), p3: "End" });
  });

  test("a lazy line and a last line without text belong to it", () => {
    expect(sources("> a\nlazy\n\n> b\n>\n\nx\n")).toEqual({ q1: "> a\nlazy", q2: "> b\n>", p3: "x" });
  });

  test("a quote in an item belongs to the item; list marks in a fence are code", () => {
    expect(pointers("- a\n\n  > quote\n\n```\n- no\n```\n")).toEqual(["li1", "code1"]);
  });

  test("items in a quote in an item are no elements", () => {
    expect(pointers("- a\n  > - b\n")).toEqual(["li1"]);
  });
});

describe("reserved numbers", () => {
  test("a paragraph in an item uses up a number", () => {
    const text = "First.\n\n- Inside\n\nSecond.\n";
    expect(pointers(text)).toEqual(["p1", "li1", "p3"]);
    expect([...outlineOf(text).reserved]).toEqual(["p2"]);
  });

  test("so does code in a quote, in its section", () => {
    const text = "# A\n\n> ```\n> x\n> ```\n\n```\ny\n```\n";
    expect(pointers(text)).toEqual(["1", "1.q1", "1.code2"]);
    expect([...outlineOf(text).reserved]).toEqual(["1.code1"]);
  });

  test("a table uses up the number it would have as a paragraph", () => {
    const text = "First.\n\n| A | B |\n|---|---|\n| x | y |\n\nLast.\n";
    expect(pointers(text)).toEqual(["p1", "t1", "p3"]);
    expect([...outlineOf(text).reserved]).toEqual(["p2"]);
    expect(element(text, "t1").selfHash).toBe("25b2b2c276b338e7");
  });

  test("a paragraph that a table ends gets a number that no reading uses", () => {
    const text = "Above\n| A |\n|---|\n| x |\n\nLast.\n\n# Next\n\nText\n";
    expect(pointers(text)).toEqual(["p3", "t1", "p2", "1", "1.p1"]);
    expect([...outlineOf(text).reserved]).toEqual(["p1"]);
  });

  test("a table in an item reserves, too, and has no pointer", () => {
    const text = "- a\n\n  | A |\n  |---|\n\nLast.\n";
    expect(pointers(text)).toEqual(["li1", "p3"]);
    expect([...outlineOf(text).reserved].sort()).toEqual(["p1", "p2"]);
  });

  test("a section without tables does not depend on one with", () => {
    const table = "| A |\n|---|\n";
    expect(pointers(`# A\n\n${table}\n# B\n\nx\n\n${table}\ny\n`)).toEqual(["1", "1.t1", "2", "2.p1", "2.t1", "2.p3"]);
  });
});

describe("tables", () => {
  test("a table is its whole lines up to a blank line or another block", () => {
    const text = "  a | b\n:--|--:\nx | y\nno bar\n> quote\n\n|a|\n|-|\n---\n";
    expect(sources(text)).toEqual({ t1: "  a | b\n:--|--:\nx | y\nno bar", q1: "> quote", t2: "|a|\n|-|" });
  });

  test.each([
    ["| a | b |\n| - |\n"],
    ["a\n|-|\n"],
    ["a | b\n----\n"],
    ["| a |\n\n|---|\n"],
    ["| a |\n| = |\n"],
    ["    | a |\n    |---|\n"],
    ["a \\| b\n-|-\n"],
  ])("%p is no table", (text) => {
    expect(outlineOf(text).elements.map((each) => each.kind)).not.toContain("table");
  });

  test("a hash in a code span in a table is no heading", () => {
    expect(pointers("| `# a` |\n|---|\n| `# b` |\n")).toEqual(["t1"]);
  });

  test("a rule under a table ends it; equals signs are a row", () => {
    expect(sources("|a|b|\n|-|-|\n===\n---\n")).toEqual({ t1: "|a|b|\n|-|-|\n===" });
  });
});

describe("line endings", () => {
  test("CR LF counts as one end, and hashes are over the bytes of the file", () => {
    const text = "# A\r\n\r\nTwo\r\nlines\r\n\r\n- a\r\n  - b\r\n";
    expect(sources(text)).toEqual({
      "1": "# A",
      "1.p1": "Two\r\nlines",
      "1.li1": "- a\r\n  - b",
      "1.li1.li1": "  - b",
    });
    expect(outlineOf(text).elements.map((each) => [each.lineStart, each.lineEnd])).toEqual([
      [1, 1],
      [3, 4],
      [6, 7],
      [7, 7],
    ]);
    expect(element(text, "1.p1").selfHash).not.toBe(element("# A\n\nTwo\nlines\n", "1.p1").selfHash);
    expect(element(text, "1.li1").own).toEqual([{ start: 21, end: 24 }]);
  });

  test("a lone CR ends a line", () => {
    expect(sources("# A\r\rText\r")).toEqual({ "1": "# A", "1.p1": "Text" });
  });

  test("HTML blocks end at a blank line with CR LF", () => {
    expect(sources("<div>\r\n\r\nText\r\n")).toEqual({ p1: "Text" });
  });
});

describe("leaves", () => {
  test("what has no pointer is there with its containers", () => {
    const { leaves } = outlineOf("<b>\n\n---\n\n[a]: /u\n\n- x\n\n  > <!-- c -->\n");
    expect(leaves.map(({ kind, containers }) => [kind, containers])).toEqual([
      ["HTMLBlock", []],
      ["HorizontalRule", []],
      ["LinkReference", []],
      ["Paragraph", ["BulletList#1", "ListItem#2"]],
      ["CommentBlock", ["BulletList#1", "ListItem#2", "Blockquote#3"]],
    ]);
  });

  test("spans are without white space around them", () => {
    const text = "   a  \n   b  \n\n\n    code  \n\n\n";
    expect(outlineOf(text).leaves.map(({ start, end }) => text.slice(start, end))).toEqual(["a  \n   b", "code"]);
  });
});
