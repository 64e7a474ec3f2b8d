import { expect, test } from "bun:test";
import { readFormat } from "./format.ts";
import type { Measured } from "./record.ts";
import { DEFAULT_PRINTING, scalar, shownValue } from "./render.ts";

const float = (number: number): Measured => ({ type: "float", value: scalar(number) });
const stat = (mean: number, std: number, n: number): Measured => ({
  type: "stat",
  value: { mean: scalar(mean), std: scalar(std), n: { number: n, source: String(n), isWhole: true } },
});
const tuple = (...items: number[]): Measured => ({ type: "tuple", value: items.map(scalar) });

test.each<[Measured, string | undefined, string]>([
  [float(0.93214), ".1pct", "93.2%"],
  [float(0.93214), ".2f", "0.93"],
  [float(18535), ",d", "18,535"],
  [float(1.87e-14), ".1e", "1.9e-14"],
  [float(1.6247), ".2fx", "1.62x"],
  [float(-0.9212), ".2f", "-0.92"],
  [float(0.0213), "+.1pct", "+2.1%"],
  [stat(0.93214, 0.0041, 5), ".1pct", "93.2 ± 0.4%"],
  [stat(0.93214, 0.0041, 5), ".1pctci", "93.2% [92.7, 93.7]"],
  [stat(0.9, 0, 1), ".1pctci", "90.0%"],
  [tuple(41.2, 53.4), ".0f", "41-53"],
  [tuple(56, 32), "dto", "56 -> 32"],
  [tuple(1, 2, 3), "d", "1, 2, 3"],
  [float(0.125), ".2f", "0.13"],
  [float(2.675), ".2f", "2.68"],
  [float(0.5), ".0f", "1"],
  [float(-0.001), ".2f", "0.00"],
  [float(9.96), ".1e", "1.0e1"],
  [float(93.214), ".3g", "93.2"],
  [float(0.0001234), ".3g", "0.000123"],
  [float(123456), ".3g", "1.23e5"],
  [float(2), ".3g", "2"],
  [float(3.7), "d", "4"],
  [float(Number.NaN), ".2f", "NaN"],
  [float(-Infinity), ".2f", "-inf"],
  [float(0.93214), undefined, "0.932"],
  [{ type: "int", value: { number: 10_000, source: "10000", isWhole: true } }, undefined, "10000"],
  [{ type: "bool", value: true }, ".2f", "true"],
  [{ type: "str", value: "R&D" }, undefined, "R&D"],
])("%j in %p is %p", (measured, fmt, shown) => {
  expect(shownValue(measured, fmt, undefined, DEFAULT_PRINTING)).toBe(shown);
});

test("units, named formats and rounding to even", () => {
  expect(shownValue(float(12.34), ".1fu", "ms", DEFAULT_PRINTING)).toBe("12.3 ms");
  const named = { ...DEFAULT_PRINTING, named: new Map([["share", ".1pct"]]) };
  expect(shownValue(float(0.5), "share", undefined, named)).toBe("50.0%");
  expect(shownValue(float(0.125), ".2f", undefined, { ...DEFAULT_PRINTING, rounding: "half_even" })).toBe("0.12");
  expect(shownValue(float(0.375), ".2f", undefined, { ...DEFAULT_PRINTING, rounding: "half_even" })).toBe("0.38");
});

test("readFormat() takes what Python's users write, and nothing else", () => {
  for (const text of [".1f", "{:.1%}", ":.2f", "+,.3g", "d", "pct", ".1fux", "ci"])
    expect([text, readFormat(text) !== undefined]).toEqual([text, true]);
  for (const text of ["", "%d", ".123f", "f.1", "xx", "١f", "q", "{:}}"])
    expect([text, readFormat(text)]).toEqual([text, undefined]);
  expect(readFormat(".1%")).toEqual(readFormat(".1pct"));
});
