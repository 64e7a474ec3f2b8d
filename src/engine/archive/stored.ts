import { compress, compressAside, decompress } from "../../foundation/bytes/zstd.ts";
import type { Damaged } from "./sections.ts";

/** Bytes as they stand in the file. Encoded with zstd or not at all. */
export interface Stored {
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  readonly decodedLength: number;
}

export const ENCODINGS = ["raw", "zstd"] as const;
export type Encoding = (typeof ENCODINGS)[number];

const MOST_DECODED = 2 ** 30;
const MOST_EXPANSION = 1000;
const FREE_EXPANSION = 65_536;

/** How much `stored` bytes of zstd may decode to: a bound on what a hostile file can make a reader allocate. */
export function decodedLimit(stored: number): number {
  return Math.min(MOST_DECODED, FREE_EXPANSION + MOST_EXPANSION * stored);
}

export function storeRaw(bytes: Uint8Array): Stored {
  return { encoding: "raw", bytes, decodedLength: bytes.length };
}

/** Compressed when that saves at least a tenth and stays within what readers accept. */
export function storePacked(bytes: Uint8Array): Stored {
  return bytes.length === 0 ? storeRaw(bytes) : smaller(bytes, compress(bytes));
}

/** The same, worked out in another thread. */
export async function storePackedAside(bytes: Uint8Array): Promise<Stored> {
  return bytes.length === 0 ? storeRaw(bytes) : smaller(bytes, await compressAside(bytes));
}

function smaller(bytes: Uint8Array, packed: Uint8Array): Stored {
  const pays = packed.length <= bytes.length * 0.9 && bytes.length <= decodedLimit(packed.length);
  return pays ? { encoding: "zstd", bytes: packed, decodedLength: bytes.length } : storeRaw(bytes);
}

/** The bytes that were stored. Throws what `damaged` makes of the problem. */
export function unpack({ encoding, bytes, decodedLength }: Stored, damaged: Damaged): Uint8Array {
  if (encoding === "raw") {
    if (decodedLength !== bytes.length)
      throw damaged(`raw, but ${bytes.length} bytes are said to decode to ${decodedLength}`);
    return bytes;
  }
  if (decodedLength > decodedLimit(bytes.length))
    throw damaged(`${bytes.length} bytes are said to decode to ${decodedLength}`);
  const decoded = decompress(bytes, decodedLength);
  if (decoded === undefined) throw damaged(`the zstd data does not decode to ${decodedLength} bytes`);
  return decoded;
}
