import type { Evidence } from "../answers.ts";
import type { PageWords, ParsedDocument, Passage, Span } from "../document.ts";
import type { Heading } from "../headings.ts";

/** What evidence is made of: a parsed document with its identity. Words are asked for page by page, as archives keep them. */
export interface EvidenceDocument extends Pick<ParsedDocument, "title" | "text" | "pages" | "blocks" | "paged"> {
  /** Hex SHA-256 of the document's bytes. */
  readonly sha256: string;
  readonly path: string;
  /** Those of `blocks` that are headings. */
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
  /** Words of a physical page, from 1; empty arrays where there are no boxes. */
  words(page: number): PageWords;
  readonly status?: Evidence["status"];
}

export interface PassageRef {
  /** Index into the corpus's documents. */
  readonly document: number;
  /** Index into that document's passages. */
  readonly passage: number;
}

export interface VerifyCorpus {
  readonly documents: readonly EvidenceDocument[];
  /** The passages most like the quote, best first (lexical search). Only a hint: what it misses is found all the same. */
  candidates(quote: string, limit: number): readonly PassageRef[];
}

/** Where a quote stands in one document: one span, or several with furniture or an omission between. */
export interface Place {
  readonly document: EvidenceDocument;
  readonly spans: readonly Span[];
  /** What to know before relying on it. */
  readonly note?: string;
}
