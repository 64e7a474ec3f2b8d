import type { Splice } from "./operation.ts";

/** The text with its splices, which must not overlap and are in order. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let made = "";
  let at = 0;
  for (const { start, end, text: put } of splices) {
    made += text.slice(at, start) + put;
    at = end;
  }
  return made + text.slice(at);
}

/** In the order of their places. */
export function sorted<T extends Splice>(splices: readonly T[]): T[] {
  return [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Where places of the old text are in the new one. */
export class Shift {
  readonly #starts = new Map<Splice, number>();
  readonly #ends: number[] = [];
  readonly #sums: number[] = [0];

  constructor(splices: readonly Splice[]) {
    let sum = 0;
    for (const splice of splices) {
      const { start, end, text } = splice;
      this.#starts.set(splice, start + sum);
      sum += text.length - (end - start);
      this.#ends.push(end);
      this.#sums.push(sum);
    }
  }

  /** Where the text of a splice begins. */
  startOf(splice: Splice): number {
    return this.#starts.get(splice) ?? splice.start;
  }

  /** An offset outside of what was replaced; where something was put in, behind it. */
  after(offset: number): number {
    return offset + (this.#sums[this.#upTo(offset)] ?? 0);
  }

  /** How many splices end at `offset` or before. */
  #upTo(offset: number): number {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
