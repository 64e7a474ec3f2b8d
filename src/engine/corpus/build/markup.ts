import type { FoundText } from "./reading.ts";

/** What stands behind, in a title, is cut. */
export const LONGEST_TITLE = 1000;

export interface MarkupHeading {
  /** From 1; smaller is higher. */
  readonly level: number;
  readonly title: string;
  readonly line: number;
  /** The first text below it, raw. */
  readonly lead: string | undefined;
}

/** What every markup language says of a document. */
export interface Markup {
  readonly headings: readonly MarkupHeading[];
  /** The first text before any heading, or below the one that is the title. */
  readonly lead: string | undefined;
  /** Front matter, docinfo, attributes; names in lower case. */
  readonly fields: ReadonlyMap<string, string>;
  readonly found: readonly FoundText[];
  readonly labels: readonly { readonly name: string; readonly line: number }[];
  /** What is wrong with it. */
  readonly problem?: string | undefined;
}
