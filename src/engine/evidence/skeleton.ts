import { isSpaceless, UNIT, unitKind } from "../../foundation/text/fold-units.ts";

/** Kept positions between two checkpoints: a trade of memory (4 bytes each) for a short scan back. */
const STRIDE = 64;

/**
 * The letters and digits of a folded text, without anything between them. What can differ in setting (spaces, hyphens,
 * punctuation, table rules) is gone, so one plain search finds every place where a quote could stand; whether it does
 * stand there is then decided by the words themselves.
 */
export class Skeleton {
  readonly key: string;
  private readonly folded: string;
  private readonly checkpoints: Uint32Array;

  constructor(folded: string) {
    this.folded = folded;
    const units = new Uint16Array(folded.length);
    const checkpoints = new Uint32Array(Math.ceil(folded.length / STRIDE) + 1);
    let count = 0;
    let widest = 0;
    for (let at = 0; at < folded.length; at++) {
      const unit = folded.charCodeAt(at);
      if (!isWordUnit(unit)) continue;
      if (count % STRIDE === 0) checkpoints[count / STRIDE] = at;
      units[count++] = unit;
      widest |= unit;
    }
    this.checkpoints = checkpoints.slice(0, Math.ceil(count / STRIDE));
    const kept = units.subarray(0, count);
    this.key =
      widest < 0x100
        ? Buffer.from(new Uint8Array(kept).buffer).toString("latin1")
        : Buffer.from(kept.buffer, 0, count * 2).toString("utf16le");
  }

  /** Where unit `index` of the key stands in the folded text. */
  position(index: number): number {
    let at = this.checkpoints[Math.floor(index / STRIDE)] ?? 0;
    for (let left = index % STRIDE; left > 0; ) {
      at++;
      if (isWordUnit(this.folded.charCodeAt(at))) left--;
    }
    return at;
  }

  /** The index in the key of the first kept unit at `position` or after it. */
  indexFrom(position: number): number {
    let low = 0;
    let high = this.key.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.position(middle) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Only the letters and digits of a folded text. */
export function keyOf(folded: string): string {
  return new Skeleton(folded).key;
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
