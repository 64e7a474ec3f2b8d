import { stemmer } from "stemmer";
import { type FoldedText, fold } from "./fold.ts";
import { eachPlainRun } from "./plain-runs.ts";

/** A term and where it stands. Offsets are UTF-16 units of the text given, half open; terms at one place share a position. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  readonly position: number;
}

/** whole: an identifier or compound as written · part: a piece of one · word: a plain word, stemmed · gram: one or two CJK characters. */
export type TermKind = "whole" | "part" | "word" | "gram";

export interface Term {
  readonly term: string;
  readonly kind: TermKind;
  /** Within the run it was cut from. */
  readonly from: number;
  readonly to: number;
}

/** A run of characters that belong together: a word, an identifier, a number, or CJK characters in a row. Offsets are into the folded text. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly surface: string;
  readonly terms: readonly Term[];
}

/** Longest term in UTF-16 units; longer ones are cut, in documents and in queries alike. */
export const TERM_LIMIT = 64;

// Scripts written without spaces between words (and Hangul, whose words carry their particles): cut into characters and pairs.
const DENSE =
  "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}";
const WORD = `[[\\p{L}\\p{N}\\p{M}_]--[${DENSE}]]`;
const GRAM = `[[\\p{L}\\p{N}\\p{M}]&&[${DENSE}]]`;
/**
 * What holds an identifier together: EL-A, 4.2.1, std::vector, a/b.txt, don't, 1,234 and 10:30 (between digits only). It may begin
 * with --, -, §, $, @, # or \ and end with ++ or #.
 */
const RUN = new RegExp(
  `(?:--|[\\-§$@#\\\\])?${WORD}+(?:(?:::|[\\-._\\/@&+']|(?<=\\d)[,:](?=\\d))${WORD}+)*(?:\\+\\+|#)?|${GRAM}+`,
  "gv",
);
/**
 * Text whose letters and digits are ASCII: what else it may hold here are dashes, quotes, bullets, arrows, mathematics, boxes. RUN is spared for it: the
 * sets of all scripts take some 8 ms to compile, and a search on the command line runs only once.
 */
const PLAIN = /^[\0-\x7f\u2010-\u205e\u2190-\u245f\u2500-\u2775]*$/;
const IS_GRAM = new RegExp(`^${GRAM}`, "v");
const CAMEL = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}/u;
const CAMEL_BOUNDARY = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const GROUPED_NUMBER = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const DOTTED_NUMBER = /^[-§#$]?\d+(?:[.:]\d+)*$/;
const MEMO_LIMIT = 50_000;

/** The terms of `text` for an index, in order. */
export function analyze(text: string): Token[] {
  const folded = fold(text);
  const tokens: Token[] = [];
  let position = 0;
  for (const run of runsOf(folded)) {
    let last = 0;
    for (const { term, from, to, kind } of run.terms) {
      if (kind !== "whole" && from > last) {
        position++;
        last = from;
      }
      const { start, end } = folded.toCanonical({ start: run.start + from, end: run.start + to });
      tokens.push({ term, start, end, position });
    }
    position++;
  }
  return tokens;
}

/** Only the terms of `text`: cheaper than `analyze`. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  eachSurface(fold(text), (surface) => {
    for (const { term } of termsOfSurface(surface)) terms.push(term);
  });
  return terms;
}

/** The runs of a folded text with their terms. */
export function runsOf(text: FoldedText): Run[] {
  const runs: Run[] = [];
  eachSurface(text, (surface, start, end) => {
    runs.push({ start, end, surface, terms: termsOfSurface(surface) });
  });
  return runs;
}

/** The runs of a folded text as they were written where case tells words apart, for who has to do with each surface only once. */
export function eachSurface(text: FoldedText, visit: (surface: string, start: number, end: number) => void): void {
  const { folded } = text;
  const camel = CAMEL.test(text.raw);
  const take = (start: number, end: number): void => {
    const surface = folded.slice(start, end);
    visit(camel ? withCase(text, start, surface) : surface, start, end);
  };
  eachRun(folded, take);
}

/** Where the runs of a folded text stand: all that `eachSurface` does but for camelCase, which folding loses. */
export function eachRun(folded: string, visit: (start: number, end: number) => void): void {
  if (PLAIN.test(folded)) eachPlainRun(folded, visit);
  else for (const match of folded.matchAll(RUN)) visit(match.index, match.index + match[0].length);
}

/** Folding loses camelCase, so the run is read again as it was written, where both have the same length. */
function withCase(text: FoldedText, start: number, folded: string): string {
  const { start: from, end: to } = text.toCanonical({ start, end: start + folded.length });
  const raw = text.raw.slice(from, to);
  return raw.length === folded.length && raw.toLowerCase() === folded && CAMEL.test(raw) ? raw : folded;
}

const memo = new Map<string, readonly Term[]>();

/** The terms that a run is cut into. Remembered, since texts and queries say the same words again and again. */
export function termsOfSurface(surface: string): readonly Term[] {
  const known = memo.get(surface);
  if (known !== undefined) return known;
  const terms = cutSurface(surface);
  if (memo.size >= MEMO_LIMIT) memo.clear();
  memo.set(surface, terms);
  return terms;
}

/** The same, for who remembers by itself. */
export function cutSurface(surface: string): readonly Term[] {
  return surface.charCodeAt(0) > 0x7f && IS_GRAM.test(surface) ? grams(surface) : identifier(surface);
}

function grams(run: string): Term[] {
  const terms: Term[] = [];
  let before = "";
  let at = 0;
  for (const character of run) {
    const to = at + character.length;
    if (before !== "") terms.push({ term: before + character, kind: "gram", from: at - before.length, to });
    terms.push({ term: character, kind: "gram", from: at, to });
    before = character;
    at = to;
  }
  return terms;
}

function identifier(surface: string): Term[] {
  const lower = surface.toLowerCase();
  if (GROUPED_NUMBER.test(lower)) return [whole(lower.replaceAll(",", ""), 0, surface.length)];
  if (DOTTED_NUMBER.test(lower)) {
    const bare = lower.replace(/^[-§#$]/, "");
    const from = lower.length - bare.length;
    return from === 0
      ? [whole(lower, 0, lower.length)]
      : [whole(lower, 0, lower.length), { ...whole(bare, from, lower.length), kind: "part" }];
  }
  const words = pieces(surface);
  const [only] = words;
  if (only !== undefined && words.length === 1 && only.term.length === surface.length) {
    return [{ term: stem(lower), kind: "word", from: 0, to: surface.length }];
  }
  const possessive = /^([\p{L}\p{M}]+)'s$/u.exec(lower);
  if (possessive?.[1] !== undefined) {
    return [{ term: stem(possessive[1]), kind: "word", from: 0, to: possessive[1].length }];
  }
  const terms: Term[] = [whole(lower.replaceAll("'", ""), 0, surface.length)];
  // Folding joins "well-⏎known" to "wellknown": the joined form is a term of both spellings.
  if (/^\p{L}+(?:-\p{L}+)+$/u.test(lower)) terms.push(whole(lower.replaceAll("-", ""), 0, surface.length));
  // A path or a scoped name is also found by its last member and by each member that is itself a compound.
  if (/[/@]|::/.test(lower)) {
    for (const match of lower.matchAll(/[^/@:]+/g)) {
      if (/[-._+]/.test(match[0]))
        terms.push({ ...whole(match[0], match.index, match.index + match[0].length), kind: "part" });
    }
  }
  for (const { term, from } of words) {
    terms.push({ term: stem(term), kind: "part", from, to: from + term.length });
  }
  const seen = new Set<string>();
  return terms.filter(({ term, from }) => !seen.has(`${term}@${from}`) && seen.add(`${term}@${from}`));
}

/** The letters-and-digits pieces of an identifier, camelCase cut, lower case. Pieces before an apostrophe of one or two letters ("l'", "O'") and "'t" after one are no words. */
function pieces(surface: string): { term: string; from: number }[] {
  const found: { term: string; from: number }[] = [];
  for (const match of surface.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (surface[match.index - 1] === "'" && match[0].length <= 2) continue;
    if (surface[match.index + match[0].length] === "'" && match[0].length <= 2) continue;
    let from = match.index;
    for (const piece of match[0].split(CAMEL_BOUNDARY)) {
      found.push({ term: piece.toLowerCase().slice(0, TERM_LIMIT), from });
      from += piece.length;
    }
  }
  return found;
}

function whole(term: string, from: number, to: number): Term {
  return { term: clip(term), kind: "whole", from, to };
}

/** Porter's stem for words of the Latin alphabet; others as they are. */
function stem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? clip(stemmer(word)) : clip(word);
}

function clip(term: string): string {
  if (term.length <= TERM_LIMIT) return term;
  const end = /[\ud800-\udbff]/.test(term[TERM_LIMIT - 1] ?? "") ? TERM_LIMIT - 1 : TERM_LIMIT;
  return term.slice(0, end);
}
