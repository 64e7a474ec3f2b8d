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

/** A word of a quote and what stands before it there, white space as one space. */
interface Word {
  readonly text: string;
  readonly before: string;
}

/** Where the words of `quote` stand in `source`, neighbours joined: from the start that leaves the fewest characters between them. */
function placeWords(source: string, quote: string): Span[] {
  const { words, tail } = wordsOf(quote);
  const [head] = words;
  if (head === undefined) return [];
  let best = follow(source, words, 0);
  let start = source.indexOf(head.text);
  for (let tries = 0; tries < MOST_STARTS && start >= 0; tries++, start = source.indexOf(head.text, start + 1)) {
    const tried = follow(source, words, start);
    if (tried.cost < best.cost) best = tried;
  }
  const last = best.found.pop();
  return last === undefined ? [] : [...best.found, extended(last, source, tail)];
}

function wordsOf(quote: string): { words: Word[]; tail: string } {
  const words: Word[] = [];
  let at = 0;
  for (const { 0: text, index } of quote.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    words.push({ text, before: quote.slice(at, index).replace(/\s+/g, " ") });
    at = index + text.length;
    if (words.length === MOST_WORDS) break;
  }
  return { words, tail: quote.slice(at).trimEnd() };
}

/** `cost`: characters passed over, and as many for a missed word as a word may be away. */
function follow(source: string, words: readonly Word[], start: number): { found: Span[]; cost: number } {
  const found: Span[] = [];
  let at = start;
  let cost = 0;
  for (const word of words) {
    const next = source.indexOf(word.text, at);
    if (next < 0 || next - at > WIDEST_GAP) {
      cost += WIDEST_GAP;
      continue;
    }
    if (next > start) cost += next - at;
    append(found, source, word.before, { start: next, end: next + word.text.length });
    at = next + word.text.length;
  }
  return { found, cost };
}

/** What the quote has between two words belongs to the mark as far as the source has it, too. */
function append(found: Span[], source: string, before: string, word: Span): void {
  const last = found.at(-1);
  const gap = source.slice(last?.end ?? 0, word.start);
  if (last !== undefined && gap.replace(/\s+/g, " ") === before) {
    found[found.length - 1] = { start: last.start, end: word.end };
    return;
  }
  if (last !== undefined) found[found.length - 1] = extended(last, source, before.trimEnd());
  let shared = 0;
  while (shared < Math.min(before.length, gap.length) && before.at(-1 - shared) === gap.at(-1 - shared)) shared++;
  const kept = before.slice(before.length - shared).trimStart().length;
  found.push({ start: word.start - kept, end: word.end });
}

/** `span` with as much after it as `text` and the source share. */
function extended({ start, end }: Span, source: string, text: string): Span {
  let shared = 0;
  while (shared < text.length && source[end + shared] === text[shared]) shared++;
  return { start, end: end + shared };
}
