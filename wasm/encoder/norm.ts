// Layer norm over residual sums, with the quantisation of its result for the next linear layer.
import { F32_ROW, WIDTH } from "./layout";
import { maxLane, minLane, multiplyAdd, sumLanes } from "./lanes";
import { quantiseRow } from "./quantise";

const EPSILON: f32 = 1e-12;
const PER_WIDTH: f32 = 1.0 / 384.0;

/** hidden = norm(added + hidden), then codes of hidden * smooth. `parameters`: weights, then biases. */
export function normaliseRows(added: usize, hidden: usize, rows: i32, parameters: usize, smooth: usize, codes: usize, scales: usize, zeros: usize): void {
  for (let row = 0; row < rows; row++) {
    let sum0 = f32x4.splat(0), sum1 = sum0, squares0 = sum0, squares1 = sum0, a = added, h = hidden;
    const end = hidden + F32_ROW;
    do {
      const x = f32x4.add(v128.load(a), v128.load(h)), y = f32x4.add(v128.load(a, 16), v128.load(h, 16));
      v128.store(h, x);
      v128.store(h, y, 16);
      sum0 = f32x4.add(sum0, x);
      sum1 = f32x4.add(sum1, y);
      squares0 = multiplyAdd(x, x, squares0);
      squares1 = multiplyAdd(y, y, squares1);
      a += 32;
      h += 32;
    } while (h < end);
    const mean = sumLanes(f32x4.add(sum0, sum1)) * PER_WIDTH;
    const variance = max(sumLanes(f32x4.add(squares0, squares1)) * PER_WIDTH - mean * mean, <f32>0);
    const factor: f32 = <f32>1.0 / sqrt<f32>(variance + EPSILON);
    const scale = f32x4.splat(factor), shift = f32x4.splat(-mean * factor);
    let low0 = f32x4.splat(0), high0 = low0, low1 = low0, high1 = low0, p = parameters, s = smooth;
    h = hidden;
    do {
      const x = multiplyAdd(multiplyAdd(v128.load(h), scale, shift), v128.load(p), v128.load(p, F32_ROW));
      const y = multiplyAdd(multiplyAdd(v128.load(h, 16), scale, shift), v128.load(p, 16), v128.load(p, F32_ROW + 16));
      v128.store(h, x);
      v128.store(h, y, 16);
      const u = f32x4.mul(x, v128.load(s)), v = f32x4.mul(y, v128.load(s, 16));
      low0 = f32x4.pmin(low0, u);
      high0 = f32x4.pmax(high0, u);
      low1 = f32x4.pmin(low1, v);
      high1 = f32x4.pmax(high1, v);
      h += 32;
      p += 32;
      s += 32;
    } while (h < end);
    quantiseRow(hidden, smooth, WIDTH, minLane(f32x4.pmin(low0, low1)), maxLane(f32x4.pmax(high0, high1)), codes, scales, zeros);
    added += F32_ROW;
    hidden += F32_ROW;
    codes += WIDTH;
    scales += 4;
    zeros += 4;
  }
}
