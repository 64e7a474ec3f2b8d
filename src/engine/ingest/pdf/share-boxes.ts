import type { GlyphBuffer } from "./glyph-buffer.ts";

const EMPTY = 0.001;

/** A glyph that stands for several characters comes as one box and empty boxes at its end: each gets an equal part, from glyph `first` on. */
export function shareBoxes(buffer: GlyphBuffer, first: number): void {
  const low = (buffer.turns[first] ?? 0) & 1;
  for (let at = first; at < buffer.count; at++) {
    let last = at;
    while (last + 1 < buffer.count && isPart(buffer, last + 1, at, low)) last++;
    if (last > at) share(buffer, at, last, low);
    at = last;
  }
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

function share(buffer: GlyphBuffer, from: number, last: number, low: number): void {
  const { boxes } = buffer;
  const start = boxes[4 * from + low] ?? 0;
  const end = boxes[4 * from + low + 2] ?? 0;
  const part = (end - start) / (last - from + 1);
  // Turned by two or three quarters a line runs towards smaller coordinates.
  const backwards = (buffer.turns[from] ?? 0) >= 2;
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
