// Where things lie in linear memory: page 0 constants and scratch, then the weight file, then these working buffers.
import { F32_ROW, I16_ROW, INNER, INNER_ROW, WIDTH } from "./layout";

/** Rows worked on together in one pass through the linear layers (any size from 8 to 64 is equally fast). */
export const BLOCK: i32 = 32;
/** Scores of one query row: 512 keys and room to round up. */
export const KEY_SLOTS: usize = 520;
export const QUERY_PAIRS: usize = 1024; // 4 rows x 16 pairs x 16 bytes
export const INVERSE_SUMS: usize = 2048; // 4 f32
export const SCORES: usize = 2304; // i32[4][520]
export const WEIGHTS_16: usize = SCORES + 4 * KEY_SLOTS * 4; // i16[4][520]
export const SUMS: usize = 16384; // i32[BLOCK][8]

export let file: usize = 0;
export let hidden: usize = 0, hiddenCodes: usize = 0, hiddenScales: usize = 0, hiddenZeros: usize = 0;
export let queries: usize = 0, keys: usize = 0, values: usize = 0, context: usize = 0;
export let contextCodes: usize = 0, contextScales: usize = 0, contextZeros: usize = 0;
export let linear: usize = 0, inner: usize = 0, innerCodes: usize = 0, innerScales: usize = 0, innerZeros: usize = 0;
/** Bytes of one head in `keys` and `values`. */
export let headBytes: usize = 0;

let top: usize = 0;

function take(bytes: usize): usize {
  const at = top;
  top += (bytes + 63) & ~63;
  return at;
}

/** Lays out the buffers for at most `capacity` rows from `work` on; returns the end address. */
export function placeBuffers(weights: usize, work: usize, capacity: i32): usize {
  const rows = <usize>(capacity + 8), block = <usize>BLOCK + 8;
  file = weights;
  top = work;
  hidden = take(rows * F32_ROW);
  hiddenCodes = take(rows * WIDTH);
  hiddenScales = take(rows * 4);
  hiddenZeros = take(rows * 4);
  queries = take(rows * I16_ROW + 4096);
  keys = take(rows * I16_ROW + 4096);
  values = take(rows * I16_ROW + 4096);
  context = take((rows + 8) * F32_ROW);
  contextCodes = take(block * WIDTH);
  contextScales = take(block * 4);
  contextZeros = take(block * 4);
  linear = take(block * F32_ROW);
  inner = take(block * INNER_ROW);
  innerCodes = take(block * INNER);
  innerScales = take(block * 4);
  innerZeros = take(block * 4);
  headBytes = rows * 64;
  return top;
}
