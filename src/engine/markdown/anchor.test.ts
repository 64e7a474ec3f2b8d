import { describe, expect, test } from "bun:test";
import { FootnoteError } from "../../foundation/errors.ts";
import { type AnchorScope, anchorOf, parseAnchor, resolveAnchor } from "./anchor.ts";
import { outlineOf } from "./outline.ts";
import { fileOf } from "./test-file.ts";

function anchorIn(text: string, pointer: string): string {
  const found = outlineOf(text).elements.find((each) => each.pointer === pointer);
  if (found === undefined) throw new Error(`no ${pointer}`);
  return anchorOf(found);
}

/** The logical pointer that an anchor leads to in a text. */
function resolved(text: string, anchor: string, scope: AnchorScope = "read"): string {
  const target = resolveAnchor(fileOf(text), outlineOf(text), parseAnchor(anchor), scope);
  return target === "document" ? target : target.pointer;
}

function failure(run: () => unknown): FootnoteError {
  try {
    run();
  } catch (error) {
    if (error instanceof FootnoteError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("parseAnchor()", () => {
  test.each([
    ["1", "heading"],
    ["2.1.p3", "paragraph"],
    ["code1", "code_block"],
    ["1.q2", "block_quote"],
    ["t1", "table"],
    ["li1.li2", "list_item"],
    ["1.2.li3.li1", "list_item"],
    ["frontmatter", "front_matter"],
  ])("takes %p for a %s", (pointer, kind) => {
    expect(parseAnchor(pointer)).toEqual({ document: false, pointer, logical: pointer, kind: kind as never });
  });

  test("takes one hash or two, and lowers them", () => {
    expect(parseAnchor("p1~AAAAAAAAAAAAAAAA")).toMatchObject({ logical: "p1", selfHash: "aaaaaaaaaaaaaaaa" });
    expect(parseAnchor("p1~0123456789abcdef~FEDCBA9876543210")).toMatchObject({
      selfHash: "0123456789abcdef",
      subtreeHash: "fedcba9876543210",
    });
  });

  test("takes the document", () => {
    expect(parseAnchor("document")).toEqual({ document: true, pointer: "document" });
  });

  test.each([
    [""],
    [" "],
    ["li1.p1"],
    ["q1.li1"],
    ["t1.p1"],
    ["../x"],
    ["p0"],
    ["01"],
    ["1."],
    ["p"],
    ["P1"],
    ["1..p1"],
    ["frontmatter.p1"],
    ["p1\n"],
    ["document~0123456789abcdef"],
    ["~0123456789abcdef"],
    ["p1~"],
    ["p1~0123"],
    ["p1~0123456789abcdeg"],
    ["p1~0123456789abcdef~"],
    ["p1~0123456789abcdef~0123456789abcdef~0123456789abcdef"],
    [`${"1.".repeat(5000)}1`],
  ])("refuses %p", (pointer) => {
    expect(failure(() => parseAnchor(pointer)).code).toBe("pointer_invalid");
  });
});

describe("resolveAnchor()", () => {
  const text = "# A\n\nOne.\n\n- x\n  - y\n\n# B\n\nTwo.\n";

  test("finds by place, by hash, and by both hashes", () => {
    expect(resolved(text, "1.p1")).toBe("1.p1");
    const full = anchorIn(text, "1.li1");
    expect(resolved(text, full, "subtree")).toBe("1.li1");
    expect(resolved(text, full.split("~").slice(0, 2).join("~"), "self")).toBe("1.li1");
    expect(resolved(text, full.toUpperCase().replace("1.LI1", "1.li1"), "subtree")).toBe("1.li1");
    expect(resolved(text, "document")).toBe("document");
    expect(resolved(text, "document", "self")).toBe("document");
  });

  test("follows an element that has moved, and one whose section has a new number", () => {
    const anchor = anchorIn(text, "2.p1");
    expect(resolved(`# New\n\n${text}`, anchor, "self")).toBe("3.p1");
    expect(resolved("Two.\n", anchor, "self")).toBe("p1");
  });

  test("the element at the address wins over its twins", () => {
    expect(resolved("Same\n\nSame\n", anchorIn("Same\n\nSame\n", "p2"), "self")).toBe("p2");
  });

  test("does not choose among twins", () => {
    const error = failure(() => resolved("Same\n\nNew\n\nSame\n", anchorIn("x\n\nSame\n", "p2"), "read"));
    expect(error.code).toBe("element_changed");
    expect(error.details).toMatchObject({
      reason: "AMBIGUOUS_POINTER",
      currentPointer: anchorIn("Same\n\nNew\n\nSame\n", "p2"),
      excerpt: "New",
    });
  });

  test("says what stands at the address now", () => {
    const now = `Changed ${"😀".repeat(150)}\n`;
    const error = failure(() => resolved(now, anchorIn("Before\n", "p1"), "self"));
    expect(error.code).toBe("element_changed");
    expect(error.message).toStartWith("notes.md: p1~");
    expect(error.details).toMatchObject({ reason: "SELF_HASH_MISMATCH", currentPointer: anchorIn(now, "p1") });
    expect(String(error.details.excerpt).slice(0, 10)).toBe("Changed 😀");
    expect(String(error.details.excerpt)).toHaveLength(200);
    expect(error.remedy).toContain(anchorIn(now, "p1"));
  });

  test("says when it is gone", () => {
    const { details } = failure(() => resolved("# A\n", anchorIn("Before\n", "p1"), "self"));
    expect(details).toMatchObject({ reason: "TARGET_NOT_FOUND", pointer: anchorIn("Before\n", "p1") });
    expect(details).not.toHaveProperty("currentPointer");
  });

  test("never leaves a reserved number, though the same text stands elsewhere", () => {
    const anchor = anchorIn("x\n\nSame\n", "p2");
    const now = "Same\n\n- Same\n\nSame\n";
    expect(failure(() => resolved(now, anchor, "self")).details).toMatchObject({ reason: "RESERVED_POINTER" });
    expect(failure(() => resolved(now, "p2")).code).toBe("pointer_not_found");
  });

  test("finds no element of another kind with the same text", () => {
    const code = "```\nx\n```";
    const anchor = `p1~${anchorIn(code, "code1").split("~")[1]}`;
    expect(failure(() => resolved(code, anchor)).details).toMatchObject({ reason: "TARGET_NOT_FOUND" });
  });

  test("an edit needs a hash, one of all below needs both", () => {
    const bare = failure(() => resolved(text, "1.li1", "self"));
    expect(bare.code).toBe("pointer_invalid");
    expect(bare.details).toMatchObject({ reason: "FINGERPRINT_REQUIRED", currentPointer: anchorIn(text, "1.li1") });
    const old = anchorIn(text, "1.li1").split("~").slice(0, 2).join("~");
    const missing = failure(() => resolved(text, old, "subtree"));
    expect(missing.code).toBe("element_changed");
    expect(missing.details).toMatchObject({ reason: "MISSING_SUBTREE_HASH" });
  });

  test("a change below counts for the subtree alone", () => {
    const changed = text.replace("- y", "- z");
    const anchor = anchorIn(text, "1.li1");
    expect(resolved(changed, anchor, "self")).toBe("1.li1");
    expect(failure(() => resolved(changed, anchor, "subtree")).details).toMatchObject({
      reason: "SUBTREE_HASH_MISMATCH",
      currentPointer: anchorIn(changed, "1.li1"),
      excerpt: "- x\n  - z",
    });
  });

  test("the document has no subtree to edit", () => {
    const error = failure(() => resolved(text, "document", "subtree"));
    expect(error.code).toBe("pointer_invalid");
    expect(error.details).toMatchObject({ reason: "DOCUMENT_POINTER" });
  });
});
