import type { Damaged } from "../archive/sections.ts";

/** A section that is JSON and then bytes: a u32 with the JSON's length, the JSON in UTF-8, the rest (docs/folio-format.md §12). */
export function encodeFramed(json: unknown, rest: readonly Uint8Array[]): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify(json));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, head.length, true);
  return Buffer.concat([length, head, ...rest]);
}

/** Throws what `damaged` makes of the problem. The JSON is whatever it is. */
export function decodeFramed(bytes: Uint8Array, damaged: Damaged): { json: unknown; rest: Uint8Array } {
  if (bytes.length < 4) throw damaged(`${bytes.length} bytes are too few`);
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
  if (length > bytes.length - 4) throw damaged(`its JSON of ${length} bytes runs over its end`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(4, 4 + length));
    return { json: JSON.parse(text), rest: bytes.subarray(4 + length) };
  } catch {
    throw damaged("its head is not JSON in UTF-8");
  }
}
