/** XXH64 with seed 0 (xxHash specification 0.1.1), as an unsigned 64-bit number. A checksum against accidents, not against forgers. */
export function xxh64(bytes: Uint8Array): bigint {
  return Bun.hash.xxHash64(bytes, 0n);
}
