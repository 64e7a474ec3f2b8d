import { blake2b } from "@noble/hashes/blake2.js";

const MODEL = /^vera-hashing-([1-9]\d{0,3})$/;

/** The dimension of a `vera-hashing-N` model, by its resolved name; undefined for every other model. 8 ≤ N ≤ 4096. */
export function hashingDimension(model: string): number | undefined {
  const dimension = Number(MODEL.exec(model)?.[1] ?? 0);
  return dimension >= 8 && dimension <= 4096 ? dimension : undefined;
}

interface Slot {
  readonly bucket: number;
  readonly sign: 1 | -1;
}

/**
 * VERA's hashing embedder: signed counts of ASCII words in `dimension` buckets, scaled to length 1 in float32. Text without such a word gives zeros.
 * The hash is BLAKE2b (RFC 7693) with an output length of 8, which is a parameter of the hash and not a cut.
 */
export function* hashingVectors(texts: Iterable<string>, dimension: number): Generator<Float32Array> {
  const known = new Map<string, Slot>();
  const slotOf = (word: string): Slot => {
    const slot = known.get(word) ?? slot8(word, dimension);
    known.set(word, slot);
    return slot;
  };
  for (const text of texts) yield embed(text, dimension, slotOf);
}

export function hashingVector(text: string, dimension: number): Float32Array {
  return embed(text, dimension, (word) => slot8(word, dimension));
}

function embed(text: string, dimension: number, slotOf: (word: string) => Slot): Float32Array {
  const vector = new Float32Array(dimension);
  for (const [word] of text.toLowerCase().matchAll(/[A-Za-z0-9_]+/g)) {
    const { bucket, sign } = slotOf(word);
    vector[bucket] = (vector[bucket] ?? 0) + sign;
  }
  // Counts are whole numbers, so this sum is exact and its float32 root is the correctly rounded one.
  const norm = Math.fround(Math.sqrt(vector.reduce((sum, count) => sum + count * count, 0)));
  return norm === 0 ? vector : vector.map((count) => count / norm);
}

function slot8(word: string, dimension: number): Slot {
  const digest = blake2b(new TextEncoder().encode(word), { dkLen: 8 });
  const bucket = new DataView(digest.buffer, digest.byteOffset).getUint32(0, true) % dimension;
  return { bucket, sign: (digest[4] ?? 0) % 2 === 0 ? 1 : -1 };
}
