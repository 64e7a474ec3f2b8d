import { expect, test } from "bun:test";
import { fitBudget } from "./budget.ts";

const text = "one two three\nfour five six";

test("fitBudget() keeps everything that fits", () => {
  expect(fitBudget({ text }, [{ start: 0, end: 27 }], 27)).toEqual({
    kept: [{ start: 0, end: 27 }],
    rest: undefined,
    total: 27,
  });
});

test("fitBudget() cuts at a word and says where to go on", () => {
  expect(
    fitBudget(
      { text },
      [
        { start: 0, end: 13 },
        { start: 14, end: 27 },
      ],
      22,
    ),
  ).toEqual({
    kept: [
      { start: 0, end: 13 },
      { start: 14, end: 23 },
    ],
    rest: [{ start: 23, end: 27 }],
    total: 26,
  });
  expect(
    fitBudget(
      { text },
      [
        { start: 0, end: 13 },
        { start: 14, end: 27 },
      ],
      13,
    ).rest,
  ).toEqual([{ start: 14, end: 27 }]);
});

test("fitBudget() never cuts a surrogate pair", () => {
  expect(fitBudget({ text: "😀😀😀" }, [{ start: 0, end: 6 }], 3).kept).toEqual([{ start: 0, end: 2 }]);
});
