import { diffArrays } from "diff";
import type { Span } from "../document.ts";
import { isTelling, type Token, tokensOf } from "./tokens.ts";
import { compareWording, sameWording } from "./wording.ts";

/** Share of a quote's words that must stand in the source, in order, for the quote to be that passage altered. */
const ENOUGH = 0.6;
/** Words of a quote aligned at most, so that a long quote cannot cost without bound. */
const MAX_TOKENS = 1000;

export interface Difference {
  readonly op: "same" | "quote" | "source";
  readonly text: string;
}

export interface Alignment {
  /** Share of the quote's words that stand in the source, in order. */
  readonly share: number;
  readonly difference: readonly Difference[];
  /** The source's words from the first to the last that the quote shares. */
  readonly span: Span;
}

/** Lays `quote` beside the part of `text` (within `window`) most like it; undefined when it is not like enough to be an altered quote. */
export function alignQuote(quote: readonly Token[], text: string, window: Span): Alignment | undefined {
  if (quote.length > MAX_TOKENS) return undefined;
  const source = bestStretch(quote, tokensOf(text.slice(window.start, window.end), window.start));
  const same = (a: Token, b: Token) => sameToken(a, b, b === quote[0], b === quote.at(-1));
  // Enough shared words leave room for only so many changes; past them the alignment can stop.
  const maxEditLength = Math.ceil(source.length + quote.length - 2 * ENOUGH * quote.length);
  if (diffArrays([...source], [...quote], { comparator: same, maxEditLength }) === undefined) return undefined;
  const [from, to] = shortestStretch(quote, source, same);
  const changes: Change[] = [
    { removed: true, value: source.slice(0, from) },
    ...diffArrays(source.slice(from, to), [...quote], { comparator: same }),
    { removed: true, value: source.slice(to) },
  ];
  let first = -1;
  let last = -1;
  let at = 0;
  let shared = 0;
  let telling = false;
  for (const change of changes) {
    if (change.added) continue;
    if (!change.removed) {
      if (first < 0) first = at;
      last = at + change.value.length - 1;
      shared += change.value.length;
      telling ||= change.value.some(isTelling);
    }
    at += change.value.length;
  }
  const share = shared / quote.length;
  if (share < ENOUGH || !telling || shared < 3) return undefined;
  const kept = widened(changes, first, last);
  const start = source[kept.first]?.start;
  const end = source[kept.last]?.end;
  if (start === undefined || end === undefined) return undefined;
  return { share, difference: kept.difference, span: { start, end } };
}

/**
 * Of the stretches of `source` that share most words with the quote, in order, the shortest: a heading that begins like the sentence below it
 * is not part of what was quoted. The longest common subsequence, with the latest start of each kept (Wagner, Fischer 1974).
 */
function shortestStretch(
  quote: readonly Token[],
  source: readonly Token[],
  same: (source: Token, quoted: Token) => boolean,
): [from: number, to: number] {
  const counts = new Uint32Array(quote.length + 1);
  const starts = new Int32Array(quote.length + 1).fill(-1);
  let best = { count: 0, from: 0, to: source.length };
  for (const [at, token] of source.entries()) {
    let [diagonalCount, diagonalStart] = [0, at];
    for (const [index, quoted] of quote.entries()) {
      const [count = 0, start = -1] = [counts[index + 1], starts[index + 1]];
      if (same(token, quoted)) take(index + 1, diagonalCount + 1, diagonalCount === 0 ? at : diagonalStart);
      take(index + 1, counts[index] ?? 0, starts[index] ?? -1);
      [diagonalCount, diagonalStart] = [count, start];
    }
    const [count = 0, from = 0] = [counts[quote.length], starts[quote.length]];
    const shorter = count === best.count && at + 1 - from < best.to - best.from;
    if (count > best.count || (count > 0 && shorter)) best = { count, from, to: at + 1 };
  }
  return [best.from, best.to];

  function take(index: number, count: number, start: number): void {
    const known = counts[index] ?? 0;
    if (count < known || (count === known && start <= (starts[index] ?? -1))) return;
    counts[index] = count;
    starts[index] = start;
  }
}

interface Change {
  readonly added?: boolean;
  readonly removed?: boolean;
  readonly value: readonly Token[];
}

/** Drops the source's words before the first and after the last shared word, except where the quote has other words there instead. */
function widened(changes: readonly Change[], first: number, last: number) {
  const startsInQuote = leading(changes);
  const endsInQuote = leading([...changes].reverse());
  const firstKept = Math.max(0, first - startsInQuote);
  const total = changes.reduce((sum, change) => sum + (change.added ? 0 : change.value.length), 0);
  const lastKept = Math.min(total - 1, last + endsInQuote);
  const difference: Difference[] = [];
  let at = 0;
  for (const change of changes) {
    const kept = change.added
      ? change.value
      : change.value.filter((_, index) => at + index >= firstKept && at + index <= lastKept);
    if (!change.added) at += change.value.length;
    if (kept.length === 0) continue;
    const op = change.added ? "quote" : change.removed ? "source" : "same";
    difference.push({ op, text: kept.map((token) => token.text.replace(/\s+/g, "")).join(" ") });
  }
  return { first: firstKept, last: lastKept, difference };
}

/** How many of the quote's own words come before the first shared one. */
function leading(changes: readonly Change[]): number {
  let count = 0;
  for (const change of changes) {
    if (!change.added && !change.removed) break;
    if (change.added) count += change.value.length;
  }
  return count;
}

function sameToken(source: Token, quoted: Token, isFirst: boolean, isLast: boolean): boolean {
  if (source.key !== quoted.key) return false;
  if (source.text === quoted.text) return true;
  if (isFirst) return compareWording(bare(quoted.text), bare(source.text)) === "same";
  return isLast ? sameWording(bare(quoted.text), bare(source.text)) : sameWording(quoted.text, source.text);
}

/** A word without the quote marks, brackets and Markdown around it, and without the stop after it. */
function bare(text: string): string {
  return text.replace(/^["'“”‘’«»([*_`]+|["'“”‘’«»)\]*_`.,;:!?…]+$/g, "");
}

/** The stretch of `source` that shares most words with the quote, with room on both sides. */
function bestStretch(quote: readonly Token[], source: readonly Token[]): readonly Token[] {
  const room = Math.ceil(quote.length / 3) + 5;
  const width = quote.length + room;
  if (source.length <= width + room) return source;
  const wanted = new Map<string, number>();
  for (const { key } of quote) wanted.set(key, (wanted.get(key) ?? 0) + 1);
  const left = new Map(wanted);
  let shared = 0;
  let best = 0;
  let bestAt = 0;
  const move = (token: Token | undefined, by: 1 | -1) => {
    const count = token && left.get(token.key);
    if (token === undefined || count === undefined) return;
    if (by === 1 ? count > 0 : count >= 0) shared += by;
    left.set(token.key, count - by);
  };
  for (let at = 0; at < source.length; at++) {
    move(source[at], 1);
    if (at >= width) move(source[at - width], -1);
    if (shared > best) {
      best = shared;
      bestAt = at;
    }
  }
  return source.slice(Math.max(0, bestAt - width - room), bestAt + room);
}
