import { expect, test } from "bun:test";
import { aligner } from "./align.ts";
import { wordsOf } from "./tokens.ts";

function align(pages: string[], ...chunks: [text: string, first: number, last?: number][]) {
  const find = aligner((page) => wordsOf(pages[page - 1] ?? ""));
  return chunks.map(([text, first, last = first]) =>
    find(wordsOf(text), [first, last]).map(({ page, first, last }) => [page, first, last]),
  );
}

test("windows that overlap are found one behind the other, also where words repeat", () => {
  const page = "a b a b a b c";
  expect(align([page], ["a b a", 1], ["a b a", 1], ["a b c", 1])).toEqual([[[1, 0, 2]], [[1, 2, 4]], [[1, 4, 6]]]);
});

test("a chunk that stands before the last one is found too", () => {
  expect(align(["one two three four"], ["three four", 1], ["one two", 1])).toEqual([[[1, 2, 3]], [[1, 0, 1]]]);
});

test("parts of words do not count, nor do words apart", () => {
  expect(align(["another one two"], ["other one", 1], ["another two", 1], ["wo", 1])).toEqual([[], [], []]);
});

test("a chunk may run over pages, also over an empty one", () => {
  expect(align(["one two", "", "three four"], ["two three", 1, 3], ["one two three four", 1, 3])).toEqual([
    [
      [1, 1, 1],
      [3, 0, 0],
    ],
    [
      [1, 0, 1],
      [3, 0, 1],
    ],
  ]);
});

test("bars and dashes of tables do not count", () => {
  expect(align(["Use Required Spaces"], ["| Use | Required \\| Spaces | | --- | --- |", 1])).toEqual([[[1, 0, 2]]]);
});
