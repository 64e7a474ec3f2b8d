import type { Rect } from "./geometry.ts";
import { isCjk } from "./scripts.ts";
import type { Table } from "./table.ts";
import type { Word } from "./words.ts";

/** What reading order moves: a run of words on one baseline without a wide gap, or a whole table. */
export interface Item extends Rect {
  readonly words: readonly Word[];
  readonly base: number;
  readonly size: number;
  readonly table?: Table;
}

/** A gap wider than this share of the size may be a column's gutter. */
const RUN_GAP = 0.75;

/** Joins words that were drawn next to each other on one baseline. */
export function itemsOf(words: readonly Word[]): Item[] {
  const items: Item[] = [];
  let run: Word[] = [];
  for (const word of words) {
    const last = run.at(-1);
    if (last !== undefined && !follows(word, last)) {
      items.push(itemOf(run));
      run = [];
    }
    const tail = run.at(-1);
    if (tail !== undefined && isDots(word.text) && isDots(tail.text) && word.x0 - tail.x1 < 1.5 * word.size) {
      // Dot leaders are one word, however many dots.
      tail.text += word.text;
      tail.x1 = Math.max(tail.x1, word.x1);
    } else run.push(word);
  }
  if (run.length > 0) items.push(itemOf(run));
  return items;
}

function follows(word: Word, last: Word): boolean {
  const size = Math.max(word.size, last.size);
  if (Math.abs(word.base - last.base) > 0.55 * size) return false;
  if (Math.abs(word.base - last.base) > 0.2 * size && Math.min(word.size, last.size) > 0.9 * size) return false;
  const gap = word.x0 - last.x1;
  const limit = (isDots(word.text) ? 1.5 : RUN_GAP) * size;
  if (gap <= limit && gap >= -0.5 * size) return true;
  const back = last.x0 - word.x1;
  return (word.rightToLeft || last.rightToLeft) && back <= limit && back >= -0.5 * size;
}

function itemOf(run: Word[]): Item {
  const words = joinSpacedLetters(run);
  let { x0, y0, x1, y1, base, size } = words[0] as Word;
  for (const word of words) {
    x0 = Math.min(x0, word.x0);
    y0 = Math.min(y0, word.y0);
    x1 = Math.max(x1, word.x1);
    y1 = Math.max(y1, word.y1);
    if (word.size > size * 1.05) {
      size = word.size;
      base = word.base;
    }
  }
  return { x0, y0, x1, y1, base, size, words };
}

/** "L E T T E R" set wide is one word: five or more lone capitals at even distances. */
function joinSpacedLetters(run: Word[]): Word[] {
  if (run.length < 5 || !run.every((word) => /^\p{Lu}$/u.test(word.text) && !isCjk(word.text.codePointAt(0) ?? 0)))
    return run;
  const gaps = run.slice(1).map((word, at) => word.x0 - (run[at] as Word).x1);
  const widest = 1.6 * Math.max(0.5, gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0);
  const joined: Word[] = [];
  for (const [at, word] of run.entries()) {
    const last = joined.at(-1);
    if (last !== undefined && (gaps[at - 1] ?? Infinity) <= widest) {
      last.text += word.text;
      last.x1 = word.x1;
      last.y0 = Math.min(last.y0, word.y0);
      last.y1 = Math.max(last.y1, word.y1);
    } else joined.push(word);
  }
  return joined;
}

function isDots(text: string): boolean {
  return /^[.·․‥…]+$/.test(text);
}
