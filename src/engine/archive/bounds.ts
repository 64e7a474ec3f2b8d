import type { Damaged } from "./sections.ts";

/** What a decoded section may point to. */
export interface Bounds {
  /** UTF-16 units in the canonical text. */
  readonly textLength: number;
  readonly pages: number;
}

// What is wrong is put into words only then: these run once for each of some 100,000 blocks.

/** The end of a span that lies in the text. */
export function endIn(
  bounds: Bounds,
  start: number,
  length: number,
  what: string,
  at: number,
  damaged: Damaged,
): number {
  const end = start + length;
  if (start < 0 || end > bounds.textLength) {
    throw damaged(`${what} ${at} spans ${start} to ${end} of ${bounds.textLength}`);
  }
  return end;
}

export function pageIn(bounds: Bounds, page: number, what: string, at: number, damaged: Damaged): number {
  if (page < 1 || page > bounds.pages) throw damaged(`${what} ${at} stands on page ${page} of ${bounds.pages}`);
  return page;
}

/** The value at an index that came from a file. */
export function memberOf<T>(values: readonly T[], index: number, what: string, at: number, damaged: Damaged): T {
  const value = values[index];
  if (value === undefined) throw damaged(`${what} ${at} is ${index}`);
  return value;
}
