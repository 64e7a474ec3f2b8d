// Integer products: pairs of rows (codes 0..127) x 8 outputs (i8 weights in panels of 4 outputs x 4 k), sums in i32[rows][8].
import { OFFSETS, ONES } from "./constants";

/**
 * A function of its own with several callers, so that binaryen does not inline it: inside the epilogues JSC spills in the
 * inner loop and the whole encoder runs at half speed. `rows` is even.
 */
export function tile(codes: usize, depth: usize, rows: usize, weights: usize, sums: usize): void {
  if (ASC_FEATURE_RELAXED_SIMD) relaxedTile(codes, depth, rows, weights, sums);
  else plainTile(codes, depth, rows, weights, sums);
}

/** Four 8-bit steps share one i16 lane before they are widened; pack.py proves that no lane can overflow. */
// @ts-ignore: decorator
@inline function chain(w0: v128, w1: v128, w2: v128, w3: v128, x: usize, o1: usize, o2: usize, o3: usize): v128 {
  let s = i16x8.relaxed_dot_i8x16_i7x16_s(w0, v128.load32_splat(x));
  s = i16x8.add(s, i16x8.relaxed_dot_i8x16_i7x16_s(w1, v128.load32_splat(x + o1)));
  s = i16x8.add(s, i16x8.relaxed_dot_i8x16_i7x16_s(w2, v128.load32_splat(x + o2)));
  return i16x8.add(s, i16x8.relaxed_dot_i8x16_i7x16_s(w3, v128.load32_splat(x + o3)));
}

// @ts-ignore: decorator
@inline function relaxedTile(codes: usize, depth: usize, rows: usize, weights: usize, sums: usize): void {
  const ones = v128.load(ONES);
  const o1 = <usize>load<u32>(OFFSETS), o2 = <usize>load<u32>(OFFSETS, 4), o3 = <usize>load<u32>(OFFSETS, 8);
  const panel = depth << 2, end = codes + rows * depth;
  let p = codes;
  while (p < end) {
    let w = weights, u = weights + panel, q = p + depth;
    let a0 = i32x4.splat(0), a1 = i32x4.splat(0), b0 = i32x4.splat(0), b1 = i32x4.splat(0);
    const stop = q;
    do {
      const w0 = v128.load(w), w1 = v128.load(w, 16), w2 = v128.load(w, 32), w3 = v128.load(w, 48);
      const u0 = v128.load(u), u1 = v128.load(u, 16), u2 = v128.load(u, 32), u3 = v128.load(u, 48);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(chain(w0, w1, w2, w3, p, o1, o2, o3), ones));
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(chain(u0, u1, u2, u3, p, o1, o2, o3), ones));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(chain(w0, w1, w2, w3, q, o1, o2, o3), ones));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(chain(u0, u1, u2, u3, q, o1, o2, o3), ones));
      w += 64;
      u += 64;
      p += 16;
      q += 16;
    } while (p < stop);
    v128.store(sums, a0);
    v128.store(sums, a1, 16);
    v128.store(sums, b0, 32);
    v128.store(sums, b1, 48);
    sums += 64;
    p = q;
  }
}

/** Adds neighbours: each output came as two partial sums. */
// @ts-ignore: decorator
@inline function joinPairs(a: v128, b: v128): v128 {
  return i32x4.add(
    i8x16.shuffle(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27),
    i8x16.shuffle(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31),
  );
}

// @ts-ignore: decorator
@inline function plainTile(codes: usize, depth: usize, rows: usize, weights: usize, sums: usize): void {
  const panel = depth << 2, end = codes + rows * depth;
  let p = codes;
  while (p < end) {
    let w = weights, q = p + depth;
    let a0 = i32x4.splat(0), a1 = i32x4.splat(0), a2 = i32x4.splat(0), a3 = i32x4.splat(0);
    let b0 = i32x4.splat(0), b1 = i32x4.splat(0), b2 = i32x4.splat(0), b3 = i32x4.splat(0);
    const stop = q;
    do {
      const x = i16x8.extend_low_i8x16_s(v128.load32_splat(p)), y = i16x8.extend_low_i8x16_s(v128.load32_splat(q));
      const v = v128.load(w), u = v128.load(w + panel);
      const v0 = i16x8.extend_low_i8x16_s(v), v1 = i16x8.extend_high_i8x16_s(v);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(v0, x));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(v0, y));
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(v1, x));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(v1, y));
      const u0 = i16x8.extend_low_i8x16_s(u), u1 = i16x8.extend_high_i8x16_s(u);
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(u0, x));
      b2 = i32x4.add(b2, i32x4.dot_i16x8_s(u0, y));
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(u1, x));
      b3 = i32x4.add(b3, i32x4.dot_i16x8_s(u1, y));
      w += 16;
      p += 4;
      q += 4;
    } while (p < stop);
    v128.store(sums, joinPairs(a0, a1));
    v128.store(sums, joinPairs(a2, a3), 16);
    v128.store(sums, joinPairs(b0, b1), 32);
    v128.store(sums, joinPairs(b2, b3), 48);
    sums += 64;
    p = q;
  }
}
