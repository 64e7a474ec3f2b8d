import { expect, test } from "bun:test";
import { loadEncoder } from "./module.ts";
import type { Variant } from "./variant.ts";

// As in wasm/encoder/layout.ts: where the layers start after page 0, and the matrices of one layer: offset, inputs, outputs.
const FIRST_LAYER = 65_536 + 64 + 2 * 1536 + 512 * 1536 + 30_528 * 4 + 30_528 * 384;
const MATRICES = [
  [0, 384, 1152],
  [442_368, 384, 384],
  [589_824, 384, 1536],
  [1_179_648, 1536, 384],
] as const;
const LAYER_BYTES = 1_769_472 + 3 * 4 * (1152 + 384 + 1536 + 384) + 4 * 1536 + 3 * 1536 + 6144;
const ROWS = 18;

/** Weights of 8 outputs, [output][input], out of panels of 4 outputs x 4 inputs. */
function unpack(panels: Int8Array, depth: number): Int8Array[] {
  return Array.from({ length: 8 }, (_, j) =>
    Int8Array.from(
      { length: depth },
      (_, k) => panels[(j >> 2) * depth * 4 + (k >> 2) * 16 + (j & 3) * 4 + (k & 3)] ?? 0,
    ),
  );
}

/** For each output the codes that push its sum up as far as can be, then down; last two rows of mixed codes. */
function worstCodes(weights: readonly Int8Array[], depth: number): Uint8Array[] {
  const rows = weights.flatMap((w) => [w.map((x) => (x > 0 ? 127 : 0)), w.map((x) => (x < 0 ? 127 : 0))]);
  const mixed = [37, 91].map((step) => Int8Array.from({ length: depth }, (_, k) => (k * step + 11) & 127));
  return [...rows, ...mixed].map((row) => Uint8Array.from(row));
}

function plainSums(codes: readonly Uint8Array[], weights: readonly Int8Array[]): number[] {
  return codes.flatMap((row) =>
    weights.map((w) => {
      let sum = 0;
      for (let k = 0; k < w.length; k++) sum += (row[k] ?? 0) * (w[k] ?? 0);
      return sum;
    }),
  );
}

test("both tiles give the exact sums of plain integers, for the worst codes of every output", async () => {
  const encoders = await Promise.all((["relaxed", "plain"] satisfies Variant[]).map((variant) => loadEncoder(variant)));
  let compared = 0;
  for (let layer = 0; layer < 12; layer++) {
    for (const [offset, depth, outputs] of MATRICES) {
      for (let output = 0; output < outputs; output += 8) {
        const at = FIRST_LAYER + layer * LAYER_BYTES + offset + output * depth;
        const weights = unpack(new Int8Array(encoders[0]!.memory.buffer, at, 8 * depth), depth);
        const codes = worstCodes(weights, depth);
        const expected = plainSums(codes, weights);
        for (const { memory, exports } of encoders) {
          const scratch = memory.buffer.byteLength - 65_536;
          codes.forEach((row, r) => {
            new Uint8Array(memory.buffer, scratch + r * depth, depth).set(row);
          });
          exports.sums(scratch, depth, ROWS, at, scratch + ROWS * 1536);
          const sums = new Int32Array(memory.buffer, scratch + ROWS * 1536, ROWS * 8);
          if (!sums.every((sum, i) => sum === expected[i])) expect([...sums]).toEqual(expected);
          compared += sums.length;
        }
      }
    }
  }
  expect(compared).toBe(2 * ROWS * 12 * (1152 + 384 + 1536 + 384));
}, 120_000);
