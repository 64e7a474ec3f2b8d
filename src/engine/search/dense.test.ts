import { expect, test } from "bun:test";
import fc from "fast-check";
import { quantizeVector } from "../embed/quantize.ts";
import { documentOf } from "./corpus-for-tests.ts";
import { countReady, scoreDense } from "./dense.ts";

const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 })
  .filter((values) => Math.hypot(...values) > 0.1)
  .map((values) => Float32Array.from(values, (value) => value / Math.hypot(...values)));

test("scoreDense() is the cosine, within what eight bits allow", () =>
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 6 }), vector, (passages, query) => {
      const packed = passages.map((one) => quantizeVector(one));
      const document = documentOf(
        "d",
        passages.map((_, at) => `passage ${at}`),
        {
          vectors: {
            scales: Float32Array.from(packed, ({ scale }) => scale),
            codes: Int8Array.from(packed.flatMap(({ codes }) => [...codes])),
            ready: passages.length,
          },
        },
      );
      const { documents, mean, ready } = scoreDense([document], query);
      const cosines = passages.map((one) => one.reduce((sum, value, at) => sum + value * query[at]!, 0));
      for (const [at, cosine] of cosines.entries()) expect(Math.abs(documents[0]![at]! - cosine)).toBeLessThan(0.03);
      expect(Math.abs(mean - cosines.reduce((sum, one) => sum + one, 0) / cosines.length)).toBeLessThan(0.03);
      expect(ready).toBe(passages.length);
    }),
  ));

test("a passage without a vector has no cosine, and does not move the mean", () => {
  const vectors = {
    scales: Float32Array.of(1 / 127, 5),
    codes: Int8Array.of(127, 0, 99, 99),
    ready: Uint8Array.of(1, 0),
  };
  const document = documentOf("d", ["one", "two"], { vectors });
  const { documents, mean } = scoreDense([document, documentOf("e", ["three"])], Float32Array.of(1, 0));
  expect([...documents[0]!].map((cosine) => Number.isNaN(cosine))).toEqual([false, true]);
  expect(mean).toBeCloseTo(1, 5);
  expect(countReady([document, documentOf("e", ["three"])])).toEqual({ ready: 1, of: 3 });
});

test("a query vector that is zero or not a number is refused", () => {
  const document = documentOf("d", ["one"], {
    vectors: { scales: Float32Array.of(1), codes: Int8Array.of(1, 1), ready: 1 },
  });
  expect(() => scoreDense([document], new Float32Array(2))).toThrow("it is zero");
  expect(() => scoreDense([document], Float32Array.of(Number.NaN, 1))).toThrow("it holds NaN");
});
