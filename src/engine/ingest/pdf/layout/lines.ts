import type { Rect } from "./geometry.ts";
import type { Item } from "./items.ts";
import type { Table } from "./table.ts";
import type { Word } from "./words.ts";

/** One line of a column, words in reading order; or a table, which stands for itself. */
export interface Line extends Rect {
  readonly words: readonly Word[];
  readonly base: number;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly mono: boolean;
  readonly table?: Table;
}

/** Groups the items of one column into lines, top to bottom. */
export function linesOf(items: readonly Item[]): Line[] {
  return rowsOf(items).map(lineOf);
}

/** Items that share a baseline, as far as raised and lowered glyphs allow; tables alone. */
export function rowsOf<T extends Pick<Item, "base" | "size" | "y0" | "table">>(items: readonly T[]): T[][] {
  const key = (item: T): number => (item.table === undefined ? item.base : item.y0);
  const sorted = items.toSorted((a, b) => key(a) - key(b));
  const rows: T[][] = [];
  let row: T[] = [];
  let main: T | undefined;
  for (const item of sorted) {
    const same =
      main !== undefined &&
      main.table === undefined &&
      item.table === undefined &&
      Math.abs(item.base - main.base) < 0.45 * Math.max(item.size, main.size);
    if (same && main !== undefined) {
      row.push(item);
      if (item.size > main.size * 1.05) main = item;
    } else {
      row = [item];
      main = item;
      rows.push(row);
    }
  }
  return rows;
}

function lineOf(items: readonly Item[]): Line {
  const words = items.toSorted((a, b) => a.x0 - b.x0).flatMap((item) => item.words);
  const main = items.reduce((best, item) => (item.size > best.size * 1.05 ? item : best));
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let letters = 0;
  let bold = 0;
  let italic = 0;
  let mono = 0;
  let dots = 0;
  let rightToLeft = 0;
  const sizes = new Map<number, number>();
  for (const item of items) {
    x0 = Math.min(x0, item.x0);
    y0 = Math.min(y0, item.y0);
    x1 = Math.max(x1, item.x1);
    y1 = Math.max(y1, item.y1);
  }
  for (const word of words) {
    const weight = word.text.length;
    letters += weight;
    if (word.bold) bold += weight;
    if (word.italic) italic += weight;
    if (word.mono) mono += weight;
    else if (isDots(word.text)) dots += weight;
    if (word.rightToLeft) rightToLeft += weight;
    const size = Math.round(word.size * 10) / 10;
    sizes.set(size, (sizes.get(size) ?? 0) + weight);
  }
  let size = main.size;
  let most = 0;
  for (const [value, weight] of sizes) if (weight > most) [size, most] = [value, weight];
  return {
    x0,
    y0,
    x1,
    y1,
    words: isFromTheRight(words, rightToLeft) ? fromTheRight(words) : withRightRuns(words),
    base: main.base,
    size,
    bold: bold > 0.8 * letters,
    italic: italic > 0.8 * letters,
    mono: mono > 0.8 * (letters - dots),
    ...(main.table === undefined ? {} : { table: main.table }),
  };
}

/** Typesetters take the dots of "f (. . .)" from the text's own type, and the brackets about them with it. */
function isDots(text: string): boolean {
  return /^[([{]?[.…]+[)\]}]?[,;]?$/.test(text);
}

/** Digits and signs have no direction of their own (UAX #9). */
function isFromTheRight(words: readonly Word[], rightToLeft: number): boolean {
  if (rightToLeft === 0) return false;
  const others = words.filter((word) => !word.rightToLeft && /\p{L}/u.test(word.text));
  return rightToLeft > others.reduce((sum, word) => sum + word.text.length, 0);
}

/** A right-to-left line: words from the right, runs of left-to-right words inside from the left. */
function fromTheRight(words: readonly Word[]): Word[] {
  return reverseRuns(words.toReversed(), (word) => !word.rightToLeft && /[\p{L}\p{N}]/u.test(word.text));
}

function withRightRuns(words: readonly Word[]): readonly Word[] {
  return words.some((word) => word.rightToLeft) ? reverseRuns([...words], (word) => word.rightToLeft) : words;
}

function reverseRuns(words: Word[], belongs: (word: Word) => boolean): Word[] {
  for (let at = 0; at < words.length; at++) {
    let end = at;
    while (end < words.length && belongs(words[end] as Word)) end++;
    if (end - at > 1) words.splice(at, end - at, ...words.slice(at, end).reverse());
    at = Math.max(at, end);
  }
  return words;
}
