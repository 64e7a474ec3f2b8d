import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import examples from "../../../test/fixtures/markdown/commonmark-0.31.2.json" with { type: "json" };
import { anchorOf, parseAnchor, resolveAnchor } from "./anchor.ts";
import type { MarkdownOutline } from "./element.ts";
import { hashOfPieces, xxh64 } from "./hash.ts";
import { headingTree } from "./headings.ts";
import { outlineOf } from "./outline.ts";
import { type MarkdownSlice, readSection, readSlice } from "./slice.ts";
import { fileOf } from "./test-file.ts";

const TEXTS = examples.flatMap(({ markdown }) => [markdown, markdown.replaceAll("\n", "\r\n")]);

/** Pieces that make blocks begin, nest, end and swallow each other. */
const PIECES = [
  ..."a|b c|\n|\n\n|  |    |\t|é😀|# |## |> |- |* |1. |2) |```|~~~|---|===|***|<div>|<!-- x -->|[a]: /u|\\|`|\r\n|\r".split(
    "|",
  ),
  "| a | b |\n|---|:-:|\n| c | d |\n",
  "|",
  "-|-",
  "---\na: b\n---\n",
];
const randomText = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));

/** The law for every example of CommonMark, and for random texts. */
function law(name: string, holds: (text: string, outline: MarkdownOutline) => void): void {
  test(`${name}: CommonMark's examples`, () => {
    for (const text of TEXTS) holds(text, outlineOf(text));
  });
  test(`${name}: random texts`, () => {
    fc.assert(
      fc.property(randomText, (text) => holds(text, outlineOf(text))),
      { numRuns: 1000 },
    );
  });
}

test("there are all 652 examples", () => {
  expect(examples).toHaveLength(652);
});

describe("the elements of any text", () => {
  law("spans ascend, nest or follow each other, and are in the text", (text, { elements }) => {
    const open: number[] = [];
    let start = 0;
    for (const each of elements) {
      expect(each.start >= start && each.start < each.end && each.end <= text.length).toBe(true);
      start = each.start;
      while (open.length > 0 && (open.at(-1) ?? 0) <= each.start) open.pop();
      if (open.length > 0) {
        expect(each.kind).toBe("list_item");
        expect(each.end).toBeLessThanOrEqual(open.at(-1) ?? 0);
      }
      open.push(each.end);
    }
  });

  law("hashes are over the bytes of the file", (text, { elements }) => {
    for (const { own, subtree, selfHash, subtreeHash } of elements) {
      expect(selfHash).toBe(hashOfPieces(own.map(({ start, end }) => text.slice(start, end))));
      expect(subtreeHash).toBe(xxh64(text.slice(subtree.start, subtree.end)));
    }
  });

  law("own text is inside the element and outside of its children", (_text, { elements }) => {
    for (const [index, { own, start, end }] of elements.entries()) {
      const children = elements.filter((each) => each.item?.parent === index);
      let at = start;
      for (const piece of own) {
        expect(piece.start >= at && piece.start < piece.end && piece.end <= end).toBe(true);
        expect(children.some((child) => child.start < piece.end && piece.start < child.end)).toBe(false);
        at = piece.end;
      }
    }
  });

  law("lines are counted with every kind of line ending", (text, { elements }) => {
    const lineOf = (offset: number) => text.slice(0, offset).split(/\r\n|\r(?!\n)|\n/).length;
    for (const { start, end, lineStart, lineEnd } of elements)
      expect([lineStart, lineEnd]).toEqual([lineOf(start), lineOf(end - 1)]);
  });

  law("pointers are unique, of their kind, not reserved, and lead back", (text, outline) => {
    const file = fileOf(text);
    expect(new Set(outline.elements.map((each) => each.pointer)).size).toBe(outline.elements.length);
    for (const each of outline.elements) {
      const anchor = parseAnchor(anchorOf(each));
      expect(anchor).toMatchObject({ logical: each.pointer, kind: each.kind });
      expect(outline.reserved.has(each.pointer)).toBe(false);
      expect(resolveAnchor(file, outline, anchor, "subtree")).toBe(each);
    }
  });

  law("one more line ending at the end changes no element", (text, { elements }) => {
    if (!text.endsWith("\n")) return;
    const rows = (outline: MarkdownOutline["elements"]) =>
      outline.map((each) => [each.pointer, each.kind, each.selfHash]);
    expect(rows(outlineOf(`${text}\n`).elements)).toEqual(rows(elements));
  });

  law("line endings of another kind change no pointer", (text, { elements, reserved, leaves }) => {
    const plain = outlineOf(text.replace(/\r\n?/g, "\n"));
    const rows = (outline: MarkdownOutline["elements"]) =>
      outline.map(({ pointer, kind, lineStart, lineEnd, headingPath, item }) => [
        pointer,
        kind,
        lineStart,
        lineEnd,
        headingPath,
        item,
      ]);
    expect(rows(elements)).toEqual(rows(plain.elements));
    expect([...reserved]).toEqual([...plain.reserved]);
    expect(leaves.map(({ kind, containers }) => [kind, containers])).toEqual(
      plain.leaves.map(({ kind, containers }) => [kind, containers]),
    );
  });

  law("leaves ascend and do not overlap", (text, { leaves }) => {
    let at = 0;
    for (const { start, end } of leaves) {
      expect(start >= at && end >= start && end <= text.length).toBe(true);
      at = end;
    }
  });

  law("the tree of headings has each once, in order", (_text, outline) => {
    const flat = (nodes: ReturnType<typeof headingTree>): string[] =>
      nodes.flatMap((each) => [each.pointer, ...flat(each.children)]);
    expect(flat(headingTree(outline))).toEqual(
      outline.elements.filter((each) => each.kind === "heading").map(anchorOf),
    );
  });
});

describe("slices of any text", () => {
  for (const limits of [
    { maxElements: 1, maxBytes: 100_000 },
    { maxElements: 3, maxBytes: 100_000 },
    { maxElements: 100, maxBytes: 1 },
    { maxElements: 100, maxBytes: 16 },
  ])
    law(`those of ${limits.maxElements} elements, ${limits.maxBytes} bytes are the text`, (text, outline) => {
      const file = fileOf(text);
      const slices: MarkdownSlice[] = [readSlice(file, outline, limits)];
      for (let next = slices[0]?.nextPointer ?? null; next !== null; next = slices.at(-1)?.nextPointer ?? null) {
        slices.push(readSlice(file, outline, { ...limits, pointer: next }));
        expect(slices.at(-1)?.pointer).toBe(next);
      }
      expect(slices.map((each) => each.markdown).join("")).toBe(text);
      expect(slices.flatMap((each) => each.elements.map(({ pointer }) => pointer))).toEqual(
        outline.elements.map(anchorOf),
      );
      for (const slice of slices)
        if (slice.elements.length > 1) {
          expect(Buffer.byteLength(slice.markdown)).toBeLessThanOrEqual(limits.maxBytes);
          expect(slice.elements.length).toBeLessThanOrEqual(limits.maxElements);
        }
    });

  law("those of one section are the section", (text, outline) => {
    const file = fileOf(text);
    for (const each of outline.elements) {
      if (each.kind !== "heading") continue;
      const pointer = anchorOf(each);
      const limits = { maxElements: 2, maxBytes: 100 };
      const first = readSection(file, outline, { ...limits, pointer });
      let read = first.markdown;
      for (let from = first.nextPointer; from !== null; ) {
        const slice = readSection(file, outline, { ...limits, pointer, from });
        read += slice.markdown;
        from = slice.nextPointer;
      }
      expect(read.trimStart()).toBe(text.slice(each.subtree.start, each.subtree.end));
    }
  });
});
