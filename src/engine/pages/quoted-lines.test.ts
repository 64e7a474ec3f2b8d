import { expect, test } from "bun:test";
import fc from "fast-check";
import type { MarkedLines } from "./lines-view.ts";
import { linesBySpans, linesByWords } from "./quoted-lines.ts";

const marked = ({ lines, marks }: MarkedLines) => marks.map(([line, from, to]) => lines[line - 1]?.slice(from, to));

test("linesBySpans() marks a range line by line", () => {
  const found = linesBySpans("one\ntwo words\n\nthree", [{ start: 4, end: 17 }]);
  expect(found.marks).toEqual([
    [2, 0, 9],
    [4, 0, 2],
  ]);
  expect(found.spans).toEqual([[2, 4]]);
});

test("linesBySpans() marks exactly the characters of the spans, but for line ends", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", " "), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.nat(60), fc.nat(60), (whole, a, b) => {
      const [start, end] = [Math.min(a, b, whole.length), Math.min(Math.max(a, b), whole.length)];
      expect(marked(linesBySpans(whole, [{ start, end }])).join("")).toBe(whole.slice(start, end).replaceAll("\n", ""));
    }),
  );
});

test("linesByWords() finds what a page shows of Markdown, and leaves the markup out", () => {
  const source =
    "# Rules\n\nThe boat. Boats over **12.5 metres** moor at\nthe [outer pier](https://pier.org/at). Not here.\n";
  const quote = "Boats over 12.5 metres moor at\nthe outer pier. Not here.";
  expect(marked(linesByWords(source, [{ text: quote, first: 3, last: 4 }]))).toEqual([
    "Boats over",
    "12.5 metres",
    "moor at",
    "the",
    "outer pier",
    ". Not here.",
  ]);
});

test("linesByWords() starts where the quote goes on, not at its first word's first place", () => {
  const found = linesByWords("the cat, the dog, the end", [{ text: "the dog", first: 1, last: 1 }]);
  expect(found.marks).toEqual([[1, 9, 16]]);
});

test("linesByWords() passes over a word that the source writes otherwise, and keeps within the lines", () => {
  expect(marked(linesByWords("fish &amp; chips", [{ text: "fish & chips", first: 1, last: 1 }]))).toEqual([
    "fish &",
    "chips",
  ]);
  expect(linesByWords("one\ntwo", [{ text: "one", first: 2, last: 9 }])).toMatchObject({ spans: [[2, 2]], marks: [] });
});
