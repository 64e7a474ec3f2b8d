import { expect, test } from "bun:test";
import { parseMarkdown } from "../ingest/formats/markdown.ts";
import { passageText } from "../ingest/passages.ts";
import { slidingWindows, type WindowBlock, windowPassages } from "./windows.ts";

/** The words of several blocks in one text: `b` with 3 words is "b0 b1 b2". */
function chunksOf(blocks: readonly [name: string, words: number, page?: number][], size: number, overlap: number) {
  const names: string[] = [];
  const given = blocks.map(([name, count, page = 1], block): WindowBlock => {
    const words = Array.from({ length: count }, (_, at) => {
      names.push(`${name}${at}`);
      return { start: names.length - 1, end: names.length };
    });
    return { kind: "text", block, page, words };
  });
  return slidingWindows(given, { size, overlap }).map(({ words }) => words.map(({ start }) => names[start]).join(" "));
}

test("slidingWindows() cuts VERA's worked example as VERA does", () => {
  const blocks: [string, number, number?][] = [
    ["a", 8],
    ["b", 8],
    ["c", 3],
    ["d", 25],
    ["e", 2, 2],
  ];
  expect(chunksOf(blocks, 10, 3)).toEqual([
    "a0 a1 a2 a3 a4 a5 a6 a7",
    "a5 a6 a7 b0 b1 b2 b3 b4 b5 b6",
    "b4 b5 b6 b7 c0 c1 c2",
    "d0 d1 d2 d3 d4 d5 d6 d7 d8 d9",
    "d7 d8 d9 d10 d11 d12 d13 d14 d15 d16",
    "d14 d15 d16 d17 d18 d19 d20 d21 d22 d23",
    "d21 d22 d23 d24",
    "e0 e1",
  ]);
});

test("slidingWindows() goes on by a word at least, whatever the overlap", () => {
  expect(chunksOf([["a", 5]], 3, 9)).toEqual(["a0 a1 a2", "a1 a2 a3", "a2 a3 a4"]);
});

test("slidingWindows() repeats nothing without overlap", () => {
  expect(
    chunksOf(
      [
        ["a", 2],
        ["b", 2],
        ["c", 7],
      ],
      3,
      0,
    ),
  ).toEqual(["a0 a1", "b0 b1", "c0 c1 c2", "c3 c4 c5", "c6"]);
});

test("windowPassages() keeps Markdown's headings and the lines of its code", () => {
  const document = parseMarkdown(new TextEncoder().encode("# One\n\ntwo three\n\n```\nfour  five\nsix\n```\n"), "a.md");
  const passages = windowPassages(document, { size: 100, overlap: 10 });
  expect(passages.map((passage) => passageText(document.text, passage))).toEqual(["One\ntwo three\nfour  five\nsix"]);
  expect(passages.map(({ heading }) => heading)).toEqual([0]);
});
