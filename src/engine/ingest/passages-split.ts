import type { Span } from "../document.ts";
import { estimateTokens } from "./passages-tokens.ts";

/** Tokens that a passage is made for, and that it never passes (bge-small reads 512, heading path included). */
export const TARGET_TOKENS = 200;
export const MAX_TOKENS = 450;

/** Cuts a range too long for one passage at sentence ends (UAX #29), longer sentences at spaces, longer words anywhere; parts of about equal size. */
export function splitProse(text: string, span: Span): Span[] {
  return gather(text, span, refine(text, sentences(text, span), words));
}

/** Cuts code and other text whose lines matter at line ends. */
export function splitLines(text: string, span: Span): Span[] {
  return gather(text, span, refine(text, lines(text, span), words));
}

/** Joins pieces (which ascend and lie within `span`) into parts of about equal size near the target. */
function gather(text: string, span: Span, pieces: Iterable<Span>): Span[] {
  const total = estimateTokens(text, span.start, span.end);
  const goal = total / Math.max(1, Math.ceil(total / TARGET_TOKENS));
  const parts: Span[] = [];
  let start = -1;
  let end = -1;
  let tokens = 0;
  for (const piece of pieces) {
    const size = estimateTokens(text, piece.start, piece.end);
    const full = start >= 0 && (tokens >= goal || tokens + size > MAX_TOKENS || tokens + size / 2 > goal * 1.25);
    if (full) {
      parts.push({ start, end });
      start = -1;
      tokens = 0;
    }
    if (start < 0) start = piece.start;
    end = piece.end;
    tokens += size;
  }
  if (start >= 0) parts.push({ start, end });
  return parts;
}

function* refine(
  text: string,
  pieces: Iterable<Span>,
  finer: (text: string, span: Span) => Iterable<Span>,
): Generator<Span> {
  for (const piece of pieces) {
    if (estimateTokens(text, piece.start, piece.end) <= MAX_TOKENS) yield piece;
    else yield* finer(text, piece);
  }
}

/** Characters given to the segmenter at once, so that a document of one line needs no second copy of itself. */
const WINDOW = 1 << 16;

function* sentences(text: string, span: Span): Generator<Span> {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  for (let from = span.start; from < span.end; ) {
    const to = safeCut(text, from, Math.min(from + WINDOW, span.end), span.end);
    // A line end inside a paragraph is no sentence end, though UAX #29 (SB4) says so.
    const window = text.slice(from, to).replace(/[\n\f\t]/g, " ");
    for (const part of segmenter.segment(window)) {
      const piece = trimmed(text, { start: from + part.index, end: from + part.index + part.segment.length });
      if (piece.end > piece.start) yield piece;
    }
    from = to;
  }
}

function* lines(text: string, span: Span): Generator<Span> {
  for (let from = span.start; from < span.end; ) {
    const found = text.indexOf("\n", from);
    const to = found < 0 || found >= span.end ? span.end : found;
    if (text.slice(from, to).trim() !== "") yield { start: from, end: to };
    from = to + 1;
  }
}

/** Pieces of at most 200 characters, cut at spaces where there are any. */
function* words(text: string, span: Span): Generator<Span> {
  for (let from = span.start; from < span.end; ) {
    const limit = Math.min(from + 200, span.end);
    const to = safeCut(text, from, limit, span.end);
    const piece = trimmed(text, { start: from, end: to });
    if (piece.end > piece.start) yield piece;
    from = to;
  }
}

/** Where to cut at or before `limit`: after a space if the second half has one, never inside a surrogate pair. */
function safeCut(text: string, from: number, limit: number, end: number): number {
  if (limit >= end) return end;
  for (let at = limit; at > from + (limit - from) / 2; at--) {
    if (/\s/.test(text.charAt(at - 1))) return at;
  }
  const low = text.charCodeAt(limit);
  return low >= 0xdc00 && low < 0xe000 && limit - 1 > from ? limit - 1 : limit;
}

function trimmed(text: string, span: Span): Span {
  let { start, end } = span;
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  return { start, end };
}
