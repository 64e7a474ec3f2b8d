import { constants, zstdDecompressSync } from "node:zlib";

const LEVEL = 6;
/** 2^23: the window that every decoder should support (RFC 8878 §3.1.1.1.2), and more than level 6 asks for. */
const WINDOW_LOG = 23;
/** node:zlib takes no smaller output chunk. */
const SMALLEST_CHUNK = 64;

export function compress(bytes: Uint8Array): Uint8Array {
  return Bun.zstdCompressSync(bytes, { level: LEVEL });
}

/**
 * Decodes zstd frames that hold exactly `length` bytes, and allocates no more than these. Undefined when the data is damaged, holds more
 * or fewer bytes, or asks for a window above 8 MiB. The caller has to bound `length`.
 */
export function decompress(bytes: Uint8Array, length: number): Uint8Array | undefined {
  try {
    const decoded = zstdDecompressSync(bytes, {
      maxOutputLength: Math.max(length, 1),
      // One chunk for the whole output: two to four times as fast as the default of 16 KiB.
      chunkSize: Math.max(length, SMALLEST_CHUNK),
      params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG },
    });
    if (decoded.length !== length) return undefined;
    return new Uint8Array(decoded.buffer, decoded.byteOffset, decoded.length);
  } catch {
    return undefined;
  }
}
