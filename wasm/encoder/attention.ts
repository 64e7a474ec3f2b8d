// Attention of one head in 16-bit fixed point: four query rows at a time against all keys of their sequence.
// Scores are log2 units * 2^20 in i32; softmax weights are i16 with 4096 = 1.
import { INVERSE_SUMS, KEY_SLOTS, QUERY_PAIRS, SCORES, WEIGHTS_16 } from "./buffers";
import { EXP, ROUND, ROUND_BITS } from "./constants";
import { multiplyAdd } from "./lanes";
import { F32_ROW, I16_ROW } from "./layout";

const ROWS: usize = 4;
const SCORE_ROW: usize = KEY_SLOTS * 4;
const WEIGHT_ROW: usize = KEY_SLOTS * 2;
const MASKED: i32 = -1000000000;
/** 256 products of 4096 and 2047 stay below 2^31. */
const CHUNK: usize = 256;

export function attendHead(query: usize, keys: usize, values: usize, tokens: i32, rows: i32, out: usize): void {
  const slots = (<usize>tokens + 7) & ~7;
  for (let row = 0; row < rows; row += 4) {
    for (let r: usize = 0; r < ROWS; r++) {
      for (let i: usize = 0; i < 16; i++) v128.store(QUERY_PAIRS + (r << 8) + (i << 4), v128.load32_splat(query + r * I16_ROW + (i << 2)));
    }
    score(keys, slots);
    for (let r: usize = 0; r < ROWS; r++) {
      store<f32>(INVERSE_SUMS + (r << 2), <f32>1.0 / <f32>softmaxRow(SCORES + r * SCORE_ROW, WEIGHTS_16 + r * WEIGHT_ROW, slots, tokens));
    }
    for (let r: usize = 0; r < ROWS; r += 2) weighRows(r, values, slots, out + r * F32_ROW);
    query += ROWS * I16_ROW;
    out += ROWS * F32_ROW;
  }
}

/** Scores of 4 rows against eight keys a step. */
function score(keys: usize, slots: usize): void {
  let s = SCORES;
  const end = SCORES + (slots << 2);
  do {
    let a0 = i32x4.splat(0), a1 = i32x4.splat(0), a2 = i32x4.splat(0), a3 = i32x4.splat(0);
    let b0 = i32x4.splat(0), b1 = i32x4.splat(0), b2 = i32x4.splat(0), b3 = i32x4.splat(0);
    let x = QUERY_PAIRS;
    const stop = keys + 256;
    do {
      const v = v128.load(keys), u = v128.load(keys, 256);
      let y = v128.load(x);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(v, y));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(u, y));
      y = v128.load(x, 256);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(v, y));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(u, y));
      y = v128.load(x, 512);
      a2 = i32x4.add(a2, i32x4.dot_i16x8_s(v, y));
      b2 = i32x4.add(b2, i32x4.dot_i16x8_s(u, y));
      y = v128.load(x, 768);
      a3 = i32x4.add(a3, i32x4.dot_i16x8_s(v, y));
      b3 = i32x4.add(b3, i32x4.dot_i16x8_s(u, y));
      keys += 16;
      x += 16;
    } while (keys < stop);
    v128.store(s, a0);
    v128.store(s, b0, 16);
    v128.store(s + SCORE_ROW, a1);
    v128.store(s + SCORE_ROW, b1, 16);
    v128.store(s + 2 * SCORE_ROW, a2);
    v128.store(s + 2 * SCORE_ROW, b2, 16);
    v128.store(s + 3 * SCORE_ROW, a3);
    v128.store(s + 3 * SCORE_ROW, b3, 16);
    keys += 256;
    s += 32;
  } while (s < end);
}

/** round(4096 * 2^(difference / 2^20)) for differences <= 0 */
// @ts-ignore: decorator
@inline function power(difference: v128): v128 {
  const round = v128.load(ROUND);
  const t = f32x4.pmax(f32x4.mul(f32x4.convert_i32x4_s(difference), v128.load(EXP)), v128.load(EXP + 16));
  const whole = f32x4.add(t, round), f = f32x4.sub(t, f32x4.sub(whole, round));
  let q = multiplyAdd(v128.load(EXP + 32), f, v128.load(EXP + 48));
  q = multiplyAdd(q, f, v128.load(EXP + 64));
  q = multiplyAdd(q, f, v128.load(EXP + 80));
  return i32x4.sub(multiplyAdd(i32x4.add(q, i32x4.shl(whole, 23)), v128.load(EXP + 96), round), v128.load(ROUND_BITS));
}

/** Writes the i16 weights of a row and returns their sum. */
function softmaxRow(scores: usize, weights: usize, slots: usize, tokens: i32): i32 {
  for (let t = <usize>tokens; t < slots; t++) store<i32>(scores + (t << 2), MASKED);
  let top = v128.load(scores), p = scores;
  const end = scores + (slots << 2);
  do {
    top = i32x4.max_s(top, i32x4.max_s(v128.load(p), v128.load(p, 16)));
    p += 32;
  } while (p < end);
  const best = i32x4.splat(max(max(i32x4.extract_lane(top, 0), i32x4.extract_lane(top, 1)), max(i32x4.extract_lane(top, 2), i32x4.extract_lane(top, 3))));
  let sum = i32x4.splat(0);
  p = scores;
  do {
    const a = power(i32x4.sub(v128.load(p), best)), b = power(i32x4.sub(v128.load(p, 16), best));
    sum = i32x4.add(sum, i32x4.add(a, b));
    v128.store(weights, i16x8.narrow_i32x4_s(a, b));
    p += 32;
    weights += 16;
  } while (p < end);
  return i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
}

/** Two rows: softmax weights times values, in chunks whose i32 sums cannot overflow. */
function weighRows(row: usize, values: usize, slots: usize, out: usize): void {
  const first = v128.load32_splat(INVERSE_SUMS + (row << 2)), second = v128.load32_splat(INVERSE_SUMS + (row << 2) + 4);
  const weights = WEIGHTS_16 + row * WEIGHT_ROW;
  for (let from: usize = 0; from < slots; from += CHUNK) {
    const bytes = min<usize>(slots - from, CHUNK) << 1, w = weights + (from << 1), v = values + (from << 6);
    weigh(w, w + WEIGHT_ROW, v, bytes, out, first, second, from == 0);
    weigh(w, w + WEIGHT_ROW, v + 64, bytes, out + 64, first, second, from == 0);
  }
}

/** Two rows, 16 dims, one chunk of keys. */
function weigh(w0: usize, w1: usize, values: usize, bytes: usize, out: usize, inverse0: v128, inverse1: v128, first: bool): void {
  let a0 = i32x4.splat(0), a1 = i32x4.splat(0), a2 = i32x4.splat(0), a3 = i32x4.splat(0);
  let b0 = i32x4.splat(0), b1 = i32x4.splat(0), b2 = i32x4.splat(0), b3 = i32x4.splat(0);
  const stop = w0 + bytes;
  do {
    const v0 = v128.load(values), v1 = v128.load(values, 16), v2 = v128.load(values, 32), v3 = v128.load(values, 48);
    const p = v128.load32_splat(w0), r = v128.load32_splat(w1);
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(v0, p));
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(v1, p));
    a2 = i32x4.add(a2, i32x4.dot_i16x8_s(v2, p));
    a3 = i32x4.add(a3, i32x4.dot_i16x8_s(v3, p));
    b0 = i32x4.add(b0, i32x4.dot_i16x8_s(v0, r));
    b1 = i32x4.add(b1, i32x4.dot_i16x8_s(v1, r));
    b2 = i32x4.add(b2, i32x4.dot_i16x8_s(v2, r));
    b3 = i32x4.add(b3, i32x4.dot_i16x8_s(v3, r));
    w0 += 4;
    w1 += 4;
    values += 128;
  } while (w0 < stop);
  put(out, a0, inverse0, first);
  put(out + 16, a1, inverse0, first);
  put(out + 32, a2, inverse0, first);
  put(out + 48, a3, inverse0, first);
  put(out + F32_ROW, b0, inverse1, first);
  put(out + F32_ROW + 16, b1, inverse1, first);
  put(out + F32_ROW + 32, b2, inverse1, first);
  put(out + F32_ROW + 48, b3, inverse1, first);
}

// @ts-ignore: decorator
@inline function put(at: usize, sum: v128, inverse: v128, first: bool): void {
  let x = f32x4.mul(f32x4.convert_i32x4_s(sum), inverse);
  if (!first) x = f32x4.add(x, v128.load(at));
  v128.store(at, x);
}
