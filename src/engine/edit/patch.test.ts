import { describe, expect, test } from "bun:test";
import { anchorOf } from "../markdown/anchor.ts";
import { outlineOf } from "../markdown/outline.ts";
import { fileOf } from "../markdown/test-file.ts";
import type { PatchKind, PatchOptions } from "./operation.ts";
import { applyPatch, diffOf } from "./patch.ts";

/** The full anchor of an element of `source`. */
function anchor(source: string, pointer: string): string {
  const found = outlineOf(source).elements.find((one) => one.pointer === pointer);
  if (found === undefined) throw new Error(`${pointer} is not in ${JSON.stringify(source)}`);
  return anchorOf(found);
}

type Step = readonly [kind: PatchKind, pointer: string, markdown?: string, oldMarkdown?: string];

/** Patches `source`; pointers without a hash get theirs. */
function patched(source: string, steps: readonly Step[], options: PatchOptions = {}) {
  const operations = steps.map(([kind, pointer, markdown, oldMarkdown]) => ({
    kind,
    pointer: pointer === "document" || pointer.includes("~") ? pointer : anchor(source, pointer),
    markdown,
    oldMarkdown,
  }));
  return applyPatch(fileOf(source), operations, options);
}

const patch = (source: string, ...steps: Step[]) => patched(source, steps).text;

function problem(source: string, ...steps: Step[]): { code: string; reason: unknown } {
  try {
    patched(source, steps);
  } catch (error) {
    const { code, details } = error as { code: string; details: Record<string, unknown> };
    return { code, reason: details.reason };
  }
  throw new Error("it was not refused");
}

describe("line 18: deleting list items", () => {
  test.each([
    ["- A\n- B\n- C\n", "li2", "- A\n- C\n"],
    ["+ A\n", "li1", ""],
    ["1) A\n2) B", "li1", "2) B"],
    ["- A\r\n- B\r\n", "li1", "- B\r\n"],
    ["- A\n- B", "li2", "- A\n"],
    ["- A\n  - B\n    - C\n- D\n", "li1", "- D\n"],
  ])("%j without %s is %j", (source, pointer, rest) => {
    expect(patch(source, ["delete", pointer])).toBe(rest);
  });
});

describe("line 19: an item's own text", () => {
  test("is replaced with children, text behind them, CR LF and the byte order mark as they were", () => {
    const source = "- Parent\r\n  - Child  \r\n\r\n  Own.\r\n- Other\r\n";
    expect(patch(source, ["replace_element", "li1", "- New"])).toBe(
      "- New\r\n  - Child  \r\n\r\n  Own.\r\n- Other\r\n",
    );
  });
  test("also after a child has changed, and with an anchor of old", () => {
    const before = anchor("- Parent\n  - Child\n", "li1");
    expect(patch("- Parent\n  - Changed\n", ["replace", before, "- New"])).toBe("- New\n  - Changed\n");
    const [logical, self] = before.split("~");
    expect(patch("- Parent\n  - Changed\n", ["replace", `${logical}~${self}`, "- New"])).toBe("- New\n  - Changed\n");
  });
  test("is not replaced by one with children, nor by two", () => {
    const source = "- Parent\n  - Child\n";
    expect(problem(source, ["replace_element", "li1", "- New\n  - Own child"]).code).toBe("edit_refused");
    expect(problem(source, ["replace_element", "li1", "- New\n- Second"]).code).toBe("edit_refused");
  });
});

test("line 20: text behind children stays", () => {
  const source = "- Parent\n\n  First paragraph.\n\n  - Child\n\n  Last paragraph.\n- End\n";
  expect(patch(source, ["replace_element", "li1", "- New parent"])).toBe(
    "- New parent\n\n  - Child\n\n  Last paragraph.\n- End\n",
  );
});

test("line 21: what includes children needs the hash of all of them", () => {
  const stale = anchor("- Parent\n  - Child\n", "li1");
  const now = "- Parent\n  - Changed\n";
  expect(problem(now, ["replace_subtree", stale, "- New"])).toEqual({
    code: "element_changed",
    reason: "SUBTREE_HASH_MISMATCH",
  });
  expect(problem(now, ["delete", stale])).toEqual({ code: "element_changed", reason: "SUBTREE_HASH_MISMATCH" });
  expect(problem(now, ["delete", stale.split("~").slice(0, 2).join("~")])).toEqual({
    code: "element_changed",
    reason: "MISSING_SUBTREE_HASH",
  });
  expect(patch(now, ["replace_subtree", "li1", "- New\n  - Own child"])).toBe("- New\n  - Own child\n");
});

test("line 22: an item goes behind all descendants, also where these have changed", () => {
  const stale = anchor("- Parent\n  - Child\n", "li1");
  expect(patch("- Parent\n  - Changed child\n", ["insert_after", stale, "- Sibling"])).toBe(
    "- Parent\n  - Changed child\n- Sibling",
  );
  expect(patch("- A\n  - B\n- C\n", ["insert_after", "li1", "- New"])).toBe("- A\n  - B\n- New\n- C\n");
  expect(patch("- A\n  - B\n", ["insert_after", "li1.li1", "  - C"])).toBe("- A\n  - B\n  - C");
  expect(patch("- A\n- B", ["insert_before", "li2", "- New"])).toBe("- A\n- New\n- B");
});

test("line 23: what moved into an item is not taken for what it was", () => {
  const was = anchor("First\n\nSame\n", "p2");
  expect(problem("Same\n\n- Same\n\nSame\n", ["replace_element", was, "x"]).code).toBe("element_changed");
});

test("line 24: lists beside tables", () => {
  const table = "|A|B|\n|-|-|\n|x|y|\n";
  expect(patch(`- A\n\n${table}`, ["insert_after", "li1", "- After"])).toBe(`- A\n- After\n\n${table}`);
  expect(patch(`${table}\n- A\n- B\n`, ["delete", "li1"])).toBe(`${table}\n- B\n`);
});

test("line 25: a table is replaced by a table alone; what is inside a quote has no pointer", () => {
  const source = "|A|\n|-|\n|x|\n";
  expect(problem(source, ["replace_element", "t1", "A paragraph"]).code).toBe("edit_refused");
  expect(patch(source, ["replace_element", "t1", "|B|\n|-|\n|z|"])).toBe("|B|\n|-|\n|z|\n");
  expect(problem("> - x\n", ["delete", `q1.li1~${"0".repeat(16)}`]).code).toBe("pointer_invalid");
});

test("line 26: sibling items are edited in one batch", () => {
  expect(patch("- A\n  - a\n- B\n- C\n", ["replace_element", "li1", "- X"], ["replace_element", "li2", "- Y"])).toBe(
    "- X\n  - a\n- Y\n- C\n",
  );
});

describe("leaves, sections and the document", () => {
  const SOURCE = "# One\n\nFirst.\n\n## Two\n\nSecond.\n\n# Three\n\nThird.\n";
  test("replacing, inserting and deleting go by the table of edits", () => {
    expect(patch(SOURCE, ["replace_element", "1.p1", "New."])).toBe(SOURCE.replace("First.", "New."));
    expect(patch(SOURCE, ["insert_before", "1.p1", "New.\n"])).toBe(SOURCE.replace("First.", "New.\n\nFirst."));
    expect(patch(SOURCE, ["insert_after", "1", "\nNew."])).toBe(SOURCE.replace("# One\n", "# One\n\nNew.\n"));
    expect(patch(SOURCE, ["delete", "1.p1"])).toBe(SOURCE.replace("First.", ""));
    expect(patched(SOURCE, [["delete", "1.p1"]], { tidy: true }).text).toBe(SOURCE.replace("First.\n\n", ""));
    expect(patch(SOURCE, ["replace_element", "1.1", "## New"])).toBe(SOURCE.replace("## Two", "## New"));
    expect(problem(SOURCE, ["replace_element", "1.1", "# New"]).code).toBe("edit_refused");
  });
  test("sections are replaced and deleted with all that they own", () => {
    expect(patch(SOURCE, ["replace_section", "1", "# New\n\nAll."])).toBe("# New\n\nAll.\n\n# Three\n\nThird.\n");
    expect(patch(SOURCE, ["replace_section", "2", "# Last\n"])).toBe(
      "# One\n\nFirst.\n\n## Two\n\nSecond.\n\n# Last\n",
    );
    expect(patch(SOURCE, ["delete_section", "1.1"])).toBe("# One\n\nFirst.\n\n# Three\n\nThird.\n");
    expect(problem(SOURCE, ["replace_section", "1", "# New\n\n# Second"]).code).toBe("edit_refused");
    expect(problem(SOURCE, ["replace_section", "1", "Text\n\n# New"]).code).toBe("edit_refused");
    expect(problem(SOURCE, ["delete_section", "1", "text"]).code).toBe("edit_refused");
    expect(problem(SOURCE, ["replace_section", "1.p1", "# x"]).code).toBe("edit_refused");
  });
  test("text goes before and behind the document with one blank line between, but behind front matter", () => {
    expect(patch("A\n", ["insert_after", "document", "B"])).toBe("A\n\nB");
    expect(patch("A", ["insert_after", "document", "\nB\n"])).toBe("A\n\nB\n");
    expect(patch("A\r\n", ["insert_before", "document", "B\n"])).toBe("B\r\n\r\nA\r\n");
    expect(patch("", ["insert_before", "document", "B\n"])).toBe("B\n");
    expect(patch("---\na: 1\n---\nA\n", ["insert_before", "document", "B"])).toBe("---\na: 1\n---\n\nB\n\nA\n");
  });
  test("quotes keep apart from what is around them", () => {
    expect(patch("> A\n\nText\n", ["insert_after", "q1", "> B"])).toBe("> A\n\n> B\n\nText\n");
    expect(patch("Text\n\n> A\n", ["insert_before", "q1", "> B\n"])).toBe("Text\n\n> B\n\n> A\n");
    expect(patch("> A\n\nText\n", ["replace_element", "q1", "> B\n> C"])).toBe("> B\n> C\n\nText\n");
    expect(patch("> A\n\nText\n", ["delete", "q1"])).toBe("\nText\n");
    expect(problem("> A\n", ["replace_element", "q1", "B"]).code).toBe("edit_refused");
  });
  test("a file without blank lines does not let what is put in run together", () => {
    expect(problem("> A\n- x\n", ["replace_element", "q1", "> B\n\nC"]).code).toBe("edit_refused");
    expect(problem("- A\n- B\n", ["replace_element", "li1", "- A\n\nText"]).code).toBe("edit_refused");
    expect(problem("- A\n- B\n", ["replace_element", "li1", "* A"])).toEqual({
      code: "edit_refused",
      reason: "MARKER",
    });
    expect(problem("- A\n  - B\n", ["insert_after", "li1.li1", "- C"])).toEqual({
      code: "edit_refused",
      reason: "INDENTATION",
    });
    expect(
      patched("- A\n  - B\n", [["insert_after", "li1.li1", "- C\n  more"]], { autoIndent: true, tidy: true }).text,
    ).toBe("- A\n  - B\n  - C\n    more\n");
  });
});

describe("batches", () => {
  test("are resolved in one revision, in any order, all or nothing", () => {
    const source = "A\n\nB\n\nC\n";
    expect(patch(source, ["delete", "p3"], ["replace_element", "p1", "X"])).toBe("X\n\nB\n\n\n");
    expect(problem(source, ["replace_element", "p1", "X"], ["delete", "p1"])).toEqual({
      code: "edit_refused",
      reason: "SAME_TARGET",
    });
    expect(problem("- A\n- B\n", ["insert_after", "li1", "- X"], ["insert_before", "li2", "- Y"])).toEqual({
      code: "edit_refused",
      reason: "OVERLAP",
    });
    const nested = "# A\n\nText\n\n# B\n";
    expect(problem(nested, ["delete_section", "1"], ["replace_element", "1.p1", "X"])).toEqual({
      code: "edit_refused",
      reason: "OVERLAP",
    });
    expect(patch(nested, ["delete_section", "1"], ["replace_element", "2", "# C"])).toBe("# C\n");
    expect(problem(source, ["insert_before", "document", "x"], ["insert_after", "document", "y"])).toEqual({
      code: "edit_refused",
      reason: "SAME_TARGET",
    });
  });
  test("pointers without hashes are for reading, document is for inserting", () => {
    expect(() => applyPatch(fileOf("A\n"), [{ kind: "delete", pointer: "p1" }])).toThrow("needs the hashes");
    expect(problem("A\n", ["replace_element", "document", "x"]).code).toBe("edit_refused");
    expect(problem("A\n", ["delete", "document"]).code).toBe("edit_refused");
  });
  test("tell where what they wrote stands now", () => {
    const source = "# One\n\n- A\n- B\n\nText\n";
    const { text, touched } = patched(source, [
      ["replace_element", "1.li2", "- X"],
      ["insert_after", "1.p3", "More"],
      ["delete", "1.li1"],
    ]);
    expect(text).toBe("# One\n\n- X\n\nText\n\nMore\n");
    expect(touched).toEqual([
      { kind: "replace_element", pointer: anchor(text, "1.li1"), lineStart: 3, lineEnd: 3 },
      { kind: "insert_after", pointer: anchor(text, "1.p3"), lineStart: 7, lineEnd: 7 },
      { kind: "delete", pointer: null, lineStart: null, lineEnd: null },
    ]);
  });
});

describe("replace_fragment", () => {
  const SOURCE = "One aaa two, one bbb two.\n";
  test("replaces what stands exactly once", () => {
    expect(patch(SOURCE, ["replace_fragment", "p1", "AAA", "aaa"])).toBe("One AAA two, one bbb two.\n");
    expect(patch(SOURCE, ["replace_fragment", "p1", "x", "aaa"], ["replace_fragment", "p1", "yy", "bbb"])).toBe(
      "One x two, one yy two.\n",
    );
  });
  test("refuses what is not there, what is there twice, also overlapping, and what makes another block of it", () => {
    expect(problem(SOURCE, ["replace_fragment", "p1", "x", "zzz"])).toEqual({
      code: "edit_refused",
      reason: "FRAGMENT_NOT_FOUND",
    });
    expect(problem(SOURCE, ["replace_fragment", "p1", "x", "two"])).toEqual({
      code: "edit_refused",
      reason: "AMBIGUOUS_FRAGMENT",
    });
    expect(problem("aaaaa\n", ["replace_fragment", "p1", "x", "aaa"])).toEqual({
      code: "edit_refused",
      reason: "AMBIGUOUS_FRAGMENT",
    });
    expect(problem(SOURCE, ["replace_fragment", "p1", "x\n\ny", "aaa"])).toEqual({
      code: "edit_refused",
      reason: "STRUCTURE",
    });
    expect(problem(SOURCE, ["replace_fragment", "p1", "# ", "One "])).toEqual({
      code: "edit_refused",
      reason: "STRUCTURE",
    });
    expect(problem(SOURCE, ["replace_fragment", "p1", "x"])).toEqual({
      code: "edit_refused",
      reason: "MISSING_MARKDOWN",
    });
  });
});

describe("what people complain of", () => {
  test("longer and indented fences hide headings", () => {
    const source = "````md\n```\n# Not a heading\n```\n````\n\n   ~~~\n# Nor this\n   ~~~\n\n# Heading\n";
    expect(patch(source, ["insert_after", "1", "Text"])).toBe(`${source.slice(0, -1)}\n\nText\n`);
  });
  test("a heading that is not there is refused with what else might be meant, never appended", () => {
    const source = "# One\n\n## A\n\n## B\n\n# Two\n\n## C\n";
    const [a, c] = [anchor(source, "1.1"), anchor(source, "2.1")];
    expect(() => patch(source, ["insert_after", `2.3~${"0".repeat(16)}`, "x"])).toThrow("is no longer there");
    try {
      patch(source, ["insert_after", `2.3~${"0".repeat(16)}`, "x"]);
    } catch (error) {
      const { remedy } = error as { remedy: string };
      expect(remedy).toStartWith(`Read the file again, and take the pointer from there; it may be ${c} (line 9) or `);
      expect(remedy).toContain(`${a} (line 3)`);
    }
    expect(problem("# One\n\nText\n", ["insert_after", `2~${"0".repeat(16)}`, "x"])).toEqual({
      code: "element_changed",
      reason: "TARGET_NOT_FOUND",
    });
  });
  test("front matter's end is no setext heading, and # in code in a table is none", () => {
    const source = "---\ntitle: x\n---\n\n| a | b |\n|---|---|\n| `# no` | y |\n\nEnd\n";
    expect(patch(source, ["replace_element", "p2", "New end"])).toBe(source.replace("End", "New end"));
    expect(patch(source, ["replace_element", "frontmatter", "---\ntitle: y\n---"])).toBe(
      source.replace("title: x", "title: y"),
    );
  });
  test("a setext heading after a list is one", () => {
    const source = "- A\n\nHeading\n=======\n\nText\n";
    expect(patch(source, ["insert_after", "1", "New"])).toBe("- A\n\nHeading\n=======\n\nNew\n\nText\n");
  });
});

test("diffOf() is a unified diff", () => {
  expect(diffOf("a.md", "A\n", "B\n")).toContain("-A\n+B\n");
  expect(diffOf("a.md", "A\n", "A\n")).toBe("");
});

test("what was put in and is no element has no pointer, and what follows it is not taken for it", () => {
  expect(patched("A\n\nB\n", [["insert_after", "p1", "<!-- c -->"]])).toEqual({
    text: "A\n\n<!-- c -->\n\nB\n",
    touched: [{ kind: "insert_after", pointer: null, lineStart: null, lineEnd: null }],
  });
});

test("no text comes to begin with what is read as a byte order mark", () => {
  expect(problem("A\n", ["replace", "p1", "\uFEFFB"])).toEqual({ code: "edit_refused", reason: "STRUCTURE" });
  expect(patch("A\n\nB\n", ["replace", "p2", "\uFEFFC"])).toBe("A\n\n\uFEFFC\n");
});

test("a fragment is found with the line endings that it is given with, where a file has both", () => {
  const mixed = "one\ntwo\nthree\n\nA\r\nB\r\nC\r\n\r\nD\r\n";
  expect(patch(mixed, ["replace_fragment", "p1", "2\n3", "two\nthree"])).toStartWith("one\n2\r\n3\n\nA\r\n");
  expect(patch(mixed, ["replace_fragment", "p2", "b", "A\nB"])).toContain("\n\nb\r\nC\r\n");
});

test("nested items are told by their own pointers, not by those of the items that they stand in", () => {
  const source = "- Trip\n  - Tickets\n  - Hotel\n- Work\n";
  const told = (...steps: Step[]) => patched(source, steps).touched.map(({ pointer }) => pointer?.split("~")[0]);
  expect(told(["insert_after", "li1.li2", "  - New"])).toEqual(["li1.li3"]);
  expect(told(["insert_before", "li1.li1", "  - New"])).toEqual(["li1.li1"]);
  expect(told(["replace_fragment", "li1.li2", "Inn", "Hotel"])).toEqual(["li1.li2"]);
  expect(told(["replace_element", "li1", "- X"], ["replace_subtree", "li1.li1", "  - Y\n    - Z"])).toEqual([
    "li1",
    "li1.li1",
  ]);
  const { text, touched } = patched(source, [["insert_after", "li1.li2", "  - New"]]);
  expect(patch(text, ["delete", touched[0]?.pointer ?? ""])).toBe(source);
});

test("a fragment changes no marker, no depth, and brings no element of its own", () => {
  const source = "- a\n- b\n- c\n";
  expect(problem(source, ["replace_fragment", "li3", "+ c", "- c"])).toEqual({
    code: "edit_refused",
    reason: "STRUCTURE",
  });
  expect(problem(source, ["replace_fragment", "li1", "* a", "- a"])).toEqual({
    code: "edit_refused",
    reason: "STRUCTURE",
  });
  expect(problem(source, ["replace_fragment", "li1", "a\n  - child", "a"])).toEqual({
    code: "edit_refused",
    reason: "STRUCTURE",
  });
  expect(problem(source, ["replace_fragment", "li2", "  - b", "- b"])).toEqual({
    code: "edit_refused",
    reason: "STRUCTURE",
  });
  expect(patch(source, ["replace_fragment", "li2", "b\n  more", "b"])).toBe("- a\n- b\n  more\n- c\n");
  expect(patch("1. a\n2. b\n", ["replace_fragment", "li2", "3. b", "2. b"])).toBe("1. a\n3. b\n");
});

test("tidy takes the blank lines that items and quotes leave, and those between two deletions once", () => {
  const tidy = (source: string, ...pointers: string[]) =>
    patched(
      source,
      pointers.map((pointer): Step => ["delete", pointer]),
      { tidy: true },
    ).text;
  expect(tidy("- a\n\n- b\n\n- c\n\nText\n", "li2")).toBe("- a\n\n- c\n\nText\n");
  expect(tidy("- a\n\n- b\n\n- c\n\nText\n", "li3")).toBe("- a\n\n- b\n\nText\n");
  expect(tidy("- a\n- b\n\nText\n", "li2")).toBe("- a\n\nText\n");
  expect(tidy("- a\n\nText\n", "li1")).toBe("Text\n");
  expect(tidy("One\n\n> q\n\nTwo\n", "q1")).toBe("One\n\nTwo\n");
  expect(tidy("One\r\n\r\n> q\r\n", "q1")).toBe("One\r\n");
  expect(tidy("A\n\nB\n\nC\n", "p2", "p3")).toBe("A\n");
  expect(tidy("A\n\nB\n\nC\n", "p3", "p1")).toBe("B\n");
});

test("the last child of an item goes, also with the blank line before it", () => {
  const source = "- a\n\n  - b\n- c\n";
  expect(patch(source, ["delete", "li1.li1"])).toBe("- a\n\n- c\n");
  expect(patched(source, [["delete", "li1.li1"]], { tidy: true }).text).toBe("- a\n\n- c\n");
  expect(patched("- a\n\n  - b\n", [["delete", "li1.li1"]], { tidy: true }).text).toBe("- a\n");
});
