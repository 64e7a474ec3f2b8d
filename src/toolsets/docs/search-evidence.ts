import type { Evidence } from "../../engine/answers.ts";
import type { Span } from "../../engine/document.ts";
import { toEvidence } from "../../engine/evidence/evidence.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";
import type { SearchHit, SearchOutcome } from "../../engine/search/outcome.ts";
import { snippet } from "../../engine/search/snippet.ts";
import type { Scope } from "./scope.ts";

export interface HitOptions {
  readonly id: string;
  /** Characters of the passage, around its matches. */
  readonly snippet: number;
  /** Neighbouring passages on each side. */
  readonly context: number;
}

/** A hit as evidence: the best part of its passage, where it stands, what matched, and what to know before quoting it. */
export function hitEvidence(scope: Scope, outcome: SearchOutcome, hit: SearchHit, options: HitOptions): Evidence {
  const document = scope.documents[hit.document] as LibraryDocument;
  const passage = document.passages[hit.passage];
  const spans = passage?.spans ?? [];
  const part = snippet(document.passageText(hit.passage), outcome.terms, options.snippet);
  const evidence = toEvidence(document, cutSpans(spans, part.start, part.end), {
    id: options.id,
    kind: passage?.kind === "table" ? "table" : "passage",
    score: Math.round(hit.score * 1e4) / 1e4,
    matches: part.matches,
  });
  const notes = notesOn(scope, hit, part.text.length < document.passageText(hit.passage).length);
  const context = neighbours(document, hit.passage, options.context);
  return { ...evidence, ...(notes.length === 0 ? {} : { notes }), ...(context === undefined ? {} : { context }) };
}

/** The part [start, end) of spans joined by one separator unit each. */
export function cutSpans(spans: readonly Span[], start: number, end: number): Span[] {
  let at = 0;
  return spans.flatMap((span) => {
    const from = at;
    at += span.end - span.start + 1;
    const piece = { start: span.start + Math.max(0, start - from), end: Math.min(span.end, span.start + end - from) };
    return piece.start < piece.end ? [piece] : [];
  });
}

function notesOn(scope: Scope, hit: SearchHit, shortened: boolean): string[] {
  const also = hit.alsoIn.flatMap(({ document }) => {
    const title = scope.documents[document]?.title;
    return title === undefined ? [] : [title];
  });
  return [
    ...(shortened ? ["Shortened: `read` with --context shows the rest."] : []),
    ...(also.length === 0 ? [] : [`The same words stand also in: ${[...new Set(also)].slice(0, 5).join("; ")}.`]),
    ...(hit.moreInDocument === undefined || hit.moreInDocument === 0
      ? []
      : [`${hit.moreInDocument} more in this document.`]),
  ];
}

function neighbours(document: LibraryDocument, passage: number, count: number): Evidence["context"] {
  if (count === 0) return undefined;
  const texts = (from: number, to: number) =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
      .filter((index) => document.passages[index]?.kind !== "furniture")
      .map((index) => document.passageText(index))
      .join("\n\n");
  const before = texts(Math.max(0, passage - count), passage);
  const after = texts(passage + 1, Math.min(document.passages.length, passage + 1 + count));
  return { ...(before === "" ? {} : { before }), ...(after === "" ? {} : { after }) };
}
