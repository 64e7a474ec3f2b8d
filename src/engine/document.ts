/**
 * The document model that every room of the engine shares: what ingest makes, the archive keeps, search ranks and
 * evidence points into. Offsets are UTF-16 units into the canonical text, half open. Pages count from 1.
 * Boxes are [x0, y0, x1, y1] in points, origin at the top left of the page as shown (rotation applied).
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** text: has a text layer · ocr: an invisible text layer over a raster · image-only: pictures, no text · empty: blank · failed: see `problem`. */
export const PAGE_STATUSES = ["text", "ocr", "image-only", "empty", "failed"] as const;
export type PageStatus = (typeof PAGE_STATUSES)[number];

export interface Page extends Span {
  /** Physical page, from 1. */
  readonly number: number;
  /** The label printed by the document's own numbering ("xii", "217"); absent when the document names none. */
  readonly label?: string;
  /** Points, as shown. 0 × 0 for documents without pages (Markdown, HTML, text, DOCX), which have exactly one Page. */
  readonly width: number;
  readonly height: number;
  readonly status: PageStatus;
  /** Why the status is not "text", or how bytes were read that did not decode as they should, in words. */
  readonly problem?: string;
}

/** `row` has a `table` as parent, `cell` a `row`. `furniture` is a running head, foot or page number; `toc` a table of contents. */
export const BLOCK_KINDS = [
  "heading",
  "paragraph",
  "list",
  "table",
  "row",
  "cell",
  "caption",
  "code",
  "quote",
  "footnote",
  "furniture",
  "toc",
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** hidden reasons: render mode 3, same colour as its ground, outside the page, under 1 pt. "" = visible. */
export const HIDDEN_REASONS = ["", "invisible", "same-colour", "off-page", "tiny"] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

export interface Block extends Span {
  readonly kind: BlockKind;
  /** Headings: 1 to 6. Lists: nesting from 1. Cells: column from 0. Others: 0. */
  readonly level: number;
  /** Index of the enclosing heading block (for rows the table, for cells the row); −1 at the root. Always smaller than the block's own index. */
  readonly parent: number;
  /** Physical page where it starts. A block never crosses pages; a paragraph that runs on is two blocks, the second with `continues`. */
  readonly page: number;
  readonly box: Box;
  readonly hidden: HiddenReason;
  /** True when this block continues the previous block of the same kind over a page or column break. */
  readonly continues: boolean;
  /** First and last source line, from 1, for formats that have lines (Markdown, text, code); 0 otherwise. */
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** Words of one page in reading order, packed. `starts`/`ends` are canonical offsets; `boxes` has 4 numbers a word. CJK characters are one word each. */
export interface PageWords {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly boxes: Float32Array;
}

export interface ParsedDocument {
  /** From the document's own metadata or first heading; falls back to the file name without its extension. */
  readonly title: string;
  readonly mediaType: string;
  readonly language?: string;
  /** True for formats with physical pages (PDF, EPUB has none). */
  readonly paged: boolean;
  /**
   * Canonical text in reading order, well-formed UTF-16, what the page shows (ligatures, hyphens and line ends kept).
   * Lines of a block are joined by "\n", blocks by "\n\n", cells of a row by "\t", rows by "\n", pages by "\f" (which belongs to no page).
   */
  readonly text: string;
  readonly pages: readonly Page[];
  /** In reading order; spans of non-nested blocks do not overlap and ascend. */
  readonly blocks: readonly Block[];
  /** One entry a page, with empty arrays where the format has no boxes; none where who asked for the document was told page by page. */
  readonly words: readonly PageWords[];
}

export const PASSAGE_KINDS = ["text", "table", "code", "furniture"] as const;
export type PassageKind = (typeof PASSAGE_KINDS)[number];

/** What search ranks: one or more spans of canonical text, in order (several when furniture or a page break lies between). */
export interface Passage {
  readonly kind: PassageKind;
  readonly spans: readonly Span[];
  /** Index of the heading block it stands under; −1 when none. */
  readonly heading: number;
  readonly firstPage: number;
  readonly lastPage: number;
}

/** Identity of an embedding model. Vectors of different `sha256` never meet. */
export interface ModelId {
  readonly name: string;
  /** Hex SHA-256 of the weights. */
  readonly sha256: string;
  readonly dimension: number;
}
