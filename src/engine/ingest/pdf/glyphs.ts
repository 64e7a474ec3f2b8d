import type { Box, PageStatus } from "../../document.ts";

/** Glyph flags, one byte a glyph. Bits 0–2 hold the index into HIDDEN_REASONS (document.ts). */
export const HIDDEN_MASK = 0b0000_0111;
/** The glyph stands for a space (drawn or inferred). */
export const SPACE_FLAG = 0b0000_1000;
/** Text of an OCR layer: invisible over a raster that covers it. Not hidden. */
export const OCR_FLAG = 0b0001_0000;

export interface FontInfo {
  readonly name: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospaced: boolean;
}

/**
 * One page as its glyphs, in drawing order, structure of arrays (n glyphs). Points, origin top left, rotation of the page applied.
 * Right-to-left runs within a line are already in reading order (their boxes descend), Arabic presentation forms as drawn.
 * `rules` are boxes [x0, y0, x1, y1], as thick as the line.
 * What extraction hands to layout; it crosses a Worker boundary only inside the Worker's own page loop.
 */
export interface PageGlyphs {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Unicode code points; a ligature glyph that maps to several is several entries sharing its box by equal parts. */
  readonly codes: Uint32Array;
  /** 4n numbers: x0, y0, x1, y1 (ascender to descender, advance width). */
  readonly boxes: Float32Array;
  /** n baselines: y of the origin for horizontal text, x for vertical. */
  readonly baselines: Float32Array;
  /** n font sizes in points. */
  readonly sizes: Float32Array;
  /** n indices into `fonts`. */
  readonly fontOf: Uint16Array;
  readonly flags: Uint8Array;
  /** Reading direction of the run in quarter turns clockwise: 0 left to right, 1 top to bottom, 2 upside down, 3 bottom to top. */
  readonly turns: Uint8Array;
  /** The engine's own line number of each glyph (glyphs drawn next to each other on one baseline); a hint, not an order. */
  readonly lineOf: Uint32Array;
  readonly fonts: readonly FontInfo[];
  /** Stroked or thinly filled straight lines (≤ 3 pt thick), 4 numbers each: for ruled tables and footnote rules. */
  readonly rules: Float32Array;
  readonly images: readonly Box[];
  readonly status: PageStatus;
  readonly problem?: string;
}

/** Facts about the whole file that layout needs. */
export interface PdfFacts {
  readonly title?: string;
  readonly language?: string;
  /** Flattened outline in order: level from 1, physical page from 1 (0 when unresolved), y of the target when known. */
  readonly outline: readonly { title: string; level: number; page: number; y?: number }[];
}
