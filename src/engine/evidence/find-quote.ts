import { type FoldedText, foldQuote } from "../../foundation/text/fold.ts";
import type { Span } from "../document.ts";
import { isWordUnit, joins, keyOf, Skeleton } from "./skeleton.ts";
import { compareWording, type Wording } from "./wording.ts";

/** A place where the letters and digits of a quote stand in a row. "cut": to the letter, but a word or number is cut at an end. */
export interface Occurrence {
  readonly span: Span;
  readonly wording: Wording | "cut";
}

/** Occurrences looked at in one text, and units compared: "a" in a long text, or a long run of "a", must not cost without bound. */
const LIMIT = 5000;
const UNITS_LIMIT = 5_000_000;

/**
 * Finds `quote` in `text`: to the letter but for its setting (see docs/verification.md). Returns the canonical spans,
 * in document order; none when it does not stand there. Line-end hyphens match with and without the hyphen.
 */
export function findQuote(text: FoldedText, quote: string): readonly Span[] {
  return findOccurrences(text, quote)
    .filter((occurrence) => occurrence.wording === "same")
    .map((occurrence) => occurrence.span);
}

/** Every place where the letters and digits of `quote` stand in a row, and how near the wording is. */
export function findOccurrences(text: FoldedText, quote: string): Occurrence[] {
  const wanted = quoteParts(quote);
  if (wanted.key === "") return symbolsOnly(text, wanted.folded);
  const skeleton = skeletonOf(text);
  const limit = Math.min(LIMIT, Math.ceil(UNITS_LIMIT / quote.length));
  const found: Occurrence[] = [];
  for (let at = skeleton.indexOf(wanted.key); at >= 0 && found.length < limit; ) {
    found.push(judge(text, skeleton, at, wanted));
    at = skeleton.indexOf(wanted.key, at + 1);
  }
  return found;
}

const skeletons = new WeakMap<FoldedText, Skeleton>();

export function skeletonOf(text: FoldedText): Skeleton {
  let skeleton = skeletons.get(text);
  if (skeleton === undefined) {
    skeleton = new Skeleton(text.folded);
    skeletons.set(text, skeleton);
  }
  return skeleton;
}

interface QuoteParts {
  /** The quote from its first to its last letter or digit: as written, and with Markdown taken out where there is any. */
  readonly wordings: readonly string[];
  readonly folded: string;
  readonly key: string;
  /** What stands before the first and after the last letter or digit of the folded quote. */
  readonly lead: string;
  readonly trail: string;
}

function quoteParts(quote: string): QuoteParts {
  const folded = foldQuote(quote);
  let first = 0;
  while (first < folded.length && !isWordUnit(folded.charCodeAt(first))) first++;
  let last = folded.length;
  while (last > first && !isWordUnit(folded.charCodeAt(last - 1))) last--;
  const plain = quote.replace(EMPHASIS, "$2").replace(/ \| /g, " ");
  const wordings = [...new Set([innerOf(quote), innerOf(plain)])];
  return { wordings, folded, key: keyOf(folded), lead: folded.slice(0, first), trail: folded.slice(last) };
}

function judge(text: FoldedText, skeleton: Skeleton, at: number, wanted: QuoteParts): Occurrence {
  const first = skeleton.position(at);
  const last = skeleton.position(at + wanted.key.length - 1) + 1;
  const before = edge(reversed(wanted.lead), (step) => text.folded.charAt(first - 1 - step));
  const after = edge(wanted.trail, (step) => text.folded.charAt(last + step));
  const start = first - before.shared;
  const end = last + after.shared;
  const span = text.toCanonical({ start, end });
  const words = text.toCanonical({ start: first, end: last });
  const wording = bestWording(wanted.wordings, text.raw.slice(words.start, words.end));
  if (wording !== "same") return { span, wording };
  if (!before.tolerable || !after.tolerable) return { span, wording: "different" };
  return { span, wording: cutsBefore(text, start) || cutsAfter(text, end) ? "cut" : "same" };
}

/** What may be added or left off at the ends of a quote: punctuation that closes, opens or emphasises, but no sign or unit. */
const LOOSE = /^[\s'".,;:!?()[\]{}*_`|•-]*$/;

function edge(wanted: string, textAt: (step: number) => string): { shared: number; tolerable: boolean } {
  let shared = 0;
  while (shared < wanted.length && textAt(shared) === wanted.charAt(shared)) shared++;
  const rest = wanted.slice(shared);
  return {
    shared: rest === "" || LOOSE.test(rest) ? shared : 0,
    tolerable: LOOSE.test(rest) && !(shared === 0 && rest.startsWith("-")),
  };
}

function innerOf(quote: string): string {
  const start = Math.max(0, quote.search(/[\p{L}\p{M}\p{N}]/u));
  let end = quote.length;
  while (end > start && !isWordUnit(quote.charCodeAt(end - 1))) end--;
  return quote.slice(start, end);
}

function bestWording(quotes: readonly string[], source: string): Wording {
  const found = quotes.map((quote) => compareWording(quote, source));
  return found.find((wording) => wording === "same") ?? found.find((wording) => wording === "case") ?? "different";
}

/** Emphasis and code spans, marked on both sides and at word edges (so that "2*3*4" and "a_b_c" are left alone). */
const EMPHASIS = /(?<![\p{L}\p{N}])(\*{1,3}|_{1,3}|`+)(?=\S)(.{1,400}?)(?<=\S)\1(?![\p{L}\p{N}])/gsu;

/** A quote that begins at `start` of the folded text begins inside a word, a number or a compound ("non-|compliant", "-|5", "1,|000"). */
function cutsBefore(text: FoldedText, start: number): boolean {
  const { folded } = text;
  const before = folded.charAt(start - 1);
  const first = folded.charAt(start);
  if (joins(before, first)) return true;
  const further = folded.charAt(start - 2);
  if (isDigit(first)) {
    if (/[.,]/.test(before) && isDigit(further)) return true;
    if (/[+$€£¥<>≤≥~±#]/.test(before)) return true;
    if (before === "-" && !/^[\p{L}\p{N}]/u.test(further))
      return further !== "-" || !/\p{L}/u.test(folded.charAt(start - 3));
  }
  if (before === "'" && isLetter(first) && isLetter(further)) return true;
  return before === "-" && isWordUnit(further.charCodeAt(0)) && isHyphen(text, start - 1);
}

/** A quote that ends at `end` ends inside a word, a number or a compound ("5|.3", "5|%", "sugar|-free", "can|'t"). */
function cutsAfter(text: FoldedText, end: number): boolean {
  const { folded } = text;
  const last = folded.charAt(end - 1);
  const after = folded.charAt(end);
  if (joins(last, after)) return true;
  const further = folded.charAt(end + 1);
  if (isDigit(last)) {
    if (/[.,]/.test(after) && isDigit(further)) return true;
    if (/[%‰°$€£¥]/.test(after)) return true;
  }
  if (!isWordUnit(last.charCodeAt(0))) return false;
  if (after === "'" && isLetter(last) && isLetter(further)) return true;
  return after === "-" && isWordUnit(further.charCodeAt(0)) && isHyphen(text, end);
}

/** A hyphen that joins: not a dash, and not one left hanging at the end of a paragraph or page, with something else after it. */
function isHyphen(text: FoldedText, at: number): boolean {
  const { start, end } = text.toCanonical({ start: at, end: at + 1 });
  if (!/^[-\u2010\u2011]$/.test(text.raw.slice(start, end))) return false;
  const gap = text.raw.slice(end, text.toCanonical({ start: at + 1, end: at + 2 }).start);
  return !/\n\s*\n|\f/.test(gap);
}

function isDigit(character: string): boolean {
  return /^\p{N}$/u.test(character);
}

function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character);
}

function reversed(text: string): string {
  return [...text].reverse().join("");
}

function symbolsOnly(text: FoldedText, folded: string): Occurrence[] {
  const found: Occurrence[] = [];
  if (folded === "") return found;
  for (
    let at = text.folded.indexOf(folded);
    at >= 0 && found.length < LIMIT;
    at = text.folded.indexOf(folded, at + 1)
  ) {
    found.push({ span: text.toCanonical({ start: at, end: at + folded.length }), wording: "same" });
  }
  return found;
}
