import { basename } from "node:path";
import { printable } from "../../foundation/text/printable.ts";
import type { Span } from "../document.ts";
import { headingOver, pathTo } from "../headings.ts";
import type { EvidenceDocument } from "./corpus.ts";
import { pagesOfSpans } from "./pages.ts";

/** Headings over the first of `spans`, outermost first. */
export function headingsAt(document: EvidenceDocument, offset: number): string[] {
  return pathTo(document.text, document.headings, headingOver(document.headings, offset)).map(printable);
}

/** First and last source line of `spans`, for formats with lines. */
export function linesOf(document: EvidenceDocument, spans: readonly Span[]): [first: number, last: number] | undefined {
  const start = spans[0]?.start ?? 0;
  const first = lineAt(document, start);
  const last = lineAt(document, Math.max(start, (spans.at(-1)?.end ?? 0) - 1));
  return first !== undefined && last !== undefined ? [first, Math.max(first, last)] : undefined;
}

/** "Zoning Code, p. 219 (printed 217), §4.2 Parking"; "notes.md, lines 12–14, §Parking". */
export function whereOf(document: EvidenceDocument, spans: readonly Span[]): string {
  const heading = headingsAt(document, spans[0]?.start ?? 0).at(-1);
  const page = pageOrLinesOf(document, spans);
  return heading ? `${page}, §${heading.replace(/^§\s*/, "")}` : page;
}

/** As `whereOf`, without the heading. */
export function pageOrLinesOf(document: EvidenceDocument, spans: readonly Span[]): string {
  const name = printable(document.paged ? document.title : basename(document.path));
  const place = document.paged ? pagesInWords(document, spans) : linesInWords(document, spans);
  return place === "" ? name : `${name}, ${place}`;
}

/** The label printed on the first and last page, or their physical numbers: what a citation says after "p.". */
export function printedPages(document: EvidenceDocument, spans: readonly Span[]): { first: string; last: string } {
  const { first, last } = pagesOfSpans(document, spans);
  const label = (number: number) => printable(pageNumbered(document, number)?.label ?? "") || String(number);
  return { first: label(first), last: label(last) };
}

function pagesInWords(document: EvidenceDocument, spans: readonly Span[]): string {
  const { first, last } = pagesOfSpans(document, spans);
  const printed = printedPages(document, spans);
  const differs = printed.first !== String(first) || printed.last !== String(last);
  const physical = first === last ? `p. ${first}` : `pp. ${first}–${last}`;
  if (!differs) return physical;
  return `${physical} (printed ${first === last ? printed.first : `${printed.first}–${printed.last}`})`;
}

function linesInWords(document: EvidenceDocument, spans: readonly Span[]): string {
  const lines = linesOf(document, spans);
  if (lines === undefined) return "";
  return lines[0] === lines[1] ? `line ${lines[0]}` : `lines ${lines[0]}–${lines[1]}`;
}

function pageNumbered(document: EvidenceDocument, number: number) {
  const page = document.pages[number - 1];
  return page?.number === number ? page : document.pages.find((other) => other.number === number);
}

function lineAt(document: EvidenceDocument, offset: number): number | undefined {
  // The innermost block there: blocks that hold others come before them.
  const block = document.blocks.findLast((other) => other.start <= offset && offset < other.end && other.lineStart > 0);
  if (block === undefined) return undefined;
  const before = document.text.slice(block.start, offset).split("\n").length - 1;
  return Math.min(block.lineEnd, block.lineStart + before);
}
