import { FootnoteError } from "../../foundation/errors.ts";
import type { Span } from "../document.ts";
import type { EvidenceDocument } from "./corpus.ts";
import { formatLocator, type Locator, slugOf } from "./locator.ts";
import { pagesOfSpans } from "./pages.ts";

export interface ResolvedLocator {
  /** Canonical ranges, ascending. */
  readonly spans: readonly Span[];
  /** Physical pages they lie on. */
  readonly pages: { readonly first: number; readonly last: number };
}

/**
 * The text that a locator names in `document`. Throws `locator_unknown` when it names another document or a heading
 * that is not there, `page_out_of_range`, or `locator_invalid` for a range or passage outside the text.
 */
export function resolveLocator(locator: Locator, document: EvidenceDocument): ResolvedLocator {
  const spans = spansOf(locator, document);
  return { spans, pages: locator.pages ?? pagesOfSpans(document, spans) };
}

function spansOf(locator: Locator, document: EvidenceDocument): readonly Span[] {
  const unknown = () => new FootnoteError("locator_unknown", { locator: formatLocator(locator) });
  const invalid = (problem: string) =>
    new FootnoteError("locator_invalid", { locator: formatLocator(locator), problem });
  if (!document.sha256.startsWith(locator.document)) throw unknown();
  if (locator.pages) checkPages(locator.pages.last, document);
  if (locator.spans) {
    const end = locator.spans.at(-1)?.end ?? 0;
    if (end > document.text.length) throw invalid(`the text ends at ${document.text.length}`);
    return locator.spans;
  }
  if (locator.pages) {
    const { first, last } = locator.pages;
    return document.pages
      .filter((page) => page.number >= first && page.number <= last)
      .map(({ start, end }) => ({ start, end }));
  }
  if (locator.passage !== undefined) {
    const passage = document.passages[locator.passage];
    if (passage === undefined) throw invalid(`the document has ${document.passages.length} passages`);
    return passage.spans;
  }
  if (locator.section !== undefined) {
    const heading = headingOf(locator.section, document);
    if (heading < 0) throw unknown();
    return [sectionSpan(document, heading)];
  }
  return [{ start: 0, end: document.text.length }];
}

function checkPages(page: number, document: EvidenceDocument): void {
  const pages = document.pages.at(-1)?.number ?? 0;
  if (page > pages) throw new FootnoteError("page_out_of_range", { path: document.path, page, pages });
}

function headingOf(section: number | string, document: EvidenceDocument): number {
  if (typeof section === "number") return document.blocks[section]?.kind === "heading" ? section : -1;
  return document.blocks.findIndex(
    (block) => block.kind === "heading" && slugOf(document.text.slice(block.start, block.end)) === section,
  );
}

/** A heading's section: up to the next heading of its level or above. */
export function sectionSpan(document: Pick<EvidenceDocument, "text" | "blocks">, heading: number): Span {
  const block = document.blocks[heading];
  if (block === undefined) return { start: 0, end: 0 };
  const next = document.blocks.find(
    (other, index) => index > heading && other.kind === "heading" && other.level <= block.level,
  );
  const end = next?.start ?? document.text.length;
  return { start: block.start, end: block.start + document.text.slice(block.start, end).trimEnd().length };
}
