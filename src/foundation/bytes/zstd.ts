import { statedSize } from "./zstd-frame.ts";

const LEVEL = 6;

export function compress(bytes: Uint8Array): Uint8Array {
  return Bun.zstdCompressSync(bytes, { level: LEVEL });
}

/** The same bytes, from another thread. */
export function compressAside(bytes: Uint8Array): Promise<Uint8Array> {
  return Bun.zstdCompress(bytes, { level: LEVEL });
}

/**
 * Decodes one zstd frame that states and holds exactly `length` bytes, and allocates no more than these. Undefined for anything else.
 * The caller has to bound `length`.
 */
export function decompress(bytes: Uint8Array, length: number): Uint8Array | undefined {
  if (statedSize(bytes) !== length) return undefined;
  try {
    const decoded = Bun.zstdDecompressSync(bytes);
    return decoded.length === length ? new Uint8Array(decoded.buffer, decoded.byteOffset, length) : undefined;
  } catch {
    return undefined;
  }
}
