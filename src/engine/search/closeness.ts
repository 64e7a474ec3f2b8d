import { eachRun, termsOfSurface } from "../../foundation/text/analyze.ts";
import type { QueryGroup } from "./query.ts";
import { termFilter } from "./term-filter.ts";

/** Words further apart than this say nothing together. */
const WINDOW = 8;

/**
 * How near to each other the neighbouring words of a query stand in a text, 0 to 1: each pair counts with the weight of its more common word, in
 * full where the two stand side by side in the query's order, less by the root of their distance else. The sequential dependence of
 * Metzler and Croft (2005), over windows.
 */
export class Closeness {
  private readonly groupsOf = new Map<string, number[]>();
  private readonly mayHold: ReturnType<typeof termFilter>;
  private readonly pairs: readonly number[];
  private readonly total: number;

  /** `weights`: one a group, the information it carries. */
  constructor(groups: readonly QueryGroup[], weights: readonly number[]) {
    groups.forEach(({ whole, parts }, at) => {
      for (const term of whole.length > 0 ? whole : parts) {
        const known = this.groupsOf.get(term);
        if (known === undefined) this.groupsOf.set(term, [at]);
        else known.push(at);
      }
    });
    this.mayHold = termFilter(this.groupsOf.keys());
    this.pairs = weights.slice(1).map((weight, at) => Math.min(weight, weights[at] ?? 0));
    this.total = this.pairs.reduce((sum, weight) => sum + weight, 0);
  }

  /** `folded`: a text as search sees it. */
  of(folded: string): number {
    if (this.total === 0) return 0;
    const last = new Float64Array(this.pairs.length + 1).fill(Number.NEGATIVE_INFINITY);
    const nearest = new Float64Array(this.pairs.length).fill(Number.POSITIVE_INFINITY);
    const meet = (pair: number, distance: number): void => {
      nearest[pair] = Math.min(nearest[pair] ?? distance, Math.max(1, distance));
    };
    let position = 0;
    eachRun(folded, (start, end) => {
      position++;
      if (!this.mayHold(folded, start, end)) return;
      let from = 0;
      for (const term of termsOfSurface(folded.slice(start, end))) {
        if (term.kind !== "whole" && term.from > from) {
          position++;
          from = term.from;
        }
        for (const group of this.groupsOf.get(term.term) ?? []) {
          last[group] = position;
          if (group > 0) meet(group - 1, position - (last[group - 1] ?? 0));
          // The other way round is a step further.
          if (group < this.pairs.length) meet(group, 1 + Math.max(1, position - (last[group + 1] ?? 0)));
        }
      }
    });
    const held = this.pairs.reduce((sum, weight, pair) => {
      const distance = nearest[pair] ?? Number.POSITIVE_INFINITY;
      return distance > WINDOW ? sum : sum + weight / Math.sqrt(distance);
    }, 0);
    return held / this.total;
  }
}
