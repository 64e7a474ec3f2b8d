import type { PageWords, ParsedDocument } from "../document.ts";
import { detectFormat } from "./detect.ts";
import type { PdfReader } from "./pdf/parse.ts";

export interface DocumentInput {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly password?: string;
}

export interface ParseOptions {
  readonly signal?: AbortSignal;
  readonly onPages?: (done: number, of: number) => void;
  /** Is told the words of each page, in order, by readers of formats that have boxes; the document itself then has none. */
  readonly onWords?: (words: PageWords) => void;
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

/** Reads one document by what it is; each format's reader is loaded when its first document comes. Throws FootnoteError: what `detectFormat` throws, damaged_document, too_large, those of the PDF reader. */
async function parseDocument(
  input: DocumentInput,
  options: ParseOptions,
  pdf: () => Promise<PdfReader>,
): Promise<ParsedDocument> {
  const { path, bytes } = input;
  switch (detectFormat(bytes, path)) {
    case "pdf":
      return (await pdf()).parse(input, options);
    case "markdown":
      return (await import("./formats/markdown.ts")).parseMarkdown(bytes, path);
    case "html":
      return (await import("./formats/html.ts")).parseHtml(bytes, path);
    case "epub":
      return (await import("./formats/epub.ts")).parseEpub(bytes, path);
    case "docx":
      return (await import("./formats/docx.ts")).parseDocx(bytes, path);
    case "text":
      return (await import("./formats/text.ts")).parseText(bytes, path);
  }
}

async function loadPdfReader(): Promise<PdfReader> {
  const { openPdfReader } = await import("./pdf/parse.ts");
  return openPdfReader();
}
