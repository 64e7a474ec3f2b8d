import { expect, test } from "bun:test";
import { capitalized, generalFormat, isBlank, isTruthy, pythonFloat, pythonRepr } from "./python.ts";

test("pythonRepr() quotes and escapes as Python 3 does", () => {
  const shown = ["a", "it's", `both ' and "`, "tab\t\n\\", "é\u00a0\u200b\u{10ffff}\x7f"].map(pythonRepr);
  expect(shown).toEqual(["'a'", `"it's"`, `'both \\' and "'`, "'tab\\t\\n\\\\'", "'é\\xa0\\u200b\\U0010ffff\\x7f'"]);
});

test("pythonFloat() is Python's repr", () => {
  const values = [
    0, -0, 72, 60.17499923706055, 0.1, 1e-4, 1e-5, 1.5e-7, 1e15, 1e16, 123456789012345680, 1e21, -2.5e300,
  ];
  const shown = [
    "0.0",
    "-0.0",
    "72.0",
    "60.17499923706055",
    "0.1",
    "0.0001",
    "1e-05",
    "1.5e-07",
    "1000000000000000.0",
    "1e+16",
    "1.2345678901234568e+17",
    "1e+21",
    "-2.5e+300",
  ];
  expect(values.map(pythonFloat)).toEqual(shown);
});

test("generalFormat() is C's %.8g", () => {
  const values = [0, 2, 1.52970588, 12345.678, 123456789, 1e-5, 0.0001, Number.POSITIVE_INFINITY, Number.NaN];
  const shown = ["0", "2", "1.5297059", "12345.678", "1.2345679e+08", "1e-05", "0.0001", "inf", "nan"];
  expect(values.map((value) => generalFormat(value, 8))).toEqual(shown);
});

test("isBlank() strips what Python strips", () => {
  expect(["", " \t\x1c\u3000\x85", "\ufeff", "a"].map(isBlank)).toEqual([true, true, false, false]);
});

test("capitalized() and isTruthy()", () => {
  expect(capitalized("chunk ABC Metadata")).toBe("Chunk abc metadata");
  expect([null, 0, "", [], {}, false, 5, "x", [0], { a: 1 }].map(isTruthy)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    true,
    true,
    true,
    true,
  ]);
});
