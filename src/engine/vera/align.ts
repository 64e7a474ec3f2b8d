import type { Span } from "../document.ts";
import type { LaidPage } from "./layout.ts";

/** A stretch of words on one page: indexes of the first and the last among the page's tokens. */
export interface Stretch {
  readonly page: number;
  readonly first: number;
  readonly last: number;
}

/** How many characters may be gone through in vain for one document: against archives whose chunks stand nowhere. */
const BUDGET = 2 ** 30;
/** A chunk that says it spans more pages than this is only looked for on its first one. */
const MOST_PAGES = 50;

/** Pages whose words are kept at hand; chunks go through the pages in order. */
const PAGES_KEPT = 2 * MOST_PAGES;

interface PageWords {
  readonly joined: string;
  /** Where each word starts in `joined`. */
  readonly starts: Uint32Array;
}

/**
 * Finds chunks among the words of their pages. VERA's windows follow each other and overlap, so each is looked for behind the start of the one before, and only
 * then anywhere on its pages. `wordsOn` gives the words of a page by its number.
 */
export function aligner(
  wordsOn: (page: number) => readonly string[],
): (words: readonly string[], pages: [number, number]) => Stretch[] {
  const known = new Map<number, PageWords>();
  const cursors = new Map<number, number>();
  let budget = BUDGET;
  const pageOf = (page: number): PageWords => {
    const kept = known.get(page);
    if (kept !== undefined) return kept;
    const words = join(wordsOn(page));
    budget -= words.joined.length;
    for (const oldest of known.keys()) if (known.size >= PAGES_KEPT) known.delete(oldest);
    known.set(page, words);
    return words;
  };
  return (words, [from, to]) => {
    if (words.length === 0 || budget < 0) return [];
    const wanted = words.join(" ");
    const pages = Array.from({ length: to - from < MOST_PAGES ? to - from + 1 : 1 }, (_, at) => from + at);
    const on = pages.map(pageOf);
    const text =
      on.length === 1
        ? (on[0]?.joined ?? "")
        : on
            .map(({ joined }) => joined)
            .filter(Boolean)
            .join(" ");
    const cursor = cursors.get(from) ?? 0;
    let at = find(text, wanted, cursor);
    if (at === undefined) {
      budget -= text.length;
      at = find(text, wanted, 0);
    }
    if (at === undefined) return [];
    cursors.set(from, at + 1);
    return stretches(pages, on, at, words.length);
  };
}

/** Offset of `wanted` in `text` from `start` on, where it begins and ends with whole words. */
function find(text: string, wanted: string, start: number): number | undefined {
  for (let at = text.indexOf(wanted, start); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if ((at === 0 || text[at - 1] === " ") && (end === text.length || text[end] === " ")) return at;
  }
  return undefined;
}

function stretches(pages: readonly number[], on: readonly PageWords[], at: number, count: number): Stretch[] {
  const found: Stretch[] = [];
  let [offset, left] = [at, count];
  for (const [index, { joined, starts }] of on.entries()) {
    if (joined === "") continue;
    if (offset <= joined.length && left > 0) {
      const first = indexOf(starts, Math.max(offset, 0));
      const last = Math.min(first + left, starts.length) - 1;
      found.push({ page: pages[index] ?? 1, first, last });
      left -= last - first + 1;
    }
    offset -= joined.length + 1;
  }
  return found;
}

function join(words: readonly string[]): PageWords {
  const starts = new Uint32Array(words.length);
  let length = 0;
  for (const [at, word] of words.entries()) {
    starts[at] = length;
    length += word.length + 1;
  }
  return { joined: words.join(" "), starts };
}

/** Index of the number in ascending `numbers` that is `wanted`, which is among them. */
function indexOf(numbers: Uint32Array, wanted: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The canonical text from the first to the last word of each stretch. */
export function spansOf(found: readonly Stretch[], pages: readonly LaidPage[]): Span[] {
  return found.map(({ page, first, last }) => ({
    start: pages[page - 1]?.from[first] ?? 0,
    end: pages[page - 1]?.to[last] ?? 0,
  }));
}
