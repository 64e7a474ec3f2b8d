import { foldQuote } from "../../foundation/text/fold.ts";
import type { Span } from "../document.ts";
import type { EvidenceDocument, Place, VerifyCorpus } from "./corpus.ts";
import { findOccurrences, skeletonOf } from "./find-quote.ts";
import { readablePieces } from "./readable.ts";
import { keyOf } from "./skeleton.ts";
import type { Views } from "./views.ts";

const CANDIDATES = 8;

/** The corpus in the order it is worth looking at for `quote`: what was claimed, what lexical search proposes, the rest. */
export function inOrder(quote: string, corpus: VerifyCorpus, claimed?: EvidenceDocument): EvidenceDocument[] {
  const proposed = corpus.candidates(quote, CANDIDATES).map((ref) => corpus.documents[ref.document]);
  const first = [claimed, ...proposed].filter((document) => document !== undefined);
  return [...new Set([...first, ...corpus.documents])];
}

/** Where `quote` stands word for word in `document`: in the readable text, else in all of it. In document order. */
export function placesIn(document: EvidenceDocument, quote: string, views: Views): Place[] {
  const { readable, whole } = views.of(document);
  const places = findOccurrences(readable, quote)
    .filter(({ wording }) => wording === "same")
    .map(({ span }): Place => ({ document, spans: readablePieces(readable, span) }));
  if (places.length > 0 || readable.skipped.length === 0) return places;
  return findOccurrences(whole(), quote)
    .filter(({ wording }) => wording === "same")
    .map(({ span }): Place => ({ document, spans: [span], note: noteOn(document, span) }));
}

function noteOn(document: EvidenceDocument, span: Span): string {
  const touched = document.blocks.filter((block) => block.start < span.end && span.start < block.end);
  if (touched.some((block) => block.hidden !== "")) return "in hidden text, which the page does not show";
  return touched.some((block) => block.kind === "toc") ? "in a table of contents" : "in a running head or foot";
}

/** Whether the letters and digits of `words` stand in a row in one of the documents: a fast, looser test for long texts. */
export function standsLoosely(documents: readonly EvidenceDocument[], words: string, views: Views): boolean {
  const key = keyOf(foldQuote(words));
  return documents.some((document) => skeletonOf(views.of(document).readable).indexOf(key) >= 0);
}
