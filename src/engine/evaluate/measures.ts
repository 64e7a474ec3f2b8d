import { foldString } from "../../foundation/text/fold.ts";
import type { QueryCase } from "./queries.ts";

/** One result of a search, as far as it is judged. */
export interface Answer {
  readonly text: string;
  readonly firstPage: number | null;
  readonly lastPage: number | null;
  readonly score: number;
  /** The file name of its document. */
  readonly source?: string;
  /** What the document shows at the place that is cited. */
  readonly cited?: () => string;
}

/** How one query was answered. `null` where there was nothing to judge. */
export interface QueryResult {
  readonly query: string;
  readonly note: string;
  readonly hit: boolean;
  /** Place of the first right answer, from 1. */
  readonly rank: number | null;
  /** Normalised discounted cumulative gain (Järvelin and Kekäläinen 2002) with gain 1 for each expected page found first there. */
  readonly ndcg: number;
  /** Share of the expected pages that right answers touch. */
  readonly recall: number;
  /** Share of the answers holding all expected terms at whose cited place the terms really stand. */
  readonly citationAccuracy: number | null;
  readonly topScore: number | null;
  readonly topPage: number | null;
}

/** Judges the first `k` answers to a query, best first. */
export function judge(asked: QueryCase, answers: readonly Answer[], k: number): QueryResult {
  const right = answers.map((answer) => isRight(asked, answer));
  const first = right.indexOf(true);
  const gains = gainsOf(asked, answers, right);
  const wanted = Math.max(1, asked.pages.length);
  const best = discounted(Array.from({ length: Math.min(wanted, k) }, () => 1));
  const found = gains.reduce((sum, gain) => sum + gain, 0);
  const [top] = answers;
  return {
    query: asked.query,
    note: asked.note,
    hit: first >= 0,
    rank: first < 0 ? null : first + 1,
    // An answer that touches several pages does better than one answer for each.
    ndcg: best === 0 ? 0 : Math.min(1, discounted(gains) / best),
    recall: found / wanted,
    citationAccuracy: citationAccuracy(asked, answers),
    topScore: top?.score ?? null,
    topPage: top?.firstPage ?? null,
  };
}

function isRight({ pages, terms, source }: QueryCase, answer: Answer): boolean {
  if (source !== undefined && answer.source !== source) return false;
  return (pages.length === 0 || pagesTouched(pages, answer).length > 0) && holds(answer.text, terms);
}

function pagesTouched(pages: readonly number[], { firstPage, lastPage }: Answer): number[] {
  if (firstPage === null) return [];
  return pages.filter((page) => page >= firstPage && page <= (lastPage ?? firstPage));
}

function holds(text: string, terms: readonly string[]): boolean {
  const lower = text.toLowerCase();
  let folded: string | undefined;
  return terms.every((term) => {
    if (lower.includes(term.toLowerCase())) return true;
    // A term may be broken over lines or set with ligatures.
    folded ??= foldString(text);
    return folded.includes(foldString(term));
  });
}

/** A page counts where it is touched first; without expected pages only the first right answer does. */
function gainsOf({ pages }: QueryCase, answers: readonly Answer[], right: readonly boolean[]): number[] {
  const left = new Set(pages);
  let any = pages.length === 0;
  return answers.map((answer, at) => {
    if (right[at] !== true) return 0;
    if (pages.length === 0) {
      const gain = any ? 1 : 0;
      any = false;
      return gain;
    }
    const touched = pagesTouched(pages, answer).filter((page) => left.delete(page));
    return touched.length;
  });
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

function citationAccuracy({ terms }: QueryCase, answers: readonly Answer[]): number | null {
  if (terms.length === 0) return null;
  const judged = answers.filter(({ text, cited }) => cited !== undefined && holds(text, terms));
  if (judged.length === 0) return null;
  return judged.filter(({ cited }) => holds(cited?.() ?? "", terms)).length / judged.length;
}

export interface Measures {
  readonly total: number;
  readonly hits: number;
  readonly hitRate: number;
  /** Mean of 1/rank, 0 for a miss. */
  readonly mrr: number;
  readonly ndcg: number;
  readonly recall: number;
  readonly citationAccuracy: number | null;
}

export function measuresOf(results: readonly QueryResult[]): Measures {
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  const cited = results.flatMap(({ citationAccuracy: one }) => one ?? []);
  const hits = results.filter(({ hit }) => hit).length;
  return {
    total: results.length,
    hits,
    hitRate: results.length === 0 ? 0 : hits / results.length,
    mrr: mean(results.map(({ rank }) => (rank === null ? 0 : 1 / rank))),
    ndcg: mean(results.map(({ ndcg }) => ndcg)),
    recall: mean(results.map(({ recall }) => recall)),
    citationAccuracy: cited.length === 0 ? null : mean(cited),
  };
}
