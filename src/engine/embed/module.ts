import plain from "../../../wasm/encoder/encoder-plain.wasm" with { type: "file" };
import relaxed from "../../../wasm/encoder/encoder-relaxed.wasm" with { type: "file" };
import weightsPath from "../../../wasm/model/encoder-int8.bin.zst" with { type: "file" };
import { FootnoteError } from "../../foundation/errors.ts";
import { MAX_TOKENS } from "./wordpiece.ts";

export const DIMENSION = 384;
export const WEIGHTS_SHA256 = "8432e90ec395f6b253660108b54dd9fe4dc82987bbd215e7b487ad7e14e617ae";
const WEIGHTS_BYTES = 34_568_512;
const MAGIC = 0x45474231;
const VOCABULARY = 30_522;
const PAGE = 65_536;
/** Rows of one call: sequences are rounded up to four. More gains nothing and costs 6.5 kB a row. */
const CAPACITY = 1024;
/** Upper bound of what init() lays out for CAPACITY rows. */
const WORK_BYTES = (CAPACITY + 16) * 6_400 + 40 * 11_000 + PAGE;

export type Variant = "relaxed" | "plain";

/** Bodies of one function: i16x8.relaxed_dot_i8x16_i7x16_s of two zeros, and v128.const alone. */
const ZERO = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const RELAXED_PROBE = probe([...ZERO, ...ZERO, 0xfd, 0x92, 0x02, 0x1a]);
const PLAIN_PROBE = probe([...ZERO, 0x1a]);

function probe(code: readonly number[]): Uint8Array<ArrayBuffer> {
  const body = [0, ...code, 0x0b];
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0];
  return new Uint8Array([...header, 10, body.length + 2, 1, body.length, ...body]);
}

/** The fastest variant that this machine runs. Throws `unsupported_cpu` where there is no SIMD at all. */
export function chooseVariant(validate = (bytes: Uint8Array<ArrayBuffer>) => WebAssembly.validate(bytes)): Variant {
  if (validate(RELAXED_PROBE)) return "relaxed";
  if (validate(PLAIN_PROBE)) return "plain";
  throw new FootnoteError("unsupported_cpu", { feature: "128-bit SIMD" });
}

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
  const packed = await Bun.file(weightsPath).bytes();
  const work = PAGE + WEIGHTS_BYTES;
  const lengths = align(work + WORK_BYTES);
  const ids = align(lengths + CAPACITY);
  const out = align(ids + CAPACITY * 2);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((out + (CAPACITY / 4) * DIMENSION * 4) / PAGE) });
  new Uint8Array(memory.buffer).set(checkedWeights(Bun.zstdDecompressSync(packed)), PAGE);
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

/** Size, magic and hash; anything else would be read as numbers and give plausible nonsense. */
export function checkedWeights(bytes: Uint8Array): Uint8Array {
  const damaged = (problem: string) => new FootnoteError("model_damaged", { path: "(built in)", problem });
  if (bytes.length !== WEIGHTS_BYTES) throw damaged(`${bytes.length} bytes instead of ${WEIGHTS_BYTES}`);
  const magic = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (magic !== MAGIC) throw damaged(`it starts with ${magic.toString(16)}`);
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  if (sha256 !== WEIGHTS_SHA256) throw damaged(`its SHA-256 is ${sha256}`);
  return bytes;
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
