import plain from "../../../wasm/encoder/encoder-plain.wasm" with { type: "file" };
import relaxed from "../../../wasm/encoder/encoder-relaxed.wasm" with { type: "file" };
import { FootnoteError } from "../../foundation/errors.ts";
import { chooseVariant, type Variant } from "./variant.ts";
import { loadWeights, WEIGHTS_BYTES } from "./weights.ts";
import { MAX_TOKENS } from "./wordpiece.ts";

export const DIMENSION = 384;
const VOCABULARY = 30_522;
const PAGE = 65_536;
/** Rows of one call: sequences are rounded up to four. More gains nothing and costs 6.5 kB a row. */
const CAPACITY = 1024;
/** Upper bound of what init() lays out for CAPACITY rows. */
const WORK_BYTES = (CAPACITY + 16) * 6_400 + 40 * 11_000 + PAGE;

interface Exports {
  init(weights: number, work: number, capacity: number): number;
  encode(count: number, lengths: number, ids: number, out: number): void;
  sums(codes: number, depth: number, rows: number, weights: number, out: number): void;
}

export interface Encoder {
  readonly memory: WebAssembly.Memory;
  readonly exports: Exports;
  /** Token ids (1 to 512 a sequence, each below 30,522) to unit vectors, in order. A vector does not depend on its neighbours. */
  encode(sequences: readonly Uint16Array[]): Float32Array[];
}

export async function loadEncoder(variant: Variant = chooseVariant()): Promise<Encoder> {
  const work = PAGE + WEIGHTS_BYTES;
  const lengths = align(work + WORK_BYTES);
  const ids = align(lengths + CAPACITY);
  const out = align(ids + CAPACITY * 2);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((out + (CAPACITY / 4) * DIMENSION * 4) / PAGE) });
  await loadWeights(new Uint8Array(memory.buffer, PAGE, WEIGHTS_BYTES));
  const code = await WebAssembly.compile(await Bun.file(variant === "relaxed" ? relaxed : plain).bytes());
  const instance = await WebAssembly.instantiate(code, { env: { memory } });
  const exports = instance.exports as unknown as Exports;
  const end = exports.init(PAGE, work, CAPACITY);
  if (end > lengths) throw new FootnoteError("internal", { problem: `encoder buffers end at ${end}, past ${lengths}` });

  function run(batch: readonly Uint16Array[]): Float32Array[] {
    let at = ids;
    batch.forEach((sequence, i) => {
      new Uint32Array(memory.buffer, lengths, CAPACITY / 4)[i] = sequence.length;
      new Uint16Array(memory.buffer, at, sequence.length).set(sequence);
      at += sequence.length * 2;
    });
    exports.encode(batch.length, lengths, ids, out);
    return batch.map((_, i) => new Float32Array(memory.buffer, out + i * DIMENSION * 4, DIMENSION).slice());
  }

  function encode(sequences: readonly Uint16Array[]): Float32Array[] {
    sequences.forEach(checkSequence);
    const vectors: Float32Array[] = [];
    let batch: Uint16Array[] = [];
    let rows = 0;
    for (const sequence of sequences) {
      const padded = Math.ceil(sequence.length / 4) * 4;
      if (rows + padded > CAPACITY) {
        vectors.push(...run(batch));
        batch = [];
        rows = 0;
      }
      batch.push(sequence);
      rows += padded;
    }
    return batch.length > 0 ? vectors.concat(run(batch)) : vectors;
  }
  return { memory, exports, encode };
}

function checkSequence(ids: Uint16Array): void {
  if (ids.length < 1 || ids.length > MAX_TOKENS)
    throw new FootnoteError("internal", { problem: `${ids.length} tokens in a sequence` });
  const wrong = ids.find((id) => id >= VOCABULARY);
  if (wrong !== undefined) throw new FootnoteError("internal", { problem: `token id ${wrong}` });
}

function align(address: number): number {
  return Math.ceil(address / 64) * 64;
}
