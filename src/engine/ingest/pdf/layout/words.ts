import { type PageGlyphs, SPACE_FLAG } from "../glyphs.ts";
import { accented, isAccent } from "./accents.ts";
import type { Frame, Rect } from "./geometry.ts";
import { isBlank, isCjk, isCombining, isRightToLeft } from "./scripts.ts";

/** A word in a frame's coordinates. */
export interface Word extends Rect {
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  readonly base: number;
  /** Points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly rightToLeft: boolean;
  /** Follows the word before it without a space: ideographs, and Latin set close to them. */
  glued: boolean;
}

/** A gap wider than this share of the size parts words. MuPDF sets its own spaces from 0.15 on; those between are kerns. */
const WORD_GAP = 0.2;
/** How far a glyph may reach back over the one before it (kerning, overlapping italics). */
const OVERLAP = 0.6;
/** The same glyph within this share of its size is the same glyph printed twice, to look bold. */
const DOUBLE = 0.18;

/** Straight above or below itself by less than this share of its size, a word is its own shadow. */
const SHADOW = 0.4;

/** Of words with the same letters, only this many last ones are looked at: a page may hold a hundred thousand. */
const MOST_ALIKE = 200;

interface Glyph extends Rect {
  readonly code: number;
  readonly base: number;
  readonly size: number;
  readonly font: number;
}

/** Makes words of the glyphs that `wanted` lets through, in drawing order. */
export function wordsOf(page: PageGlyphs, frame: Frame, wanted: (at: number) => boolean): Word[] {
  const words: Word[] = [];
  let glyphs: Glyph[] = [];
  let spaced = true;
  const finish = (): void => {
    if (glyphs.length > 0) words.push(wordOf(page, glyphs, words.at(-1), spaced));
    glyphs = [];
    spaced = false;
  };
  const take = (glyph: Glyph): void => {
    const last = glyphs.at(-1);
    if (last !== undefined) {
      if (isDouble(glyph, last) || (glyphs.length > 1 && isDouble(glyph, glyphs[glyphs.length - 2]))) return;
      const code = accented(glyph, last);
      if (code !== undefined) {
        glyphs[glyphs.length - 1] = { ...last, code };
        return;
      }
      if (!isCombining(glyph.code) && !joins(page, glyph, last)) finish();
    }
    glyphs.push(glyph);
  };
  let accent: Glyph | undefined;
  const takeAccent = (): void => {
    if (accent !== undefined) take(accent);
    accent = undefined;
  };
  for (let at = 0; at < page.codes.length; at++) {
    if (!wanted(at)) continue;
    const code = page.codes[at] ?? 0x20;
    if (((page.flags[at] ?? 0) & SPACE_FLAG) !== 0 || isBlank(code)) {
      takeAccent();
      finish();
      spaced = true;
      continue;
    }
    const glyph = glyphAt(page, frame, at, code);
    const composed = accent === undefined ? undefined : accented(accent, glyph);
    if (composed !== undefined) {
      accent = undefined;
      take({ ...glyph, code: composed });
      continue;
    }
    takeAccent();
    if (isAccent(code)) accent = glyph;
    else take(glyph);
  }
  takeAccent();
  finish();
  return withoutDoubles(words);
}

function glyphAt(page: PageGlyphs, frame: Frame, at: number, code: number): Glyph {
  let x0 = finite(page.boxes[4 * at]);
  let y0 = finite(page.boxes[4 * at + 1]);
  let x1 = finite(page.boxes[4 * at + 2]);
  let y1 = finite(page.boxes[4 * at + 3]);
  if (frame.turn !== 0) ({ x0, y0, x1, y1 } = frame.rect(x0, y0, x1, y1));
  return {
    x0,
    y0,
    x1,
    y1,
    code: code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code,
    base: frame.baseline(finite(page.baselines[at])),
    size: Math.max(0.1, finite(page.sizes[at])),
    font: page.fontOf[at] ?? 0,
  };
}

function joins(page: PageGlyphs, glyph: Glyph, last: Glyph): boolean {
  if (isCjk(glyph.code) || isCjk(last.code)) return false;
  const size = Math.max(glyph.size, last.size);
  const shift = glyph.base - last.base;
  const gap = glyph.x0 - last.x1;
  if (Math.abs(shift) > 0.08 * size && !staysWithWord(glyph, last, shift, size) && !isOffset(page, glyph, last, shift))
    return false;
  if (gap <= WORD_GAP * size && gap >= -OVERLAP * size) return true;
  if (!isRightToLeft(glyph.code) && !isRightToLeft(last.code)) return false;
  const back = last.x0 - glyph.x1;
  return back <= WORD_GAP * size && back >= -OVERLAP * size;
}

/** Raised letters ("1st") and lowered glyphs ("H2O") belong to the word; raised digits and signs are notes or powers, apart. */
function staysWithWord(glyph: Glyph, last: Glyph, shift: number, size: number): boolean {
  if (Math.abs(shift) > 0.6 * size) return false;
  if (glyph.size > last.size * 1.05) return shift < 0;
  if (shift > 0) return glyph.size < last.size * 0.95 && shift < 0.4 * size;
  return /[\p{L}]/u.test(String.fromCodePoint(glyph.code));
}

/** Capitals pushed into each other ("TEX" with its lowered E), and signs that typewriter listings set higher or lower ("/*"). */
function isOffset(page: PageGlyphs, glyph: Glyph, last: Glyph, shift: number): boolean {
  const size = Math.max(glyph.size, last.size);
  if (Math.abs(shift) > 0.3 * size) return false;
  if (glyph.x0 - last.x1 < -0.04 * size) return isCapital(glyph.code) && isCapital(last.code);
  const isMono = (font: number): boolean => page.fonts[font]?.monospaced === true;
  return isMono(glyph.font) && isMono(last.font) && Math.min(glyph.size, last.size) > 0.95 * size;
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isDouble(glyph: Glyph, other: Glyph | undefined): boolean {
  if (other === undefined || glyph.code !== other.code) return false;
  const near = DOUBLE * Math.min(glyph.size, Math.max(1, other.x1 - other.x0));
  return Math.abs(glyph.x0 - other.x0) < near && Math.abs(glyph.base - other.base) < near;
}

function wordOf(page: PageGlyphs, glyphs: Glyph[], before: Word | undefined, spaced: boolean): Word {
  const first = glyphs[0] as Glyph;
  let { x0, y0, x1, y1 } = first;
  let main = first;
  let rightToLeft = false;
  for (const glyph of glyphs) {
    if (glyph.x0 < x0) x0 = glyph.x0;
    if (glyph.y0 < y0) y0 = glyph.y0;
    if (glyph.x1 > x1) x1 = glyph.x1;
    if (glyph.y1 > y1) y1 = glyph.y1;
    if (glyph.size > main.size) main = glyph;
    if (isRightToLeft(glyph.code)) rightToLeft = true;
  }
  const ordered = rightToLeft ? logicalOrder(glyphs) : glyphs;
  let text = "";
  for (const { code } of ordered) text += String.fromCodePoint(code);
  const font = page.fonts[main.font];
  const close =
    before !== undefined &&
    !spaced &&
    Math.abs(before.base - main.base) < 0.3 * main.size &&
    Math.abs(x0 - before.x1) < 0.5 * main.size &&
    (isCjk(first.code) || isCjk(before.text.codePointAt(before.text.length - 1) ?? 0));
  return {
    text,
    x0,
    y0,
    x1,
    y1,
    base: main.base,
    size: main.size,
    bold: font?.bold ?? false,
    italic: font?.italic ?? false,
    mono: font?.monospaced ?? false,
    rightToLeft,
    glued: close,
  };
}

/** Right to left by place, whatever order they were drawn in; runs of digits and Latin inside stay left to right; marks follow their letter. */
function logicalOrder(glyphs: readonly Glyph[]): Glyph[] {
  const clusters: Glyph[][] = [];
  for (const glyph of glyphs) {
    const last = clusters.at(-1);
    if (last !== undefined && isCombining(glyph.code)) last.push(glyph);
    else clusters.push([glyph]);
  }
  const middle = (cluster: Glyph[]): number => (cluster[0] as Glyph).x0 + (cluster[0] as Glyph).x1;
  clusters.sort((a, b) => middle(b) - middle(a));
  const isLatin = (cluster: Glyph[] | undefined): boolean =>
    cluster !== undefined && /[\p{N}\p{Script=Latin}]/u.test(String.fromCodePoint((cluster[0] as Glyph).code));
  const isInner = (cluster: Glyph[] | undefined): boolean =>
    cluster !== undefined && /[.,:/%-]/.test(String.fromCodePoint((cluster[0] as Glyph).code));
  for (let at = 0; at < clusters.length; at++) {
    if (!isLatin(clusters[at])) continue;
    let end = at + 1;
    while (isLatin(clusters[end]) || (isInner(clusters[end]) && isLatin(clusters[end + 1]))) end++;
    clusters.splice(at, end - at, ...clusters.slice(at, end).reverse());
    at = end;
  }
  return clusters.flat();
}

/** Whole words printed twice at nearly the same spot count once. Single dots are left: leaders have thousands of them. */
function withoutDoubles(words: Word[]): Word[] {
  const seen = new Map<string, Word[]>();
  const doubles = new Set<Word>();
  for (const word of words) {
    if (word.text === ".") continue;
    const same = seen.get(word.text);
    if (same === undefined) seen.set(word.text, [word]);
    else if (hasDouble(word, same)) doubles.add(word);
    else same.push(word);
  }
  return doubles.size > 0 ? words.filter((word) => !doubles.has(word)) : words;
}

function hasDouble(word: Word, same: readonly Word[]): boolean {
  const near = DOUBLE * Math.min(word.size, Math.max(1, word.x1 - word.x0));
  const first = Math.max(0, same.length - MOST_ALIKE);
  for (let at = same.length - 1; at >= first; at--) {
    const other = same[at];
    if (other === undefined) continue;
    const [along, across] = [Math.abs(other.x0 - word.x0), Math.abs(other.base - word.base)];
    if ((across < near && along < near) || (along < 0.1 * near && across < SHADOW * word.size)) return true;
  }
  return false;
}

function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}
