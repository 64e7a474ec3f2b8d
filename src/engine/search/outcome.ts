import type { Refusal } from "../answers.ts";
import type { SearchFilters } from "./filters.ts";

export const SEARCH_MODES = ["hybrid", "lexical", "dense"] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export interface SearchQuery {
  readonly text: string;
  readonly mode: SearchMode;
  /** Hits wanted, from 1. */
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly filters?: SearchFilters | undefined;
  /** Most hits of one document, where several are searched; absent or 0: no cap. */
  readonly perDocument?: number | undefined;
  /** Refuse when nothing answers (default true). */
  readonly floor?: boolean | undefined;
}

export interface SearchHit {
  /** Index into the documents given. */
  readonly document: number;
  readonly passage: number;
  /** Lexical: BM25; dense: cosine; hybrid: 0 to 1, and more with exact identifiers. */
  readonly score: number;
  /** Places with the same words, in order of rank. */
  readonly alsoIn: readonly { readonly document: number; readonly passage: number }[];
  /** Further hits of its document that the cap held back; on the document's last hit. */
  readonly moreInDocument?: number;
}

export interface SearchOutcome {
  readonly hits: readonly SearchHit[];
  readonly lane: SearchMode;
  readonly vectors: { readonly ready: number; readonly of: number };
  /** Hits after these. */
  readonly more: number;
  readonly cursor?: string;
  /** Terms for `snippet`. */
  readonly terms: ReadonlySet<string>;
  /** Words of the query that stand nowhere in the documents. */
  readonly missing: readonly string[];
  /** Present when `hits` is empty. */
  readonly refusal?: Refusal;
}
