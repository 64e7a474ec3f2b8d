import { expect, test } from "bun:test";
import type { Rect } from "./geometry.ts";
import { gridsOf } from "./grids.ts";
import type { Word } from "./words.ts";

function bar(x0: number, x1: number, y: number): Rect {
  return { x0, x1, y0: y - 0.25, y1: y + 0.25 };
}

function post(x: number, y0: number, y1: number): Rect {
  return { x0: x - 0.25, x1: x + 0.25, y0, y1 };
}

/** Words of 5 points a letter on one baseline, each where its text begins. */
function row(y: number, ...cells: [x: number, text: string][]): Word[] {
  return cells.flatMap(([from, cell]) => {
    let x = from;
    return cell.split(" ").map((text) => {
      const word = { text, x0: x, y0: y - 8, x1: x + 5 * text.length, y1: y + 2, base: y, size: 10 };
      x = word.x1 + 3;
      return { ...word, bold: false, italic: false, mono: false, rightToLeft: false, glued: false };
    });
  });
}

const ROWS = [120, 134, 148].flatMap((y) => row(y, [60, "name"], [160, "value"], [260, "unit"]));

test("gridsOf() finds the columns between rules of one width", () => {
  const bars = [100, 124, 155].map((y) => bar(60, 320, y));
  expect(gridsOf(bars, ROWS).map(({ xs, ys }) => [xs.length, ys.length])).toEqual([[4, 4]]);
});

test("gridsOf() does not join two framed boxes to a table", () => {
  const frame = (top: number, bottom: number): Rect[] => [
    bar(60, 320, top),
    bar(60, 320, bottom),
    post(60, top, bottom),
    post(320, top, bottom),
  ];
  const words = [...row(110, [65, "first box"]), ...ROWS, ...row(170, [65, "second box"])];
  expect(gridsOf([...frame(98, 114), ...frame(158, 174)], words)).toEqual([]);
});

test("gridsOf() does not take in text that begins before the rules", () => {
  const bars = [100, 113, 155].map((y) => bar(60, 320, y));
  const inside = row(110, [65, "a note"]);
  expect(gridsOf(bars, [...inside, ...ROWS])).toHaveLength(1);
  expect(gridsOf(bars, [...inside, ...ROWS, ...row(141, [52, "and text"])])).toEqual([]);
});

test("gridsOf() finds no grid in a drawing that words cross", () => {
  const rules = [100, 120, 155].map((y) => bar(60, 320, y)).concat([60, 150, 320].map((x) => post(x, 100, 155)));
  expect(gridsOf(rules, row(130, [100, "incomprehensibly crosses the middle line"]))).toEqual([]);
  expect(gridsOf(rules, ROWS)).toHaveLength(1);
});
