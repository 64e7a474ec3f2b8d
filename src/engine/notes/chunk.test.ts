import { expect, test } from "bun:test";
import { chunksOf } from "./chunk.ts";

const SETTINGS = { maxBytes: 4096, maxElements: 20, includeFrontMatter: true };
const texts = (source: string, settings = SETTINGS) => chunksOf(source, settings).map(({ text }) => text);

test("chunksOf() starts a chunk with each section, and joins what stands in one", () => {
  const chunks = chunksOf(
    "---\na: 1\n---\nIntro.\n\n# One\n\nFirst.\n\n- Item\n  - Child\n\n## Two\n\n> Quoted\n",
    SETTINGS,
  );
  expect(chunks.map(({ text, headingPath }) => [text, headingPath])).toEqual([
    ["---\na: 1\n---", null],
    ["Intro.", null],
    ["First.\n\n- Item\n\n- Child", "One"],
    ["> Quoted", "One > Two"],
  ]);
  expect(
    chunks[2]?.elements.map(({ pointer, kind, start, end, lineStart, lineEnd }) => [
      pointer.split("~")[0],
      kind,
      start,
      end,
      lineStart,
      lineEnd,
    ]),
  ).toEqual([
    ["1.p1", "paragraph", 0, 6, 8, 8],
    ["1.li1", "list_item", 8, 14, 10, 11],
    ["1.li1.li1", "list_item", 16, 23, 11, 11],
  ]);
});

test("chunksOf() leaves front matter out when told to", () => {
  expect(texts("---\na: 1\n---\nIntro.\n", { ...SETTINGS, includeFrontMatter: false })).toEqual(["Intro."]);
});

test("chunksOf() closes a chunk before it has too many elements or bytes", () => {
  expect(texts("a\n\nb\n\nc\n", { ...SETTINGS, maxElements: 2 })).toEqual(["a\n\nb", "c"]);
  expect(texts("aaaa\n\nbbbb\n\ncccc\n", { ...SETTINGS, maxBytes: 10 })).toEqual(["aaaa\n\nbbbb", "cccc"]);
});

test("chunksOf() splits an element that is too long between lines, and tells the lines of each piece", () => {
  const lines = Array.from({ length: 6 }, (_, at) => `line ${at} ${"x".repeat(12)}`);
  const chunks = chunksOf(`p\n\n${lines.join("\n")}\n\nq\n`, { ...SETTINGS, maxBytes: 45 });
  expect(chunks.map(({ text, elements }) => [text, elements[0]?.lineStart, elements[0]?.lineEnd])).toEqual([
    ["p", 1, 1],
    [lines.slice(0, 2).join("\n"), 3, 4],
    [lines.slice(2, 4).join("\n"), 5, 6],
    [lines.slice(4, 6).join("\n"), 7, 8],
    ["q", 10, 10],
  ]);
  const emoji = "😀".repeat(30);
  expect(texts(emoji, { ...SETTINGS, maxBytes: 50 }).join("")).toBe(emoji);
});

test("chunksOf() keeps a heading without text as one that can be found", () => {
  expect(chunksOf("# Empty\n\n## Full\n\nText.\n\n## Last", SETTINGS).map(({ text, bare }) => [text, bare])).toEqual([
    ["Empty", true],
    ["Text.", false],
    ["Last", true],
  ]);
});
