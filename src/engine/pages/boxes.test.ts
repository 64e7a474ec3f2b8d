import { expect, test } from "bun:test";
import fc from "fast-check";
import { boxesOn } from "./boxes.ts";

const drawn = { page: 2, width: 600, height: 800 };
const region = (bbox: number[], page = 2, pageSize = [600, 800]) => ({ page, bbox, pageSize });

test("boxesOn() gives fractions of the page, for regions on this page", () => {
  expect(boxesOn(drawn, [region([60, 80, 180, 120]), region([0, 0, 9, 9], 1)])).toEqual([[0.1, 0.1, 0.2, 0.05]]);
});

test("boxesOn() cuts at the edges and drops what lies outside", () => {
  expect(boxesOn(drawn, [region([-60, 760, 60, 900]), region([700, 0, 800, 9])])).toEqual([[0, 0.95, 0.1, 0.05]]);
});

test("boxesOn() trusts no region of a page of another size, and no number that is not finite", () => {
  expect(boxesOn(drawn, [region([60, 80, 180, 120], 2, [900, 800])])).toBeUndefined();
  expect(boxesOn(drawn, [region([60, 80, 180, 120], 2, [601.9, 798.1])])).toHaveLength(1);
  expect(boxesOn(drawn, [region([60, Number.NaN, 180, 120])])).toBeUndefined();
  expect(boxesOn(drawn, [region([60, 80])])).toBeUndefined();
});

test("boxesOn() stays on the page", () => {
  const bbox = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(bbox), (all) => {
      for (const [x = -1, y = -1, w = -1, h = -1] of boxesOn(
        drawn,
        all.map((box) => region(box)),
      ) ?? [])
        expect(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 1.00001 && y + h <= 1.00001).toBe(true);
    }),
  );
});
