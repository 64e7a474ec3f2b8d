// Layer norm over residual sums, with the quantisation of its result for the next linear layer.
import { F32_ROW, WIDTH } from "./layout";
import { maxLane, minLane, multiplyAdd, sumLanes } from "./lanes";
import { quantiseRow } from "./quantise";

const EPSILON: f32 = 1e-12;
const PER_WIDTH: f32 = 1.0 / 384.0;

/** hidden = norm(added + hidden), then codes of hidden * smooth. `parameters`: weights, then biases. */
export function normaliseRows(added: usize, hidden: usize, rows: i32, parameters: usize, smooth: usize, codes: usize, scales: usize, zeros: usize): void {
  for (let row = 0; row < rows; row++) {
    let sum = f32x4.splat(0), squares = sum, a = added, h = hidden;
    const end = hidden + F32_ROW;
    do {
      const x = f32x4.add(v128.load(a), v128.load(h));
      v128.store(h, x);
      sum = f32x4.add(sum, x);
      squares = multiplyAdd(x, x, squares);
      a += 16;
      h += 16;
    } while (h < end);
    const mean = sumLanes(sum) * PER_WIDTH, variance = max(sumLanes(squares) * PER_WIDTH - mean * mean, <f32>0);
    const factor: f32 = <f32>1.0 / sqrt<f32>(variance + EPSILON);
    const scale = f32x4.splat(factor), shift = f32x4.splat(-mean * factor);
    let low = f32x4.splat(0), high = low, p = parameters, s = smooth;
    h = hidden;
    do {
      const x = multiplyAdd(multiplyAdd(v128.load(h), scale, shift), v128.load(p), v128.load(p, 1536));
      v128.store(h, x);
      const y = f32x4.mul(x, v128.load(s));
      low = f32x4.pmin(low, y);
      high = f32x4.pmax(high, y);
      h += 16;
      p += 16;
      s += 16;
    } while (h < end);
    quantiseRow(hidden, smooth, WIDTH, minLane(low), maxLane(high), codes, scales, zeros);
    added += F32_ROW;
    hidden += F32_ROW;
    codes += WIDTH;
    scales += 4;
    zeros += 4;
  }
}
