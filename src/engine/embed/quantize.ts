import { FootnoteError } from "../../foundation/errors.ts";

const LARGEST = 127;

/** Symmetric int8: value ≈ scale · code. Throws `vector_invalid` for NaN, infinity, all zeros or another dimension. */
export function quantizeVector(vector: Float32Array, dimension = vector.length): { scale: number; codes: Int8Array } {
  const refuse = (problem: string) => new FootnoteError("vector_invalid", { path: "a passage", problem });
  if (vector.length !== dimension || vector.length === 0)
    throw refuse(`${vector.length} numbers instead of ${dimension}`);
  let peak = 0;
  for (const value of vector) {
    if (!Number.isFinite(value)) throw refuse(`it holds ${value}`);
    peak = Math.max(peak, Math.abs(value));
  }
  const scale = Math.fround(peak / LARGEST);
  if (scale === 0) throw refuse("it is zero");
  return {
    scale,
    codes: Int8Array.from(vector, (value) => Math.max(-LARGEST, Math.min(LARGEST, Math.round(value / scale)))),
  };
}
