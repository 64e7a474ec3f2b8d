import { isSpaceless, UNIT, unitKind } from "../../foundation/text/fold-units.ts";

/** Kept positions between two checkpoints: a trade of memory (4 bytes each) for a short scan back. */
const STRIDE = 64;

/**
 * The letters and digits of a folded text, without anything between them. What can differ in setting (spaces, hyphens,
 * punctuation, table rules) is gone, so one plain search finds every place where a quote could stand; whether it does
 * stand there is then decided by the words themselves.
 *
 * Kept as one byte a unit, which is searched ten times as fast as a string of two; a hit is compared unit by unit.
 */
export class Skeleton {
  private readonly folded: string;
  private readonly bytes: Buffer;
  private readonly checkpoints: Uint32Array;

  constructor(folded: string) {
    this.folded = folded;
    const bytes = Buffer.alloc(folded.length);
    const checkpoints = new Uint32Array(Math.ceil(folded.length / STRIDE));
    let count = 0;
    for (let at = 0; at < folded.length; at++) {
      const unit = folded.charCodeAt(at);
      if (!isWordUnit(unit)) continue;
      if (count % STRIDE === 0) checkpoints[count / STRIDE] = at;
      bytes[count++] = byteOf(unit);
    }
    this.bytes = bytes.subarray(0, count);
    this.checkpoints = checkpoints.slice(0, Math.ceil(count / STRIDE));
  }

  /** Where `key` (letters and digits, folded) begins, at `from` or after; −1 when it does not stand there. */
  indexOf(key: string, from = 0): number {
    const wanted = bytesOf(key);
    for (let at = this.bytes.indexOf(wanted, from); at >= 0; at = this.bytes.indexOf(wanted, at + 1)) {
      if (this.holds(key, at)) return at;
    }
    return -1;
  }

  /** Where unit `index` stands in the folded text. */
  position(index: number): number {
    let at = this.checkpoints[Math.floor(index / STRIDE)] ?? 0;
    for (let left = index % STRIDE; left > 0; ) {
      at++;
      if (isWordUnit(this.folded.charCodeAt(at))) left--;
    }
    return at;
  }

  private holds(key: string, index: number): boolean {
    let at = this.position(index);
    for (let unit = 0; unit < key.length; at++) {
      const here = this.folded.charCodeAt(at);
      if (!isWordUnit(here)) continue;
      if (here !== key.charCodeAt(unit)) return false;
      unit++;
    }
    return true;
  }
}

function bytesOf(key: string): Buffer {
  const bytes = Buffer.alloc(key.length);
  for (let at = 0; at < key.length; at++) bytes[at] = byteOf(key.charCodeAt(at));
  return bytes;
}

function byteOf(unit: number): number {
  return (unit ^ (unit >>> 8)) & 0xff;
}

/** Only the letters and digits of a folded text. */
export function keyOf(folded: string): string {
  return folded.replace(/[^\p{L}\p{M}\p{N}\u{10000}-\u{10FFFF}]+/gu, "");
}

const words = new Uint8Array(0x10000);
const WORD = 1;
const OTHER = 2;

/** Letters, marks, numbers, and both halves of what lies outside the BMP. */
export function isWordUnit(unit: number): boolean {
  const known = words[unit];
  if (known !== undefined && known !== 0) return known === WORD;
  const character = String.fromCharCode(unit);
  const surrogate = unit >= 0xd800 && unit <= 0xdfff;
  const isWord = surrogate || /^[\p{L}\p{M}\p{N}]$/u.test(character);
  words[unit] = isWord ? WORD : OTHER;
  return isWord;
}

/** Whether a cut between these two units of a folded text would cut a word. */
export function joins(before: string, after: string): boolean {
  if (before === "" || after === "") return false;
  const isPart = (character: string) => character === "_" || isWordUnit(character.charCodeAt(0));
  if (!isPart(before) || !isPart(after)) return false;
  return !(isSpaceless(before) || isSpaceless(after)) || unitKind(after.charCodeAt(0)) === UNIT.mark;
}
