import { FootnoteError } from "../../foundation/errors.ts";
import { pathTo } from "../headings.ts";
import { exportMarkdown } from "./export-markdown.ts";
import type { Folio } from "./open.ts";

export type ExportFormat = "source" | "text" | "markdown" | "jsonl";

/** A document out of its archive: the original's bytes, the canonical text, Markdown, or one passage a line. Throws no_source. */
export function exportFolio(folio: Folio, format: ExportFormat): Uint8Array {
  if (format === "source") {
    const source = folio.source();
    if (source === undefined) throw new FootnoteError("no_source", { path: folio.path });
    return source;
  }
  const write = { text: () => folio.text, markdown: exportMarkdown, jsonl: exportPassages }[format];
  return new TextEncoder().encode(write(folio));
}

/** JSON Lines: one passage a line, with what a locator is made of (document, pages, spans in UTF-16 units). */
function exportPassages(folio: Folio): string {
  return folio.passages
    .map(({ kind, spans, heading, firstPage, lastPage }, passage) => {
      const label = folio.pages[firstPage - 1]?.label;
      const line = {
        sha256: folio.meta.sha256,
        passage,
        kind,
        page: firstPage,
        ...(label === undefined ? {} : { label }),
        lastPage,
        heading: pathTo(folio.text, folio.headings, heading),
        spans: spans.map(({ start, end }) => [start, end]),
        text: spans.map(({ start, end }) => folio.text.slice(start, end)).join("\n"),
      };
      return `${JSON.stringify(line)}\n`;
    })
    .join("");
}
