import { expect, test } from "bun:test";
import { imageScale } from "./scale.ts";

test("imageScale() draws at twice the size, and less where the longer edge would pass 1400 pixels", () => {
  expect(imageScale(200, 300)).toBe(2);
  expect(imageScale(612, 792)).toBeCloseTo(1400 / 792, 12);
  expect(imageScale(14_400, 100)).toBeCloseTo(1400 / 14_400, 12);
});

test("imageScale() gives up on pages without a size, and on those thinner than a pixel", () => {
  for (const [width, height] of [
    [0, 792],
    [-1, 5],
    [Number.NaN, 5],
    [Number.POSITIVE_INFINITY, 5],
    [1e7, 1],
  ] as const)
    expect(imageScale(width, height)).toBeUndefined();
});
