import { expect, test } from "bun:test";
import fc from "fast-check";
import { quantizeVector } from "./quantize.ts";

test("quantizeVector() maps the largest magnitude to 127", () => {
  const { scale, codes } = quantizeVector(Float32Array.of(0.5, -1, 0.25, 0));
  expect(scale).toBe(Math.fround(1 / 127));
  expect([...codes]).toEqual([64, -127, 32, 0]);
});

test("quantizeVector() is off by half a step at most", () => {
  const numbers = fc.float32Array({ minLength: 1, maxLength: 50, min: -4, max: 4, noNaN: true });
  fc.assert(
    fc.property(numbers, (vector) => {
      fc.pre(vector.some((value) => Math.abs(value) > 1e-6));
      const { scale, codes } = quantizeVector(vector);
      for (const [i, value] of vector.entries())
        expect(Math.abs(value - scale * codes[i]!)).toBeLessThanOrEqual(scale * 0.5001);
    }),
  );
});

test.each([
  ["NaN", Float32Array.of(1, Number.NaN), 2],
  ["infinity", Float32Array.of(1, Number.NEGATIVE_INFINITY), 2],
  ["all zeros", new Float32Array(4), 4],
  ["too few numbers", Float32Array.of(1, 2), 3],
  ["no numbers", new Float32Array(0), 0],
])("quantizeVector() refuses %s", (_, vector, dimension) => {
  expect(() => quantizeVector(vector, dimension)).toThrow(expect.objectContaining({ code: "vector_invalid" }));
});
