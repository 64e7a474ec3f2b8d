import type { Rect } from "./geometry.ts";

/** Accents that have a place of their own, with the marks that sit on a letter (Unicode 16, Spacing Modifier Letters). */
const MARKS = new Map([
  [0x60, 0x300],
  [0xb4, 0x301],
  [0x2ca, 0x301],
  [0x2cb, 0x300],
  [0x5e, 0x302],
  [0x2c6, 0x302],
  [0x7e, 0x303],
  [0x2dc, 0x303],
  [0xaf, 0x304],
  [0x2c9, 0x304],
  [0x2d8, 0x306],
  [0x2d9, 0x307],
  [0xa8, 0x308],
  [0xb0, 0x30a],
  [0x2da, 0x30a],
  [0x2dd, 0x30b],
  [0x2c7, 0x30c],
  [0xb8, 0x327],
  [0x2db, 0x328],
]);

interface Placed extends Rect {
  readonly code: number;
  readonly base: number;
  readonly size: number;
}

/** Asked of every glyph there is: by a table. */
const IS_ACCENT = new Uint8Array(0x2de);
for (const code of MARKS.keys()) IS_ACCENT[code] = 1;

export function isAccent(code: number): boolean {
  return IS_ACCENT[code] === 1;
}

/** The one character that an accent drawn over or under a letter makes with it ("´" on "e": "é"); undefined where there is none. */
export function accented(accent: Placed, letter: Placed): number | undefined {
  const mark = isAccent(accent.code) ? MARKS.get(accent.code) : undefined;
  if (mark === undefined || letter.code < 0x41) return undefined;
  const middle = (accent.x0 + accent.x1) / 2;
  const [from, to] = [letter.x0 + 0.15 * (letter.x1 - letter.x0), letter.x1 - 0.15 * (letter.x1 - letter.x0)];
  if (middle < from || middle > to || Math.abs(accent.base - letter.base) > 0.6 * letter.size) return undefined;
  const joined = String.fromCodePoint(letter.code, mark).normalize("NFC");
  const code = joined.codePointAt(0);
  return code !== undefined && String.fromCodePoint(code) === joined ? code : undefined;
}
