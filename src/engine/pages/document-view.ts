import type { Folio } from "../archive/open.ts";
import type { Span } from "../document.ts";
import type { EvidenceDocument } from "../evidence/corpus.ts";
import { pagesOfSpans } from "../evidence/pages.ts";
import { regionsOf } from "../evidence/regions.ts";
import { linesOf } from "../evidence/where.ts";
import { linesView } from "./lines-view.ts";
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
  const bytes = options.original;
  const shown =
    bytes === undefined
      ? { kind: "unavailable" as const, notice: "The original is not stored in the archive, and not where it was." }
      : await originalView(
          {
            path: document.path,
            fileName,
            mediaType,
            bytes,
            ...(options.password === undefined ? {} : { password: options.password }),
          },
          {
            regions: options.marked ? regionsOf(document, spans) : [],
            firstPage: pagesOfSpans(document, spans).first,
            lines: options.marked && !document.paged ? quotedLines(document, spans) : [],
          },
          { ...options, regionsTurned: true },
        );
  if (shown.kind !== "unavailable") return shown;
  const notice = `${shown.notice} This is the text that was read from it.`;
  const text = document.text.replaceAll("\f", "\n");
  return linesView(linesBySpans(text, options.marked ? spans : []), options.page, notice);
}

function quotedLines(document: ViewedDocument, spans: readonly Span[]) {
  return spans.flatMap((span) => {
    const lines = linesOf(document, [span]);
    return lines === undefined
      ? []
      : [{ text: document.text.slice(span.start, span.end), first: lines[0], last: lines[1] }];
  });
}
