import { eachSurface, termsOfSurface } from "../../foundation/text/analyze.ts";
import { fold } from "../../foundation/text/fold.ts";
import { termFilter } from "./term-filter.ts";

export interface Snippet {
  readonly text: string;
  /** Character ranges of `text` that matched, in order, not overlapping. */
  readonly matches: [number, number][];
  /** Where `text` begins and ends in what was given. */
  readonly start: number;
  readonly end: number;
}

/**
 * The window of at most `budget` UTF-16 units that holds the most different terms, then the most matches; cut at spaces.
 * All of `text` when it fits.
 */
export function snippet(text: string, terms: ReadonlySet<string>, budget: number): Snippet {
  const matches = matchesIn(text, terms);
  const [start, end] = text.length <= budget ? [0, text.length] : bestWindow(text, matches, budget);
  return {
    text: text.slice(start, end),
    matches: matches
      .filter((match) => match.start >= start && match.end <= end)
      .map((match) => [match.start - start, match.end - start]),
    start,
    end,
  };
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly term: string;
}

function matchesIn(text: string, terms: ReadonlySet<string>): Match[] {
  const folded = fold(text);
  const mayHold = termFilter(terms);
  const found: Match[] = [];
  eachSurface(folded, (surface, at) => {
    if (!mayHold(surface, 0, surface.length)) return;
    for (const { term, from, to } of termsOfSurface(surface)) {
      if (!terms.has(term)) continue;
      const span = folded.toCanonical({ start: at + from, end: at + to });
      const last = found[found.length - 1];
      if (last !== undefined && span.start < last.end) {
        found[found.length - 1] = {
          start: Math.min(last.start, span.start),
          end: Math.max(last.end, span.end),
          term: last.term,
        };
      } else found.push({ ...span, term });
    }
  });
  return found;
}

function bestWindow(text: string, matches: readonly Match[], budget: number): [number, number] {
  let best = { value: -1, from: 0, to: 0 };
  for (let first = 0; first < matches.length; first++) {
    const from = matches[first]?.start ?? 0;
    const inside = matches.slice(first).filter(({ end }) => end - from <= budget);
    const value = new Set(inside.map(({ term }) => term)).size * 1000 + inside.length;
    if (value > best.value) best = { value, from, to: inside[inside.length - 1]?.end ?? from };
  }
  const before = Math.max(0, best.from - Math.floor((budget - (best.to - best.from)) / 2));
  const start = before === 0 ? 0 : wordStart(text, before, best.from);
  const limit = Math.min(text.length, start + budget);
  return [start, limit === text.length ? limit : wordEnd(text, limit, Math.max(best.to, start + 1))];
}

function wordStart(text: string, from: number, most: number): number {
  for (let at = from; at < most; at++) if (/\s/.test(text[at - 1] ?? " ")) return at;
  return Math.min(from, most) + (isLow(text, from) ? 1 : 0);
}

function wordEnd(text: string, to: number, least: number): number {
  for (let at = to; at > least; at--) if (/\s/.test(text[at] ?? " ")) return at;
  return to - (isLow(text, to) ? 1 : 0);
}

function isLow(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
