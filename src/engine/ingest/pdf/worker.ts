/**
 * The Worker that reads pages: MuPDF, extraction and layout of one page after the other. It holds nothing that matters,
 * so that the reader may throw it away at any time.
 */
import "../../../foundation/quiet-stdout.ts";
import type { PDFDocument } from "mupdf";
import { toFootnoteError } from "../../../foundation/errors.ts";
import { startPdfEngine } from "./engine.ts";
import { PageExtractor } from "./extract.ts";
import { hasPageLabels, readFacts } from "./facts.ts";
import { layoutPage, layoutTransferables } from "./layout-stand-in.ts";
import { openDamaged, openPdf, problemOf } from "./open.ts";
import type { Reply, Request } from "./protocol.ts";

/** MuPDF caches fonts and images in its store; emptied this often, memory stays flat and fonts are not parsed for every page. */
const PAGES_PER_STORE = 200;
/** wasm memory never shrinks: beyond this over the file's own size the Worker asks to be replaced. */
const WORN_BYTES = 160 * 2 ** 20;

declare const self: Worker;

const engine = await startPdfEngine();
const extractor = new PageExtractor(engine);
let open: { document: PDFDocument; path: string; size: number; labelled: boolean } | undefined;
let sinceEmptied = 0;

self.onmessage = ({ data }: MessageEvent<Request>) => {
  switch (data.kind) {
    case "open":
      return openDocument(data);
    case "facts":
      if (open !== undefined) post({ kind: "facts", facts: readFacts(open.document) });
      return post({ kind: "done", worn: false });
    case "read":
      return readPages(data.pages);
    case "close":
      closeDocument();
      return post({ kind: "done", worn: false });
  }
};
post({ kind: "done", worn: false });

function openDocument(request: Extract<Request, { kind: "open" }>): void {
  closeDocument();
  const { path, bytes } = request;
  try {
    const document = openPdf(engine, request);
    open = { document, path, size: bytes.length, labelled: hasPageLabels(document) };
    const pages = openDamaged(path, () => document.countPages());
    post({ kind: "opened", pages });
  } catch (thrown) {
    const { code, details } = toFootnoteError(thrown, path);
    post({ kind: "refused", code, details });
  }
  post({ kind: "done", worn: false });
}

function readPages(pages: readonly number[]): void {
  for (const page of pages) readPage(page);
  post({ kind: "done", worn: engine.lib.HEAPU8.length > WORN_BYTES + 2 * (open?.size ?? 0) });
}

function readPage(page: number): void {
  try {
    if (open === undefined) throw new Error("no document is open");
    const { glyphs, label } = extractor.read(open.document, page, open.labelled);
    const layout = layoutPage(glyphs);
    const reply: Reply = { kind: "page", layout, ...(label === undefined ? {} : { label }) };
    self.postMessage(reply, layoutTransferables(layout));
  } catch (thrown) {
    post({ kind: "page-failed", page, problem: problemOf(thrown) });
  }
  if (++sinceEmptied >= PAGES_PER_STORE) emptyStore();
}

function closeDocument(): void {
  open?.document.destroy();
  open = undefined;
  emptyStore();
}

function emptyStore(): void {
  engine.mupdf.emptyStore();
  sinceEmptied = 0;
}

function post(reply: Reply): void {
  self.postMessage(reply);
}
