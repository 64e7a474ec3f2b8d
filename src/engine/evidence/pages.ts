import type { Page, Span } from "../document.ts";
import type { EvidenceDocument } from "./corpus.ts";

type Paged = Pick<EvidenceDocument, "pages">;

/** The page that the character at `offset` stands on (for the separator between two pages, the first of them). */
export function pageAt(document: Paged, offset: number): Page | undefined {
  let low = 0;
  let high = document.pages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((document.pages[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return document.pages[Math.max(0, low - 1)];
}

/** First and last physical page of ascending spans. */
export function pagesOfSpans(document: Paged, spans: readonly Span[]): { first: number; last: number } {
  const start = spans[0]?.start ?? 0;
  const end = spans.at(-1)?.end ?? start;
  const first = pageAt(document, start)?.number ?? 1;
  return { first, last: pageAt(document, Math.max(start, end - 1))?.number ?? first };
}
