import { expect, test } from "bun:test";
import { DIMENSION, loadEncoder } from "./module.ts";

const encoder = await loadEncoder();
const internal = (problem: string) =>
  expect.objectContaining({ code: "internal", message: expect.stringContaining(problem) });

test.each([
  [0, "0 tokens"],
  [513, "513 tokens"],
])("a sequence of %i tokens is refused", (length, problem) => {
  expect(() => encoder.encode([new Uint16Array(length).fill(101)])).toThrow(internal(problem));
});

test("a token id past the vocabulary is refused before it is read as an address", () => {
  expect(() => encoder.encode([Uint16Array.of(101, 30_522, 102)])).toThrow(internal("token id 30522"));
  expect(encoder.encode([Uint16Array.of(101, 30_521, 102)])[0]).toHaveLength(DIMENSION);
});

test("no sequences give no vectors", () => {
  expect(encoder.encode([])).toEqual([]);
});

test("the longest sequences and more rows than one call takes give unit vectors", () => {
  const sequences = Array.from({ length: 3 }, (_, i) => Uint16Array.from({ length: 512 }, (_, k) => 999 + i + k * 3));
  for (const vector of encoder.encode(sequences)) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
});
