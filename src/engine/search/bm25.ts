import { termsOf } from "../../foundation/text/analyze.ts";
import type { SearchDocument } from "./document.ts";
import type { PostingList } from "./open-index.ts";
import type { QueryGroup } from "./query.ts";
import { Scratch } from "./scratch.ts";

export interface Bm25Weights {
  readonly k1: number;
  readonly b: number;
  /** Of an occurrence in the headings or in the title, where one in the body is 1. */
  readonly heading: number;
  readonly title: number;
  /** Of the parts of an identifier or compound, where the whole is 1. */
  readonly part: number;
}

export const BM25_WEIGHTS: Bm25Weights = { k1: 1.2, b: 0.75, heading: 1, title: 0.3, part: 0.6 };

/** Added to each group's idf where shares of a query are weighed, so that in a small library a common word still says something. */
const PRESENCE = 1;

/** One array entry a passage of one document. */
export interface LexicalScores {
  readonly scores: Float64Array;
  /** Share of the query's information (inverse document frequency) that the passage holds, 0 to 1. */
  readonly covered: Float64Array;
  /** The part of `covered` that is due to identifiers which stand in it whole. */
  readonly identifiers: Float64Array;
  /** How many of the query's groups it holds at least a part of. */
  readonly groups: Uint16Array;
}

export interface LexicalResult {
  readonly documents: readonly LexicalScores[];
  /** One a group: the information it carries, its inverse document frequency. */
  readonly weights: readonly number[];
  /** Groups that stand nowhere as a whole (an identifier), or not at all. */
  readonly missing: readonly QueryGroup[];
  readonly passages: number;
}

interface WantedTerm {
  readonly term: string;
  readonly whole: boolean;
  readonly lists: readonly (PostingList | undefined)[];
  readonly idf: number;
}

/**
 * BM25F (Robertson, Zaragoza, Taylor 2004) of every passage of every document. Statistics are those of all documents together,
 * so scores of different archives compare. Idf is Lucene's, which is never negative. What it returns lies in `scratch`, until that is cleared.
 */
export function scoreLexical(
  documents: readonly SearchDocument[],
  groups: readonly QueryGroup[],
  weights: Bm25Weights = BM25_WEIGHTS,
  scratch = new Scratch(),
): LexicalResult {
  const passages = documents.reduce((sum, { index }) => sum + index.passages, 0);
  const averages = {
    body: documents.reduce((sum, { index }) => sum + index.bodyTotal, 0) / Math.max(1, passages) || 1,
    heading: documents.reduce((sum, { index }) => sum + index.headingTotal, 0) / Math.max(1, passages) || 1,
  };
  const titles = documents.map((document) => (documents.length > 1 ? titleTerms(document) : undefined));
  const results = documents.map(({ index }) => ({
    scores: scratch.floats(index.passages),
    covered: scratch.floats(index.passages),
    identifiers: scratch.floats(index.passages),
    groups: scratch.counts(index.passages),
  }));
  // What one group holds of each passage of one document; zeros between uses.
  const share = scratch.floats(Math.max(0, ...documents.map(({ index }) => index.passages)));
  const wanted = groups.map((group) => wantedTerms(group, documents, passages));
  const rarity = wanted.map((terms) => {
    const wholes = terms.filter(({ whole }) => whole);
    return PRESENCE + Math.max(...(wholes.length > 0 ? wholes : terms).map(({ idf }) => idf));
  });
  const total = rarity.reduce((sum, idf) => sum + idf, 0) || 1;
  const missing: QueryGroup[] = [];

  groups.forEach((group, at) => {
    const terms = wanted[at] ?? [];
    const parts = terms.filter(({ whole }) => !whole).length;
    let found = false;
    documents.forEach(({ index }, document) => {
      const result = results[document];
      if (result === undefined) return;
      if (terms.every(({ lists }) => lists[document] === undefined)) return;
      const { bodyLengths, headingLengths } = index;
      for (const { term, whole, lists, idf } of terms) {
        const list = lists[document];
        if (list === undefined) continue;
        if (whole || group.kind !== "identifier") found = true;
        const inTitle = weights.title * (titles[document]?.get(term) ?? 0);
        const weight = whole || group.kind === "grams" ? idf : idf * weights.part;
        for (let entry = 0; entry < list.passages.length; entry++) {
          const passage = list.passages[entry] ?? 0;
          const inHeading = list.heading[entry] ?? 0;
          const tf =
            (list.body[entry] ?? 0) / normal(weights.b, bodyLengths[passage] ?? 0, averages.body) +
            (inHeading === 0
              ? 0
              : (weights.heading * inHeading) / normal(weights.b, headingLengths[passage] ?? 0, averages.heading)) +
            inTitle;
          result.scores[passage] = (result.scores[passage] ?? 0) + (weight * (weights.k1 + 1) * tf) / (weights.k1 + tf);
          const before = share[passage] ?? 0;
          share[passage] = whole ? 1 : Math.min(1, before + (group.kind === "identifier" ? 0.5 : 1) / parts);
        }
      }
      for (const { lists } of terms) {
        const list = lists[document];
        if (list === undefined) continue;
        for (let entry = 0; entry < list.passages.length; entry++) {
          const passage = list.passages[entry] ?? 0;
          const held = share[passage] ?? 0;
          if (held === 0) continue;
          share[passage] = 0;
          const worth = (held * (rarity[at] ?? 0)) / total;
          result.covered[passage] = (result.covered[passage] ?? 0) + worth;
          result.groups[passage] = (result.groups[passage] ?? 0) + 1;
          if (group.kind === "identifier" && held === 1) {
            result.identifiers[passage] = (result.identifiers[passage] ?? 0) + worth;
          }
        }
      }
    });
    if (!found) missing.push(group);
  });
  return { documents: results, weights: rarity, missing, passages };
}

/** Looks a group's terms up in every document; of several spellings of the whole (well-known, wellknown) each counts for itself. */
function wantedTerms(group: QueryGroup, documents: readonly SearchDocument[], passages: number): WantedTerm[] {
  const want = (term: string, whole: boolean): WantedTerm => {
    const lists = documents.map(({ index }) => index.lookup(term));
    const holding = lists.reduce((sum, list) => sum + (list?.passages.length ?? 0), 0);
    return { term, whole, lists, idf: Math.log(1 + (passages - holding + 0.5) / (holding + 0.5)) };
  };
  // Parts first, so that the whole, where it stands, decides the share.
  return [...group.parts.map((term) => want(term, false)), ...group.whole.map((term) => want(term, true))];
}

function normal(b: number, length: number, average: number): number {
  return 1 - b + (b * length) / average;
}

const titlesKnown = new WeakMap<SearchDocument, ReadonlyMap<string, number>>();

function titleTerms(document: SearchDocument): ReadonlyMap<string, number> {
  const known = titlesKnown.get(document);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const term of termsOf(document.title)) counts.set(term, (counts.get(term) ?? 0) + 1);
  titlesKnown.set(document, counts);
  return counts;
}
