import { foldQuote } from "../../foundation/text/fold.ts";
import type { LexicalResult } from "./bm25.ts";
import { isBookIndex } from "./book-index.ts";
import { Closeness } from "./closeness.ts";
import type { DenseResult } from "./dense.ts";
import type { SearchDocument } from "./document.ts";
import { answers, COSINE_FLOOR, TAIL_FLOOR } from "./floor.ts";
import { foldedPassage } from "./folded-passages.ts";
import { isForeign } from "./foreign.ts";
import { FoundPassages } from "./found-passages.ts";
import { holdsPhrase } from "./phrases.ts";
import type { ParsedQuery } from "./query.ts";

export interface Ranked {
  readonly document: number;
  readonly passage: number;
  readonly score: number;
  /** Running heads and feet come last. */
  readonly furniture: boolean;
}

export interface Candidates extends Facts {
  readonly ranked: readonly Ranked[];
  /** Passages that answer and rank behind all of `ranked`. */
  readonly further: number;
}

interface Facts {
  /** Passages that had any word of the query, or a near enough vector, before the floor. */
  readonly considered: number;
  readonly bestCoverage: number;
  readonly bestCosine: number;
}

export interface Lanes {
  readonly lane: "hybrid" | "lexical" | "dense";
  readonly lexical: LexicalResult;
  readonly dense: DenseResult | undefined;
  readonly denseWeight: number;
  readonly allows: (document: number, passage: number) => boolean;
  readonly floor: boolean;
  /** How many of the best are wanted in order; the others may only be counted. */
  readonly depth: number;
}

/**
 * What exact identifiers add to a score (0 to 1), times their share of the query's information: where the query is a name, enough to pass
 * any neighbour in meaning alone; where it is a sentence with a name in it, little.
 */
const IDENTIFIER_BONUS = 1;
/** What a passage gains whose nearest heading is the query, but for its number; and what the first one under it gains beyond. */
const HEADING_BONUS = 0.5;
const FIRST_BONUS = 1;
/** The best passages are looked at more closely: how many, what words standing together add, what a piece of a book's index loses. */
const LOOKED_AT = 20;
const CLOSENESS_BONUS = 0.4;
const INDEX_MALUS = 1;

interface Scored {
  readonly document: number;
  readonly passage: number;
  /** By its words and its nearness. */
  readonly base: number;
  /** Share of the query's information that identifiers make up which stand in it whole. */
  readonly exact: number;
  /** What exact matches add, as a share of the best score possible. */
  readonly bonus: number;
}

/** The passages that answer, best first. */
export function rank(documents: readonly SearchDocument[], query: ParsedQuery, lanes: Lanes): Candidates {
  const { scored, further, bestCoverage, bestCosine } = score(documents, query, lanes);
  const facts = { considered: scored.length + further, bestCoverage, bestCosine };
  const ranked = scored.map(({ document, passage, base, bonus }) => ({
    document,
    passage,
    score: base + bonus,
    furniture: documents[document]?.index.kind(passage) === "furniture",
  }));
  const shown = ranked.filter(({ furniture }) => !furniture).sort(byScore);
  if (lanes.lane !== "dense") lookCloser(documents, query, lanes, shown);
  const exact = scored.reduce((most, one) => Math.max(most, one.exact), 0);
  if (lanes.floor && !clears(query, lanes, { ...facts, exact, foreign: isForeign(documents, query, lanes, shown) }))
    return { ranked: [], further: 0, ...facts };
  return { ranked: [...shown, ...ranked.filter(({ furniture }) => furniture).sort(byScore)], further, ...facts };
}

function wordsWeight({ lane, denseWeight }: Lanes): number {
  return lane === "lexical" ? 1 : 1 - denseWeight;
}

/** Ranks the first of `shown` anew by what only their texts tell: whether the words stand together, and whether it is a book's index. */
function lookCloser(
  documents: readonly SearchDocument[],
  { groups }: ParsedQuery,
  lanes: Lanes,
  shown: Ranked[],
): void {
  const closeness = new Closeness(groups, lanes.lexical.weights);
  const seen = shown.slice(0, LOOKED_AT).map((one) => {
    const document = documents[one.document];
    if (document === undefined) return one;
    const isText = document.index.kind(one.passage) === "text";
    const malus = isText && isBookIndex(document.passageText(one.passage)) ? INDEX_MALUS : 0;
    const close = closeness.of(foldedPassage(document, one.passage));
    return { ...one, score: one.score + wordsWeight(lanes) * CLOSENESS_BONUS * close - malus };
  });
  shown.splice(0, seen.length, ...seen.sort(byScore));
}

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.document - b.document || a.passage - b.passage;
}

interface Found {
  readonly scored: readonly Scored[];
  /** Found, too, but not among the best. */
  readonly further: number;
  readonly bestCoverage: number;
  readonly bestCosine: number;
}

/** Of one search after the other. */
const found = new FoundPassages();

/**
 * Passages with a word of the query or a vector near enough to be an answer. In a large library most of them have one common word: those that cannot come among the
 * best are counted only.
 */
function score(documents: readonly SearchDocument[], query: ParsedQuery, lanes: Lanes): Found {
  const { folded, phrases, excluded } = query;
  const keep = keeps(documents, query, lanes);
  found.clear();
  const least = lanes.floor ? COSINE_FLOOR : -1;
  let [mostBm25, bestCoverage, bestCosine] = [0, 0, 0];
  documents.forEach((_, document) => {
    const words = lanes.lexical.documents[document];
    const cosines = lanes.dense?.documents[document];
    if (words === undefined) return;
    const { scores, covered: coverage } = words;
    for (let passage = 0; passage < scores.length; passage++) {
      const bm25 = scores[passage] ?? 0;
      const cosine = cosines === undefined ? Number.NaN : (cosines[passage] ?? Number.NaN);
      const near = cosine >= least;
      if (!near && (bm25 === 0 || lanes.lane === "dense")) continue;
      const covered = coverage[passage] ?? 0;
      if (lanes.floor && !near && covered < TAIL_FLOOR) continue;
      if (!lanes.allows(document, passage) || !keep(document, passage)) continue;
      found.add(document, passage, 0);
      if (bm25 > mostBm25) mostBm25 = bm25;
      if (covered > bestCoverage) bestCoverage = covered;
      if (cosine > bestCosine) bestCosine = cosine;
    }
  });
  const mean = lanes.dense?.mean ?? 0;
  const spread = Math.max(bestCosine - mean, 1e-6);
  const weight = wordsWeight(lanes);
  found.setEach((document, passage) => {
    const held = lanes.lexical.documents[document];
    const cosine = lanes.dense?.documents[document]?.[passage] ?? Number.NaN;
    if (lanes.lane === "dense") return cosine;
    // Some of each word beats much of one; and where no passage holds much of the query, its words decide less.
    const words = mostBm25 === 0 ? 0 : ((held?.covered[passage] ?? 0) * (held?.scores[passage] ?? 0)) / mostBm25;
    // Without a vector yet: taken to be as near as its words say, so that the order of embedding decides nothing.
    const near = Number.isNaN(cosine) ? words : (cosine - mean) / spread;
    return weight * words + (1 - weight) * near;
  });
  // What has a phrase was looked at one by one.
  const threshold = phrases.length + excluded.length === 0 ? found.nthLargest(lanes.depth) : Number.NEGATIVE_INFINITY;
  const titles = documents.map((one) => new Titles(one, folded));
  const scored: Scored[] = [];
  found.forEach((document, passage, base) => {
    const words = lanes.lexical.documents[document];
    const exact = lanes.lane === "dense" ? 0 : (words?.identifiers[passage] ?? 0);
    const covered = lanes.lane === "dense" ? 0 : (words?.covered[passage] ?? 0);
    // Exact matches count beyond the words.
    if (base < threshold && exact === 0 && covered <= 0.99) return;
    const bonus = IDENTIFIER_BONUS * exact + (covered > 0.99 ? (titles[document]?.bonus(passage) ?? 0) : 0);
    scored.push({ document, passage, base, exact, bonus });
  });
  return { scored, further: found.length - scored.length, bestCoverage, bestCosine };
}

/** Whether the heading next above a passage is the query, but for its number; looked at once a heading, whose first passage comes first. */
class Titles {
  private readonly document: SearchDocument;
  private readonly folded: string;
  private readonly known = new Map<number, number>();

  constructor(document: SearchDocument, folded: string) {
    this.document = document;
    this.folded = folded;
  }

  bonus(passage: number): number {
    const heading = this.document.passages[passage]?.heading ?? -1;
    const known = heading < 0 ? undefined : this.known.get(heading);
    if (known !== undefined) return known;
    const same = foldedTitle(this.document, passage, heading) === this.folded;
    this.known.set(heading, same ? HEADING_BONUS : 0);
    return same ? HEADING_BONUS + FIRST_BONUS : 0;
  }
}

const foldedTitles = new WeakMap<SearchDocument["passages"], Map<number, string>>();

/** The heading next above a passage without its number, as search sees it; remembered while its document is open. */
function foldedTitle(document: SearchDocument, passage: number, heading: number): string {
  let known = foldedTitles.get(document.passages);
  if (known === undefined) {
    known = new Map();
    foldedTitles.set(document.passages, known);
  }
  const before = known.get(heading);
  if (before !== undefined) return before;
  const nearest = document.headingPath(passage).at(-1) ?? "";
  const title = foldQuote(nearest).replace(/^(?:[\d.§]+|[a-z]\.[\d.]+)\s+/, "");
  known.set(heading, title);
  return title;
}

function keeps(documents: readonly SearchDocument[], { groups, phrases, excluded }: ParsedQuery, { lexical }: Lanes) {
  if (phrases.length + excluded.length === 0) return () => true;
  return (document: number, passage: number): boolean => {
    const one = documents[document];
    if (one === undefined) return false;
    const touched = lexical.documents[document]?.groups[passage] ?? 0;
    if (phrases.length > 0 && touched === 0 && groups.length > 0) return false;
    const text = foldedPassage(one, passage);
    return phrases.every((phrase) => holdsPhrase(text, phrase)) && !excluded.some((words) => holdsPhrase(text, words));
  };
}

/** A phrase that stands there answers; else the floor decides. */
function clears(
  { phrases, groups }: ParsedQuery,
  { lane, lexical, dense }: Lanes,
  facts: Facts & { readonly exact: number; readonly foreign: boolean },
): boolean {
  if (facts.considered === 0) return false;
  if (phrases.length > 0) return true;
  return answers({
    coverage: lane === "dense" ? 0 : facts.bestCoverage,
    cosine: facts.bestCosine,
    complete: dense?.ready === lexical.passages,
    words: groups.some(({ kind }) => kind === "grams") ? Number.POSITIVE_INFINITY : groups.length,
    unknownName: lane !== "dense" && lexical.missing.some(({ kind }) => kind === "identifier"),
    foreign: facts.foreign,
    exactName: lane !== "dense" && facts.exact > 0,
  });
}
