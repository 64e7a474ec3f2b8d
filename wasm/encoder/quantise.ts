// Rows of floats to codes 0..127 with a scale and a zero point of their own, so that no row depends on its neighbours.
import { CODE_MAX, ROUND_BITS, ROUND_MAGIC } from "./constants";
import { maxLane, minLane } from "./lanes";

// @ts-ignore: decorator
@inline function shifted(from: usize, smooth: usize, factor: v128, offset: v128): v128 {
  return i32x4.sub(f32x4.add(f32x4.mul(f32x4.mul(v128.load(from), v128.load(smooth)), factor), offset), v128.load(ROUND_BITS));
}

/** Codes of from[i] * smooth[i], whose extremes (zero included) are `low` and `high`. */
export function quantiseRow(from: usize, smooth: usize, count: usize, low: f32, high: f32, codes: usize, scaleAt: usize, zeroAt: usize): void {
  const scale = max((high - low) * <f32>(1.0 / 127.0), <f32>1e-20), inverse: f32 = 1.0 / scale;
  const zero = <i32>nearest<f32>(-low * inverse);
  store<f32>(scaleAt, scale);
  store<i32>(zeroAt, zero);
  const factor = f32x4.splat(inverse), offset = f32x4.splat(ROUND_MAGIC + <f32>zero), cap = v128.load(CODE_MAX);
  const end = from + (count << 2);
  do {
    const a = shifted(from, smooth, factor, offset), b = shifted(from + 16, smooth + 16, factor, offset);
    const c = shifted(from + 32, smooth + 32, factor, offset), d = shifted(from + 48, smooth + 48, factor, offset);
    v128.store(codes, i8x16.min_u(i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(a, b), i16x8.narrow_i32x4_s(c, d)), cap));
    from += 64;
    smooth += 64;
    codes += 16;
  } while (from < end);
}

export function quantiseRows(from: usize, smooth: usize, count: usize, rows: i32, codes: usize, scales: usize, zeros: usize): void {
  for (let row = 0; row < rows; row++) {
    let low0 = f32x4.splat(0), high0 = low0, low1 = low0, high1 = low0, p = from, s = smooth;
    const end = from + (count << 2);
    do {
      const x = f32x4.mul(v128.load(p), v128.load(s)), y = f32x4.mul(v128.load(p, 16), v128.load(s, 16));
      low0 = f32x4.pmin(low0, x);
      high0 = f32x4.pmax(high0, x);
      low1 = f32x4.pmin(low1, y);
      high1 = f32x4.pmax(high1, y);
      p += 32;
      s += 32;
    } while (p < end);
    quantiseRow(from, smooth, count, minLane(f32x4.pmin(low0, low1)), maxLane(f32x4.pmax(high0, high1)), codes, scales, zeros);
    from += count << 2;
    codes += count;
    scales += 4;
    zeros += 4;
  }
}
