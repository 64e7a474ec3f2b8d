import type { Folio } from "../archive/open.ts";
import type { Span } from "../document.ts";
import type { EvidenceDocument } from "../evidence/corpus.ts";
import { pagesOfSpans } from "../evidence/pages.ts";
import { regionsOf } from "../evidence/regions.ts";
import { linesOf } from "../evidence/where.ts";
import { linesView, sectionOf } from "./lines-view.ts";
import { originalView, type PageViewOptions } from "./page-view.ts";
import { linesBySpans } from "./quoted-lines.ts";
import type { PageView } from "./view.ts";

/** A document of a library. */
export interface ViewedDocument extends EvidenceDocument {
  readonly folio: Pick<Folio, "meta">;
}

export interface DocumentViewOptions extends Omit<PageViewOptions, "regionsTurned"> {
  /** The original's bytes; undefined when they are nowhere to be had. */
  readonly original: Uint8Array | undefined;
  readonly password?: string;
  /** Whether the spans are a quotation to be marked, or only say where to open. */
  readonly marked: boolean;
}

/** A page of a document with `spans` marked: as its original shows it, else the text that was read from it. Throws as `originalView`. */
export async function documentView(
  document: ViewedDocument,
  spans: readonly Span[],
  options: DocumentViewOptions,
): Promise<PageView> {
  const { mediaType, fileName } = document.folio.meta;
  const { original: bytes, password, marked } = options;
  const regions = marked ? regionsOf(document, spans) : [];
  const shown =
    bytes === undefined
      ? { kind: "unavailable" as const, notice: "The original is not stored in the archive, and not where it was." }
      : await originalView(
          { path: document.path, fileName, mediaType, bytes, ...(password === undefined ? {} : { password }) },
          {
            regions,
            firstPage: pagesOfSpans(document, spans).first,
            lines: marked && !document.paged ? quotedLines(document, spans) : [],
          },
          { ...options, regionsTurned: true },
        );
  if (shown.kind === "unavailable") return textView(document, spans, options, shown.notice);
  const expected =
    marked && (regions.length === 0 || (shown.kind === "pdf" && regions.some(({ page }) => page === shown.page)));
  // Nothing is missing on a page where nothing is quoted.
  return shown.kind === "pdf" && !expected ? { ...shown, notice: "" } : shown;
}

/** The canonical text, for want of the original. */
function textView(
  document: ViewedDocument,
  spans: readonly Span[],
  { page, marked }: DocumentViewOptions,
  why: string,
): PageView {
  const found = linesBySpans(document.text.replaceAll("\f", "\n"), spans);
  const notice = `${why} This is the text that was read from it.`;
  if (marked) return linesView(found, page, notice);
  return linesView(
    { lines: found.lines, spans: [], marks: [] },
    page === 0 ? sectionOf(found.spans[0]?.[0] ?? 1) : page,
    notice,
  );
}

function quotedLines(document: ViewedDocument, spans: readonly Span[]) {
  return spans.flatMap((span) => {
    const lines = linesOf(document, [span]);
    return lines === undefined
      ? []
      : [{ text: document.text.slice(span.start, span.end), first: lines[0], last: lines[1] }];
  });
}
