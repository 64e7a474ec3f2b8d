import { expect, test } from "bun:test";
import { cutSpans } from "./search-evidence.ts";

test("cutSpans() maps a range of joined spans back to the spans", () => {
  const spans = [
    { start: 100, end: 105 },
    { start: 200, end: 203 },
  ];
  // "abcde\nxyz": 9 units.
  expect(cutSpans(spans, 0, 9)).toEqual(spans);
  expect(cutSpans(spans, 2, 4)).toEqual([{ start: 102, end: 104 }]);
  expect(cutSpans(spans, 4, 7)).toEqual([
    { start: 104, end: 105 },
    { start: 200, end: 201 },
  ]);
  expect(cutSpans(spans, 5, 6)).toEqual([]);
  expect(cutSpans(spans, 6, 9)).toEqual([{ start: 200, end: 203 }]);
});
