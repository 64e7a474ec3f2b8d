/**
 * The Worker that reads pages: MuPDF, extraction and layout of one page after the other. It holds nothing that matters,
 * so that the reader may throw it away at any time.
 */
import "../../../foundation/quiet-stdout.ts";
import type { PDFDocument } from "mupdf";
import { toFootnoteError } from "../../../foundation/errors.ts";
import { collector } from "../../../foundation/memory.ts";
import { type PdfEngine, startPdfEngine } from "./engine.ts";
import { PageExtractor } from "./extract.ts";
import { hasPageLabels, readFacts } from "./facts.ts";
import { layoutPage, layoutTransferables } from "./layout/page.ts";
import { damagedPdf, openDamaged, openPdf, problemOf } from "./open.ts";
import type { Reply, Request } from "./protocol.ts";

/** MuPDF caches fonts and images in its store; emptied this often, memory stays flat and fonts are not parsed for every page. */
const PAGES_PER_STORE = 200;
/** Left to itself, a Worker that reads fast leaves a hundred megabytes behind before it collects. */
const PAGES_A_COLLECTION = 64;
/** wasm memory never shrinks: beyond this over the file's own size the Worker asks to be replaced. */
const WORN_BYTES = 96 * 2 ** 20;

declare const self: Worker;

interface Reader {
  readonly engine: PdfEngine;
  readonly extractor: PageExtractor;
}

let reader: Reader | undefined;
let open: { document: PDFDocument; path: string; size: number; labelled: boolean } | undefined;
const collect = collector(PAGES_A_COLLECTION);
let sinceEmptied = 0;
let trapped = false;

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  if (data.kind === "start") {
    const engine = await startPdfEngine(Promise.resolve(data.code));
    reader = { engine, extractor: new PageExtractor(engine) };
  } else if (reader !== undefined) {
    answer(reader, data);
  }
  const grown = (reader?.engine.lib.HEAPU8.length ?? 0) - 2 * (open?.size ?? 0);
  post({ kind: "done", worn: trapped || grown > WORN_BYTES });
};

function answer({ engine, extractor }: Reader, request: Exclude<Request, { kind: "start" }>): void {
  switch (request.kind) {
    case "open":
      openDocument(engine, request);
      break;
    case "facts":
      if (open !== undefined) post({ kind: "facts", facts: readFacts(open.document) });
      break;
    case "read":
      for (const page of request.pages) readPage(engine, extractor, page);
      break;
    case "close":
      closeDocument(engine);
      break;
  }
}

function openDocument(engine: PdfEngine, request: Extract<Request, { kind: "open" }>): void {
  closeDocument(engine);
  const { path, bytes } = request;
  try {
    const document = openPdf(engine, request);
    open = { document, path, size: bytes.length, labelled: hasPageLabels(document) };
    const pages = openDamaged(path, () => document.countPages());
    // The page tree stands at the end of most files: one that was cut off does not lack pages by intent.
    if (pages === 0 && document.wasRepaired())
      throw damagedPdf(path, "no page could be recovered; it seems to be cut off");
    post({ kind: "opened", pages });
  } catch (thrown) {
    const { code, details } = toFootnoteError(thrown, path);
    post({ kind: "refused", code, details });
  }
}

function readPage(engine: PdfEngine, extractor: PageExtractor, page: number): void {
  try {
    if (open === undefined) throw new Error("no document is open");
    const { glyphs, label } = extractor.read(open.document, page, open.labelled);
    const layout = layoutPage(glyphs);
    const reply: Reply = { kind: "page", layout, ...(label === undefined ? {} : { label }) };
    self.postMessage(reply, layoutTransferables(layout));
  } catch (thrown) {
    // A trap or an exhausted stack unwinds past MuPDF's own clean-up: its state is no longer to be trusted.
    trapped ||= thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError;
    post({ kind: "page-failed", page, problem: problemOf(thrown) });
  }
  if (++sinceEmptied >= PAGES_PER_STORE) emptyStore(engine);
  collect();
}

function closeDocument(engine: PdfEngine): void {
  open?.document.destroy();
  open = undefined;
  emptyStore(engine);
}

function emptyStore(engine: PdfEngine): void {
  engine.mupdf.emptyStore();
  sinceEmptied = 0;
}

function post(reply: Reply): void {
  self.postMessage(reply);
}
