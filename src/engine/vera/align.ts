import type { Span } from "../document.ts";
import type { PlacedToken } from "./layout.ts";
import type { Token } from "./tokens.ts";

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

interface PageWords {
  readonly joined: string;
  /** Where each token starts in `joined`. */
  readonly starts: readonly number[];
}

/**
 * Finds chunks among the words of their pages. VERA's windows follow each other and overlap, so each is looked for behind the start of the one before, and only
 * then anywhere on its pages. `tokens` has one list a page, from page 1.
 */
export function aligner(
  tokens: readonly (readonly Token[])[],
): (words: readonly Token[], pages: [number, number]) => Stretch[] {
  const known = new Map<number, PageWords>();
  const cursors = new Map<number, number>();
  let budget = BUDGET;
  const wordsOn = (page: number): PageWords => {
    const words = known.get(page) ?? join(tokens[page - 1] ?? []);
    known.set(page, words);
    return words;
  };
  return (words, [from, to]) => {
    if (words.length === 0) return [];
    const wanted = words.map(({ text }) => text).join(" ");
    const pages = Array.from({ length: to - from < MOST_PAGES ? to - from + 1 : 1 }, (_, at) => from + at);
    const on = pages.map(wordsOn);
    const text =
      on.length === 1
        ? (on[0]?.joined ?? "")
        : on
            .map(({ joined }) => joined)
            .filter(Boolean)
            .join(" ");
    const cursor = cursors.get(from) ?? 0;
    if (budget < 0) return [];
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

function join(tokens: readonly Token[]): PageWords {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of tokens) {
    starts.push(length);
    length += text.length + 1;
  }
  return { joined: tokens.map(({ text }) => text).join(" "), starts };
}

/** Index of the number in ascending `numbers` that is `wanted`, which is among them. */
function indexOf(numbers: readonly number[], wanted: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The canonical text from the first to the last word of each stretch. */
export function spansOf(found: readonly Stretch[], tokens: readonly (readonly PlacedToken[])[]): Span[] {
  return found.map(({ page, first, last }) => {
    const on = tokens[page - 1] ?? [];
    return { start: on[first]?.from ?? 0, end: on[last]?.to ?? 0 };
  });
}
