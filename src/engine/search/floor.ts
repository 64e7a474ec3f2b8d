/**
 * The relevance floor: whether the best passages answer the question at all. Coverage is the share of the query's information (idf) that
 * one passage holds; cosines are those of bge-small. What the values were chosen on (and so not a test of them): a coverage of 0.35 kept
 * 96.8 % of 809 SciFact claims on their own corpus and refused 98 % of them on seven manuals, but only 48 % of 60 short questions about
 * manuals asked of SciFact. A cosine of 0.64 kept 57 of 58 claims and refused at least 65 of 66 questions on other subjects, over 178 abstracts.
 */
export interface FloorFacts {
  /** The best passage's, 0 to 1. */
  readonly coverage: number;
  /** The best passage's; 0 in the lexical lane. */
  readonly cosine: number;
  /** Every passage has a vector, so a low cosine means something. */
  readonly complete: boolean;
  /** The query names something that stands nowhere. */
  readonly unknownName: boolean;
  /** A passage holds a name of the query to the letter. */
  readonly exactName: boolean;
}

/** A passage below this cosine is no hit of the dense lane. */
export const COSINE_FLOOR = 0.55;
/** Below this share a passage is no hit by its words, whatever the best one holds. */
export const TAIL_FLOOR = 0.1;
const FAIR_COVERAGE = 0.35;
const SURE_COVERAGE = 0.6;
/** What the other words must hold when a name stands nowhere. */
const BESIDE_UNKNOWN = 0.45;
const FAIR_COSINE = 0.58;
const SURE_COSINE = 0.64;

/** Words alone must hold a fair share; with vectors at hand, a fair share and a fair cosine, or one of them for sure. */
export function answers({ coverage, cosine, complete, unknownName, exactName }: FloorFacts): boolean {
  if (exactName || coverage >= SURE_COVERAGE) return true;
  // Neighbours in meaning do not answer for a name that is not there, unless it is a detail of the question.
  if (unknownName) return coverage >= BESIDE_UNKNOWN && (cosine >= SURE_COSINE || !complete);
  return cosine >= SURE_COSINE || (coverage >= FAIR_COVERAGE && (!complete || cosine >= FAIR_COSINE));
}
