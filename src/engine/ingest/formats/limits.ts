import { FootnoteError } from "../../../foundation/errors.ts";

/**
 * Most bytes of a document that is read as a whole. Set so that reading and indexing take about a minute and 2 GB at most on two busy
 * cores (measured on prose with lists, tables and links): plain text 1.2 MB/s; Markdown 0.65 MB/s; HTML 1.1 MB/s, with 52 bytes of
 * memory for each of the page; the XML of Word 2.2 MB/s, with 80 bytes for each. Packages hold pictures too, and these are not read.
 */
const LIMITS = {
  "plain text": 80_000_000,
  Markdown: 40_000_000,
  HTML: 32_000_000,
  EPUB: 500_000_000,
  "text in EPUB": 40_000_000,
  "Word (DOCX)": 500_000_000,
  "text in Word (DOCX)": 25_000_000,
} as const;

/** Throws `too_large`, which names the limit. */
export function checkSize(size: number, path: string, format: keyof typeof LIMITS): void {
  const limit = LIMITS[format];
  if (size > limit) throw new FootnoteError("too_large", { path, size, limit, format });
}
