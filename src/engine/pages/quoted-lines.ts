import type { Span } from "../document.ts";
import type { Mark, MarkedLines } from "./lines-view.ts";

/** Text that stands between two lines of a source, from 1. */
export interface QuotedLines {
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

/** Characters of markup between two words that follow each other, an address among them. */
const WIDEST_GAP = 400;
const MOST_WORDS = 2000;
const MOST_STARTS = 40;

/** The lines of a text by character ranges of it. */
export function linesBySpans(text: string, spans: readonly Span[]): MarkedLines {
  const lines = text.split("\n");
  const marks: Mark[] = [];
  const ranges: [number, number][] = [];
  let at = 0;
  let start = 0;
  for (const span of spans) {
    while (at < lines.length - 1 && start + (lines[at] ?? "").length < span.start)
      start += (lines[at++] ?? "").length + 1;
    const first = at + 1;
    for (;;) {
      const line = lines[at] ?? "";
      const [from, to] = [Math.max(0, span.start - start), Math.min(line.length, span.end - start)];
      if (from < to) marks.push([at + 1, from, to]);
      if (at >= lines.length - 1 || start + line.length + 1 >= span.end) break;
      start += line.length + 1;
      at += 1;
    }
    ranges.push([first, at + 1]);
  }
  return { lines, spans: ranges, marks };
}

/**
 * The lines of a source with markup, where what a page shows of it is quoted: the quote's words are looked for one after the other, with nothing but
 * markup between them. A word that the source writes otherwise (an entity, an escape) stays unmarked.
 */
export function linesByWords(source: string, quotes: readonly QuotedLines[]): MarkedLines {
  const lines = source.split("\n");
  const marks: Mark[] = [];
  const spans: [number, number][] = [];
  for (const { text, first, last } of quotes) {
    const [from, to] = [Math.max(1, Math.min(first, lines.length)), Math.max(1, Math.min(last, lines.length))];
    spans.push([from, to]);
    const before = lines.slice(0, from - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const found = placeWords(lines.slice(from - 1, to).join("\n"), text);
    marks.push(
      ...linesBySpans(
        source,
        found.map(({ start, end }) => ({ start: start + before, end: end + before })),
      ).marks,
    );
  }
  return { lines, spans, marks };
}

/** Where the words of `quote` stand in `source`, neighbours joined: from the start that leaves the fewest characters between them. */
function placeWords(source: string, quote: string): Span[] {
  const words = quote
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
  const [head] = words;
  if (head === undefined) return [];
  let best: { found: Span[]; cost: number } = { found: [], cost: Number.POSITIVE_INFINITY };
  let start = source.indexOf(head);
  for (let tries = 0; tries < MOST_STARTS && start >= 0; tries++, start = source.indexOf(head, start + 1)) {
    const tried = follow(source, words, start);
    if (tried.cost < best.cost) best = tried;
  }
  return joined(source, best.cost === Number.POSITIVE_INFINITY ? follow(source, words, 0).found : best.found);
}

function follow(source: string, words: readonly string[], start: number): { found: Span[]; cost: number } {
  const found: Span[] = [];
  let at = start;
  let cost = 0;
  for (const word of words) {
    const next = source.indexOf(word, at);
    if (next < 0 || next - at > WIDEST_GAP) {
      cost += WIDEST_GAP;
      continue;
    }
    cost += next - at;
    at = next + word.length;
    found.push({ start: next, end: at });
  }
  return { found, cost };
}

function joined(source: string, spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && source.slice(last.end, span.start).trim() === "")
      merged[merged.length - 1] = { start: last.start, end: span.end };
    else merged.push(span);
  }
  return merged;
}
