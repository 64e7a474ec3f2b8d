/**
 * The relevance floor: whether the best passages answer the question at all. Coverage is the share of the query's information (idf) that
 * one passage holds; cosines are those of bge-small. Chosen on the tune half of bench/refusals.ts (30 questions that no manual answers, 30 that
 * one does), which `bun run bench:refusals` reports beside the held half. Longer questions, as 809 SciFact claims against their own corpus show,
 * share less with what answers them: there a coverage of 0.35 kept 96.8 %. The best cosine of off-topic questions was at most 0.658 over 4,026
 * passages of manuals (0.639 over 1,804: it grows with the library), that of answerable ones at least 0.670.
 */
export interface FloorFacts {
  /** The best passage's, 0 to 1. */
  readonly coverage: number;
  /** The best passage's; 0 in the lexical lane. */
  readonly cosine: number;
  /** Every passage has a vector, so a low cosine means something. */
  readonly complete: boolean;
  /** Words and names of the query; Infinity where it is written without spaces, so that nobody knows. */
  readonly words: number;
  /** The query has a technical name that stands nowhere. */
  readonly unknownName: boolean;
  /** The query is about something else: proper names in it that the best passages lack, or words that a whole library lacks. */
  readonly foreign: boolean;
  /** A passage holds a name of the query to the letter. */
  readonly exactName: boolean;
}

/** A passage below this cosine is no hit of the dense lane. */
export const COSINE_FLOOR = 0.55;
/** Below this share a passage is no hit by its words, whatever the best one holds. */
export const TAIL_FLOOR = 0.1;
/** A passage that holds all but a trifle answers whatever its cosine. */
const WHOLE_COVERAGE = 0.9;
const SHORT = { words: 5, coverage: 0.5 };
const LONG = { words: 8, coverage: 0.35 };
/** What the other words must hold when a name stands nowhere. */
const BESIDE_UNKNOWN = 0.6;
const FAIR_COSINE = 0.61;
const SURE_COSINE = 0.66;
/** What a question on something else must reach to be taken for one in other words. */
const CERTAIN_COSINE = 0.76;

/** Words alone must hold a fair share; with vectors at hand, a fair share and a fair cosine, or one of them for sure. */
export function answers({ coverage, cosine, complete, words, unknownName, foreign, exactName }: FloorFacts): boolean {
  if (exactName || coverage >= WHOLE_COVERAGE) return true;
  // Neighbours in meaning do not answer for a name that is not there, unless it is a detail of the question.
  const beside = coverage >= BESIDE_UNKNOWN && (cosine >= SURE_COSINE || !complete);
  if (unknownName || foreign) return beside || (!unknownName && cosine >= CERTAIN_COSINE);
  return cosine >= SURE_COSINE || (coverage >= fairCoverage(words) && (!complete || cosine >= FAIR_COSINE));
}

/** In a short question every word matters; between short and long in proportion. */
function fairCoverage(words: number): number {
  const along = Math.min(1, Math.max(0, (words - SHORT.words) / (LONG.words - SHORT.words)));
  return SHORT.coverage + along * (LONG.coverage - SHORT.coverage);
}
