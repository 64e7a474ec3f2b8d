import type { Evidence } from "../answers.ts";
import type { Span } from "../document.ts";
import type { EvidenceDocument } from "./corpus.ts";
import { formatLocator } from "./locator.ts";
import { pageAt, pagesOfSpans } from "./pages.ts";
import { regionsOf } from "./regions.ts";
import { headingsAt, linesOf, whereOf } from "./where.ts";

export interface EvidenceOptions {
  /** Short name within the answer: e1, e2, … */
  readonly id: string;
  /** "passage" when left out. */
  readonly kind?: Evidence["kind"];
  readonly score?: number;
  /** Character ranges of the evidence's text that matched. */
  readonly matches?: readonly (readonly [start: number, end: number])[];
}

/** Evidence for `spans` of `document` (ascending, not empty): the text as the document has it, and everything that says where it stands. */
export function toEvidence(document: EvidenceDocument, spans: readonly Span[], options: EvidenceOptions): Evidence {
  const start = spans[0]?.start ?? 0;
  const page = pageAt(document, start);
  const lines = document.paged ? undefined : linesOf(document, spans);
  const heading = headingsAt(document, start);
  const regions = regionsOf(document, spans);
  return {
    id: options.id,
    kind: options.kind ?? "passage",
    text: textOf(document, spans),
    ...(options.score === undefined ? {} : { score: options.score }),
    where: whereOf(document, spans),
    locator: locatorOf(document, spans),
    ...(document.paged && page !== undefined ? { page: page.number } : {}),
    ...(page?.label === undefined ? {} : { label: page.label }),
    ...(lines === undefined ? {} : { lines }),
    ...(heading.length === 0 ? {} : { heading }),
    source: { title: document.title, path: document.path, sha256: document.sha256 },
    ...(regions.length === 0 ? {} : { regions }),
    ...(document.status === undefined ? {} : { status: document.status }),
    ...(options.matches === undefined
      ? {}
      : { matches: options.matches.map(([from, to]): [number, number] => [from, to]) }),
  };
}

/** The canonical text of `spans`; what lay between two of them is left out. */
export function textOf(document: Pick<EvidenceDocument, "text">, spans: readonly Span[]): string {
  return spans.map((span) => document.text.slice(span.start, span.end)).join("\n");
}

export function locatorOf(document: EvidenceDocument, spans: readonly Span[]): string {
  return formatLocator({
    document: document.sha256,
    spans,
    ...(document.paged ? { pages: pagesOfSpans(document, spans) } : {}),
  });
}
