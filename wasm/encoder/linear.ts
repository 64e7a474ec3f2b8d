// Linear layers: the integer tile, then one of five epilogues. Channels hold (scale | sum of codes | bias).
import { SUMS } from "./buffers";
import { OFFSETS } from "./constants";
import { multiplyAdd, toShorts } from "./lanes";
import { F32_ROW, I16_ROW, INNER, INNER_ROW, WIDTH } from "./layout";
import { tile } from "./tile";

const FLOATS: i32 = 0, GELU_FLOATS: i32 = 1, QUERY_ROWS: i32 = 2, KEY_PANELS: i32 = 3, VALUE_PANELS: i32 = 4;
/** V is clamped so that 256 products of 4096 and a value stay inside i32 (attention.ts). */
const VALUE_MAX: i16 = 2047;

export function toFloats(a: usize, scales: usize, zeros: usize, rows: i32, depth: usize, weights: usize, channels: usize, out: usize): void {
  linear(FLOATS, a, scales, zeros, rows, depth, weights, channels, WIDTH, 0, WIDTH, out, F32_ROW);
}
export function toGelu(a: usize, scales: usize, zeros: usize, rows: i32, weights: usize, channels: usize, out: usize): void {
  linear(GELU_FLOATS, a, scales, zeros, rows, WIDTH, weights, channels, INNER, 0, INNER, out, INNER_ROW);
}
export function toQueries(a: usize, scales: usize, zeros: usize, rows: i32, weights: usize, channels: usize, out: usize): void {
  linear(QUERY_ROWS, a, scales, zeros, rows, WIDTH, weights, channels, 3 * WIDTH, 0, WIDTH, out, I16_ROW);
}
export function toKeys(a: usize, scales: usize, zeros: usize, rows: i32, weights: usize, channels: usize, out: usize, head: usize): void {
  linear(KEY_PANELS, a, scales, zeros, rows, WIDTH, weights, channels, 3 * WIDTH, WIDTH, WIDTH, out, head);
}
export function toValues(a: usize, scales: usize, zeros: usize, rows: i32, weights: usize, channels: usize, out: usize, head: usize): void {
  linear(VALUE_PANELS, a, scales, zeros, rows, WIDTH, weights, channels, 3 * WIDTH, 2 * WIDTH, WIDTH, out, head);
}

/** (sum - zero * sum of codes) * scale of the row * scale of the channel + bias */
// @ts-ignore: decorator
@inline function dequantise(sum: v128, zero: v128, rowScale: v128, codeSum: v128, scale: v128, bias: v128): v128 {
  return multiplyAdd(f32x4.convert_i32x4_s(i32x4.sub(sum, i32x4.mul(zero, codeSum))), f32x4.mul(rowScale, scale), bias);
}

/** `at` is GELU's table as an opaque pointer, so that every constant is one load with an immediate. */
// @ts-ignore: decorator
@inline function gelu(x: v128, at: usize): v128 {
  const c = f32x4.pmin(f32x4.pmax(x, v128.load(at, 16)), v128.load(at)), u = f32x4.mul(c, c);
  let r = multiplyAdd(v128.load(at, 48), u, v128.load(at, 64));
  r = multiplyAdd(r, u, v128.load(at, 80));
  r = multiplyAdd(r, u, v128.load(at, 96));
  r = multiplyAdd(r, u, v128.load(at, 112));
  r = multiplyAdd(r, u, v128.load(at, 128));
  r = multiplyAdd(r, u, v128.load(at, 144));
  return f32x4.mul(x, multiplyAdd(r, c, v128.load(at, 32)));
}

/** keys[head][t / 4][pair of dims][t % 4][2] */
// @ts-ignore: decorator
@inline function storeKeys(at: usize, r0: v128, r1: v128): void {
  const low = i8x16.shuffle(r0, r1, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
  const high = i8x16.shuffle(r0, r1, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  v128.store64_lane(at, low, 0);
  v128.store64_lane(at, low, 1, 16);
  v128.store64_lane(at, high, 0, 32);
  v128.store64_lane(at, high, 1, 48);
}

/** values[head][t / 2][dim][2] */
// @ts-ignore: decorator
@inline function storeValues(at: usize, r0: v128, r1: v128): void {
  const top = i16x8.splat(VALUE_MAX), bottom = i16x8.splat(-VALUE_MAX);
  const a = i16x8.max_s(i16x8.min_s(r0, top), bottom), b = i16x8.max_s(i16x8.min_s(r1, top), bottom);
  v128.store(at, i8x16.shuffle(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23));
  v128.store(at, i8x16.shuffle(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31), 16);
}

// @ts-ignore: decorator
@inline function linear(kind: i32, a: usize, scales: usize, zeros: usize, rows: i32, depth: usize, weights: usize, channels: usize,
  outputs: usize, first: usize, count: usize, out: usize, stride: usize): void {
  const next = <usize>load<u32>(OFFSETS), table = <usize>load<u32>(OFFSETS, 12), panel = depth << 2;
  for (let n: usize = first; n < first + count; n += 8) {
    tile(a, depth, rows, weights + (n >> 2) * panel, SUMS);
    const scaleAt = channels + (n << 2), sumAt = scaleAt + (outputs << 2), biasAt = sumAt + (outputs << 2), column = n - first;
    const c0 = v128.load(sumAt), c1 = v128.load(sumAt, 16), k0 = v128.load(scaleAt), k1 = v128.load(scaleAt, 16);
    const d0 = v128.load(biasAt), d1 = v128.load(biasAt, 16);
    for (let m: usize = 0; m < <usize>rows; m += 2) {
      const at = SUMS + (m << 5), zero = zeros + (m << 2), scale = scales + (m << 2);
      const z0 = v128.load32_splat(zero), z1 = v128.load32_splat(zero + next);
      const s0 = v128.load32_splat(scale), s1 = v128.load32_splat(scale + next);
      let f0 = dequantise(v128.load(at), z0, s0, c0, k0, d0), f1 = dequantise(v128.load(at, 16), z0, s0, c1, k1, d1);
      let g0 = dequantise(v128.load(at, 32), z1, s1, c0, k0, d0), g1 = dequantise(v128.load(at, 48), z1, s1, c1, k1, d1);
      if (kind <= GELU_FLOATS) {
        if (kind == GELU_FLOATS) {
          f0 = gelu(f0, table);
          f1 = gelu(f1, table);
          g0 = gelu(g0, table);
          g1 = gelu(g1, table);
        }
        const q = out + m * stride + (column << 2);
        v128.store(q, f0);
        v128.store(q, f1, 16);
        v128.store(q + stride, g0);
        v128.store(q + stride, g1, 16);
      } else if (kind == QUERY_ROWS) {
        const q = out + m * stride + (column << 1);
        v128.store(q, toShorts(f0, f1));
        v128.store(q + stride, toShorts(g0, g1));
      } else {
        const head = out + (column >> 5) * stride, r0 = toShorts(f0, f1), r1 = toShorts(g0, g1);
        if (kind == KEY_PANELS) storeKeys(head + (m >> 2) * 256 + ((column & 31) << 3) + ((m & 2) << 2), r0, r1);
        else storeValues(head + (m >> 1) * 128 + ((column & 31) << 2), r0, r1);
      }
    }
  }
}
