import type { Span } from "../document.ts";
import type { Damaged } from "./sections.ts";

/** What a decoded section may point to. */
export interface Bounds {
  /** UTF-16 units in the canonical text. */
  readonly textLength: number;
  readonly pages: number;
}

/** A span that lies in the text. */
export function spanIn(bounds: Bounds, start: number, length: number, what: string, damaged: Damaged): Span {
  const end = start + length;
  if (start < 0 || end > bounds.textLength) throw damaged(`${what} spans ${start} to ${end} of ${bounds.textLength}`);
  return { start, end };
}

export function pageIn(bounds: Bounds, page: number, what: string, damaged: Damaged): number {
  if (page < 1 || page > bounds.pages) throw damaged(`${what} stands on page ${page} of ${bounds.pages}`);
  return page;
}

/** The value at an index that came from a file. */
export function memberOf<T>(values: readonly T[], index: number, what: string, damaged: Damaged): T {
  const value = values[index];
  if (value === undefined) throw damaged(`${what} is ${index}`);
  return value;
}
