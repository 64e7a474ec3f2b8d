import type { PageWords, ParsedDocument } from "../../document.ts";
import type { PdfInput } from "./lane.ts";
import { LanePool } from "./lane-pool.ts";
import { readDocument } from "./read-document.ts";

export interface PdfReaderOptions {
  /** Workers at most; the default is 2, or the number of cores where that is less. A short document uses one. */
  readonly workers?: number;
  /** Seconds after which a page is given up; default 20. */
  readonly pageSeconds?: number;
}

export interface PdfParseOptions {
  readonly signal?: AbortSignal;
  readonly onPages?: (done: number, of: number) => void;
  /** Is told the words of each page, in order, as soon as they are final; the document itself then has none. */
  readonly onWords?: (words: PageWords) => void;
  /** More pages than this are refused; default 50,000. */
  readonly maxPages?: number;
}

/** Reads one PDF after the other and keeps its Workers warm in between. `close` ends them. */
export interface PdfReader {
  /**
   * Throws FootnoteError: damaged_document, password_required, password_wrong, no_pages, too_many_pages, cancelled, worker_crashed.
   * A page that cannot be read is `failed` with the reason; the others are there. Calls wait for each other.
   */
  parse(input: PdfInput, options?: PdfParseOptions): Promise<ParsedDocument>;
  close(): Promise<void>;
}

const PAGE_SECONDS = 20;
const MAX_PAGES = 50_000;

export function openPdfReader(options: PdfReaderOptions = {}): PdfReader {
  const { workers = Math.min(2, navigator.hardwareConcurrency), pageSeconds = PAGE_SECONDS } = options;
  const pool = new LanePool(Math.max(1, workers), pageSeconds);
  let last: Promise<unknown> = Promise.resolve();
  return {
    parse(input, { signal, onPages, onWords, maxPages = MAX_PAGES } = {}) {
      const turn = last.then(() => readDocument(pool, input, { signal, onPages, onWords, maxPages }));
      last = turn.catch(() => {});
      return turn;
    },
    async close() {
      await last;
      pool.close();
    },
  };
}

/** Reads one PDF in Workers of its own. */
export async function parsePdf(
  input: PdfInput,
  options: PdfReaderOptions & PdfParseOptions = {},
): Promise<ParsedDocument> {
  const reader = openPdfReader(options);
  try {
    return await reader.parse(input, options);
  } finally {
    await reader.close();
  }
}
