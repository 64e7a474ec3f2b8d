/** What the vector of a text is kept under: XXH64, seed 0, as a signed 64-bit integer, which SQLite can hold. */
export function vectorKey(text: string): bigint {
  return BigInt.asIntN(64, Bun.hash.xxHash64(text, 0n));
}
