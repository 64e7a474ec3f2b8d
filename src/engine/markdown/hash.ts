/** XXH64 with seed 0 of the UTF-8 bytes of `text`, as 16 lower-case hex digits. It detects change; it does not withstand an adversary. */
export function xxh64(text: string): string {
  return hex(Bun.hash.xxHash64(text));
}

/**
 * What an element's own text hashes to: one piece as it is; several with their number and byte lengths (int32, little endian) before
 * them, so that a cut between two pieces cannot move unseen; none like the empty text.
 */
export function hashOfPieces(pieces: readonly string[]): string {
  if (pieces.length <= 1) return xxh64(pieces[0] ?? "");
  const parts: Buffer[] = [int32(pieces.length)];
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    parts.push(int32(bytes.length), bytes);
  }
  return hex(Bun.hash.xxHash64(Buffer.concat(parts)));
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function hex(hash: bigint): string {
  return hash.toString(16).padStart(16, "0");
}
