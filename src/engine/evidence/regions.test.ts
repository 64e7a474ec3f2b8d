import { expect, test } from "bun:test";
import type { Box } from "../document.ts";
import type { EvidenceDocument } from "./corpus.ts";
import { regionsOf } from "./regions.ts";

/** A page with one-letter words at these boxes. */
function page(boxes: readonly Box[]): EvidenceDocument {
  const text = "a ".repeat(boxes.length);
  const words = {
    starts: Uint32Array.from(boxes, (_, at) => at * 2),
    ends: Uint32Array.from(boxes, (_, at) => at * 2 + 1),
    boxes: Float32Array.from(boxes.flat()),
  };
  const pages = [{ number: 1, start: 0, end: text.length, width: 600, height: 800, status: "text" as const }];
  return { text, pages, words: () => words } as Partial<EvidenceDocument> as EvidenceDocument;
}

function boxesOf(boxes: readonly Box[]): number[][] {
  return regionsOf(page(boxes), [{ start: 0, end: boxes.length * 2 }]).map(({ bbox }) => bbox);
}

test("regionsOf() joins words of a line", () => {
  const line: Box[] = [
    [10, 10, 20, 20],
    [25, 10, 40, 21],
    [10, 30, 20, 40],
  ];
  expect(boxesOf(line)).toEqual([
    [10, 10, 40, 21],
    [10, 30, 20, 40],
  ]);
});

test("regionsOf() gives a block's box once where its words have no other, and keeps blocks side by side apart", () => {
  const [left, right]: [Box, Box] = [
    [10, 10, 100, 200],
    [110, 10, 200, 200],
  ];
  expect(boxesOf([left, left, left, right, right])).toEqual([left, right].map((box) => [...box]));
});
