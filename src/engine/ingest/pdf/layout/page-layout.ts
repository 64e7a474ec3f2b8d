import type { Box, HiddenReason, PageStatus } from "../../../document.ts";

export type PageBlockKind = "paragraph" | "list" | "code" | "caption" | "furniture" | "table" | "row" | "cell";

/** A block of one page. Offsets are into the page's own text. Style is that of most of its characters. */
export interface PageBlock {
  readonly kind: PageBlockKind;
  readonly start: number;
  readonly end: number;
  readonly box: Box;
  readonly level: number;
  /** Index into the page's blocks of the enclosing table or row; −1 for the others. */
  readonly parent: number;
  readonly hidden: HiddenReason;
  /** Points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** Counts the columns of the page in reading order: blocks of one column share it. */
  readonly column: number;
  /** Quarter turns of its text. */
  readonly turn: number;
}

/** One page laid out: plain data that a Worker can send. `boxes` has 4 numbers a word, in the order of the text. */
export interface PageLayout {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly status: PageStatus;
  readonly problem?: string;
  readonly text: string;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly ends: Uint32Array<ArrayBuffer>;
  readonly boxes: Float32Array<ArrayBuffer>;
  readonly blocks: readonly PageBlock[];
}
