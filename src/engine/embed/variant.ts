import { FootnoteError } from "../../foundation/errors.ts";

/** Two builds of one source: with relaxed SIMD's 8-bit products, or with 16-bit products of the base instruction set. Same vectors. */
export type Variant = "relaxed" | "plain";

/** Bodies of one function: i16x8.relaxed_dot_i8x16_i7x16_s of two zeros, and v128.const alone. */
const ZERO = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
export const RELAXED_PROBE = probe([...ZERO, ...ZERO, 0xfd, 0x92, 0x02, 0x1a]);
export const PLAIN_PROBE = probe([...ZERO, 0x1a]);

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
