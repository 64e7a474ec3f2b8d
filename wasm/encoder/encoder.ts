// bge-small-en-v1.5: token ids in, unit vectors out. The host checks ids, lengths and capacity (src/engine/embed/module.ts).
import * as at from "./buffers";
import { attendHead } from "./attention";
import { lookUp } from "./embeddings";
import * as pack from "./layout";
import { F32_ROW, HEADS, I16_ROW, LAYERS, WIDTH } from "./layout";
import { multiplyAdd, sumLanes } from "./lanes";
import { toFloats, toGelu, toKeys, toQueries, toValues } from "./linear";
import { normaliseRows } from "./norm";
import { quantiseRows } from "./quantise";
import { tile } from "./tile";
import { writeConstants } from "./constants";

/** `weights`: address of the packed file; `work`: first free byte after it; `capacity`: most rows. Returns the end address. */
export function init(weights: usize, work: usize, capacity: i32): usize {
  writeConstants();
  return at.placeBuffers(weights, work, capacity);
}

/** The integer tile alone, for tests; it is also what keeps the tile out of line. */
export function sums(codes: usize, depth: usize, rows: usize, weights: usize, out: usize): void {
  tile(codes, depth, rows, weights, out);
}

// @ts-ignore: decorator
@inline function padded(tokens: usize): usize {
  return (tokens + 3) & ~3;
}

/** lengths: u32[count]; ids: u16, one sequence after another; out: f32[count][384]. */
export function encode(count: i32, lengths: usize, ids: usize, out: usize): void {
  const rows = embed(count, lengths, ids);
  for (let layer = 0; layer < LAYERS - 1; layer++) {
    const base = at.file + pack.FIRST_LAYER + <usize>layer * pack.LAYER_BYTES;
    project(base, rows, true);
    attend(count, lengths, I16_ROW);
    feedForward(base, rows, base + pack.LAYER_BYTES + pack.SMOOTH_QKV);
  }
  // The vector is that of the first token, so in the last layer only those rows go on.
  const last = at.file + pack.FIRST_LAYER + <usize>(LAYERS - 1) * pack.LAYER_BYTES, kept = (count + 1) & ~1;
  project(last, rows, false);
  gatherFirstRows(count, lengths);
  toQueries(at.hiddenCodes, at.hiddenScales, at.hiddenZeros, kept, last + pack.QKV, last + pack.QKV_CHANNELS, at.queries);
  attendFirst(count, lengths);
  feedForward(last, kept, last + pack.SMOOTH_UP);
  writeUnit(count, out);
}

function embed(count: i32, lengths: usize, ids: usize): i32 {
  let row: usize = 0;
  for (let s = 0; s < count; s++) {
    const tokens = <usize>load<u32>(lengths + (<usize>s << 2));
    lookUp(ids, tokens, padded(tokens), row);
    ids += tokens << 1;
    row += padded(tokens);
  }
  memory.fill(at.linear, 0, <usize>at.BLOCK * F32_ROW);
  const smooth = at.file + pack.FIRST_LAYER + pack.SMOOTH_QKV;
  for (let m = 0; m < <i32>row; m += at.BLOCK) {
    const o = <usize>m;
    normaliseRows(at.linear, at.hidden + o * F32_ROW, min(at.BLOCK, <i32>row - m), at.file + pack.EMBEDDING_NORM, smooth,
      at.hiddenCodes + o * WIDTH, at.hiddenScales + o * 4, at.hiddenZeros + o * 4);
  }
  return <i32>row;
}

function project(base: usize, rows: i32, withQueries: bool): void {
  const weights = base + pack.QKV, channels = base + pack.QKV_CHANNELS;
  for (let m = 0; m < rows; m += at.BLOCK) {
    const n = min(at.BLOCK, rows - m), o = <usize>m;
    const codes = at.hiddenCodes + o * WIDTH, scales = at.hiddenScales + o * 4, zeros = at.hiddenZeros + o * 4;
    if (withQueries) toQueries(codes, scales, zeros, n, weights, channels, at.queries + o * I16_ROW);
    toKeys(codes, scales, zeros, n, weights, channels, at.keys + o * 64, at.headBytes);
    toValues(codes, scales, zeros, n, weights, channels, at.values + o * 64, at.headBytes);
  }
}

function attend(count: i32, lengths: usize, stride: usize): void {
  let row: usize = 0;
  for (let s: usize = 0; s < <usize>count; s++) {
    const tokens = load<u32>(lengths + (s << 2));
    for (let h: usize = 0; h < HEADS; h++) {
      const panel = h * at.headBytes + row * 64;
      attendHead(at.queries + row * stride + (h << 6), at.keys + panel, at.values + panel, tokens, tokens, at.context + row * F32_ROW + (h << 7));
    }
    row += padded(<usize>tokens);
  }
}

function attendFirst(count: i32, lengths: usize): void {
  let row: usize = 0;
  for (let s: usize = 0; s < <usize>count; s++) {
    const tokens = load<u32>(lengths + (s << 2));
    for (let h: usize = 0; h < HEADS; h++) {
      const panel = h * at.headBytes + row * 64;
      attendHead(at.queries + s * I16_ROW + (h << 6), at.keys + panel, at.values + panel, tokens, 1, at.context + s * F32_ROW + (h << 7));
    }
    row += padded(<usize>tokens);
  }
}

function gatherFirstRows(count: i32, lengths: usize): void {
  let row: usize = 0;
  for (let s: usize = 0; s < <usize>count; s++) {
    memory.copy(at.hidden + s * F32_ROW, at.hidden + row * F32_ROW, F32_ROW);
    memory.copy(at.hiddenCodes + s * WIDTH, at.hiddenCodes + row * WIDTH, WIDTH);
    store<u32>(at.hiddenScales + (s << 2), load<u32>(at.hiddenScales + (row << 2)));
    store<u32>(at.hiddenZeros + (s << 2), load<u32>(at.hiddenZeros + (row << 2)));
    row += padded(<usize>load<u32>(lengths + (s << 2)));
  }
}

function feedForward(base: usize, rows: i32, nextSmooth: usize): void {
  for (let m = 0; m < rows; m += at.BLOCK) {
    const n = min(at.BLOCK, rows - m), o = <usize>m, hidden = at.hidden + o * F32_ROW;
    const codes = at.hiddenCodes + o * WIDTH, scales = at.hiddenScales + o * 4, zeros = at.hiddenZeros + o * 4;
    quantiseRows(at.context + o * F32_ROW, base + pack.SMOOTH_OUT, WIDTH, n, at.contextCodes, at.contextScales, at.contextZeros);
    toFloats(at.contextCodes, at.contextScales, at.contextZeros, n, WIDTH, base + pack.OUT, base + pack.OUT_CHANNELS, at.linear);
    normaliseRows(at.linear, hidden, n, base + pack.ATTENTION_NORM, base + pack.SMOOTH_UP, codes, scales, zeros);
    toGelu(codes, scales, zeros, n, base + pack.UP, base + pack.UP_CHANNELS, at.inner);
    quantiseRows(at.inner, base + pack.SMOOTH_DOWN, pack.INNER, n, at.innerCodes, at.innerScales, at.innerZeros);
    toFloats(at.innerCodes, at.innerScales, at.innerZeros, n, pack.INNER, base + pack.DOWN, base + pack.DOWN_CHANNELS, at.linear);
    normaliseRows(at.linear, hidden, n, base + pack.OUTPUT_NORM, nextSmooth, codes, scales, zeros);
  }
}

function writeUnit(count: i32, out: usize): void {
  for (let s: usize = 0; s < <usize>count; s++) {
    const start = at.hidden + s * F32_ROW, end = start + F32_ROW;
    let squares = f32x4.splat(0), p = start;
    do {
      const x = v128.load(p);
      squares = multiplyAdd(x, x, squares);
      p += 16;
    } while (p < end);
    const factor = f32x4.splat(<f32>1.0 / sqrt<f32>(sumLanes(squares)));
    p = start;
    do {
      v128.store(out, f32x4.mul(v128.load(p), factor));
      out += 16;
      p += 16;
    } while (p < end);
  }
}
