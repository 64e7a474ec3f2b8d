import type { GlyphBuffer } from "./glyph-buffer.ts";
import { isRightToLeft } from "./layout/scripts.ts";

const EMPTY = 0.001;

/** A glyph that stands for several characters comes as one box and empty boxes at its end: each gets an equal part, from glyph `first` on. */
export function shareBoxes(buffer: GlyphBuffer, first: number): void {
  const low = (buffer.turns[first] ?? 0) & 1;
  for (let at = first; at < buffer.count; at++) {
    const owner = ownerAhead(buffer, at, low);
    if (owner > at) {
      buffer.reverse(at, owner);
      share(buffer, at, owner, low, true);
      at = owner;
      continue;
    }
    let last = at;
    while (last + 1 < buffer.count && ownerAhead(buffer, last + 1, low) < 0 && isPart(buffer, last + 1, at, low))
      last++;
    // Turned by two or three quarters a line runs towards smaller coordinates, as right-to-left letters do.
    const backwards = (buffer.turns[at] ?? 0) >= 2 !== isRightToLeft(buffer.codes[at] ?? 0);
    if (last > at) share(buffer, at, last, low, backwards);
    at = last;
  }
}

/**
 * MuPDF turns right-to-left runs round character by character, and with them the parts of one glyph: the alef of a lam-alef comes
 * before its lam. Index of the glyph that the empty boxes from `at` on belong to when it follows them; −1 otherwise.
 */
function ownerAhead(buffer: GlyphBuffer, at: number, low: number): number {
  let owner = at;
  while (owner < buffer.count && isRightToLeft(buffer.codes[owner] ?? 0) && extent(buffer, owner, low) < EMPTY) owner++;
  if (owner === at || owner === buffer.count || extent(buffer, owner, low) < EMPTY) return -1;
  const isPartOf = (part: number): boolean =>
    !isMark(buffer.codes[part] ?? 0) &&
    Math.abs((buffer.boxes[4 * part + low] ?? 0) - (buffer.boxes[4 * owner + low + 2] ?? 0)) < EMPTY;
  for (let part = at; part < owner; part++) if (!isPartOf(part)) return -1;
  return owner;
}

function extent(buffer: GlyphBuffer, at: number, low: number): number {
  return (buffer.boxes[4 * at + low + 2] ?? 0) - (buffer.boxes[4 * at + low] ?? 0);
}

/** `low` is the index in a box of where the glyph begins along the line: 0 for x, 1 for y. */
function isPart(buffer: GlyphBuffer, at: number, owner: number, low: number): boolean {
  const start = buffer.boxes[4 * at + low] ?? 0;
  const end = buffer.boxes[4 * at + low + 2] ?? 0;
  if (end - start >= EMPTY) return false;
  const ownerStart = buffer.boxes[4 * owner + low] ?? 0;
  const ownerEnd = buffer.boxes[4 * owner + low + 2] ?? 0;
  if (ownerEnd - ownerStart < EMPTY) return false;
  const adjoins = Math.abs(start - ownerEnd) < EMPTY || Math.abs(start - ownerStart) < EMPTY;
  return adjoins && !isMark(buffer.codes[at] ?? 0);
}

function share(buffer: GlyphBuffer, from: number, last: number, low: number, backwards: boolean): void {
  const { boxes } = buffer;
  const start = boxes[4 * from + low] ?? 0;
  const end = boxes[4 * from + low + 2] ?? 0;
  const part = (end - start) / (last - from + 1);
  for (let at = from; at <= last; at++) {
    const nth = backwards ? last - at : at - from;
    boxes[4 * at + low] = start + part * nth;
    boxes[4 * at + low + 2] = start + part * (nth + 1);
  }
}

/** Marks that sit on the character before them have no width of their own. */
function isMark(code: number): boolean {
  return code >= 0x300 && /\p{M}|\p{Cf}/u.test(String.fromCodePoint(code));
}
