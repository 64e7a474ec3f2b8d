import type { ParsedDocument } from "../document.ts";
import { detectFormat } from "./detect.ts";
import { parseDocx } from "./formats/docx.ts";
import { parseEpub } from "./formats/epub.ts";
import { parseHtml } from "./formats/html.ts";
import { parseMarkdown } from "./formats/markdown.ts";
import { parseText } from "./formats/text.ts";
import type { PdfReader } from "./pdf/parse.ts";

export interface DocumentInput {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly password?: string;
}

export interface ParseOptions {
  readonly signal?: AbortSignal;
  readonly onPages?: (done: number, of: number) => void;
}

/** Reads documents of every format; the PDF engine is loaded when the first PDF comes and let go by `close`. */
export interface DocumentReader {
  parse(input: DocumentInput, options?: ParseOptions): Promise<ParsedDocument>;
  close(): Promise<void>;
}

export function openDocumentReader(openPdf: () => Promise<PdfReader> = loadPdfReader): DocumentReader {
  let pdf: Promise<PdfReader> | undefined;
  return {
    async parse(input, options = {}) {
      options.signal?.throwIfAborted();
      return parseDocument(input, options, () => {
        pdf ??= openPdf();
        return pdf;
      });
    },
    async close() {
      const open = pdf;
      pdf = undefined;
      await (await open)?.close();
    },
  };
}

/** Reads one document by what it is. Throws FootnoteError: what `detectFormat` throws, damaged_document, too_large, those of the PDF reader. */
export async function parseDocument(
  input: DocumentInput,
  options: ParseOptions,
  pdf: () => Promise<PdfReader>,
): Promise<ParsedDocument> {
  const { path, bytes } = input;
  switch (detectFormat(bytes, path)) {
    case "pdf":
      return (await pdf()).parse(input, options);
    case "markdown":
      return parseMarkdown(bytes, path);
    case "html":
      return parseHtml(bytes, path);
    case "epub":
      return parseEpub(bytes, path);
    case "docx":
      return parseDocx(bytes, path);
    case "text":
      return parseText(bytes, path);
  }
}

async function loadPdfReader(): Promise<PdfReader> {
  const { openPdfReader } = await import("./pdf/parse.ts");
  return openPdfReader();
}
