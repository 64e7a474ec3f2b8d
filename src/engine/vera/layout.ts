import type { Block, BlockKind, Box, PageWords, Span } from "../document.ts";
import { pipeTable } from "./pipe-table.ts";
import type { SourceBlock } from "./source-blocks.ts";
import { type Token, tokensOf } from "./tokens.ts";

const NO_BOX: Box = [0, 0, 0, 0];

/** A word in its place. The first and the last of a block also stand for what comes before and behind them there, such as a table's bars. */
export interface PlacedToken extends Token {
  readonly from: number;
  readonly to: number;
}

/** A page's canonical text as it was laid out. */
export interface LaidPage extends Span {
  readonly tokens: readonly PlacedToken[];
}

/** Writes the canonical text page by page: blocks parted by blank lines, cells by tabs, rows by line ends, pages by form feeds. */
export class Layout {
  readonly blocks: Block[] = [];
  readonly pages: LaidPage[] = [];
  readonly words: PageWords[] = [];
  readonly #parts: string[] = [];
  #length = 0;
  /** Indexes of the headings that are open, outermost first. */
  readonly #open: number[] = [];

  get text(): string {
    return this.#parts.join("");
  }

  /** Adds the next page with its blocks, in reading order. */
  addPage(blocks: readonly SourceBlock[]): void {
    if (this.pages.length > 0) this.#write("\f");
    const start = this.#length;
    const tokens: PlacedToken[] = [];
    const boxed: { readonly span: Span; readonly box: Box }[] = [];
    for (const block of blocks) {
      if (this.#length > start) this.#write("\n\n");
      const from = this.#length;
      const words = this.#addBlock(block);
      const last = words.length - 1;
      const placed = words.map((word, at) => ({
        ...word,
        from: at === 0 ? from : word.start,
        to: at === last ? this.#length : word.end,
      }));
      tokens.push(...placed);
      // Where words stand in their block is not stored: each has the block's box, which is what VERA marks.
      const { box } = block;
      if (box !== undefined) boxed.push(...placed.map((span) => ({ span, box })));
    }
    this.pages.push({ start, end: this.#length, tokens });
    this.words.push({
      starts: Uint32Array.from(boxed, ({ span }) => span.start),
      ends: Uint32Array.from(boxed, ({ span }) => span.end),
      boxes: Float32Array.from(boxed.flatMap(({ box }) => box)),
    });
  }

  #addBlock(block: SourceBlock): Token[] {
    const rows = block.kind === "table" ? pipeTable(block.text) : undefined;
    if (block.kind === "heading") this.#close(block.level);
    const parent = this.#open.at(-1) ?? -1;
    const index = this.blocks.length;
    const start = this.#length;
    this.#add(block.kind, block, parent, block.level);
    if (block.kind === "heading") this.#open.push(index);
    if (rows === undefined) this.#write(block.text);
    const tokens = rows === undefined ? tokensOf(block.text, start) : this.#addRows(rows, block, index);
    this.#end(index);
    return tokens;
  }

  #addRows(rows: readonly (readonly string[])[], table: SourceBlock, parent: number): Token[] {
    const tokens: Token[] = [];
    for (const [number, cells] of rows.entries()) {
      if (number > 0) this.#write("\n");
      const row = this.blocks.length;
      this.#add("row", table, parent, 0);
      for (const [column, cell] of cells.entries()) {
        if (column > 0) this.#write("\t");
        const index = this.blocks.length;
        this.#add("cell", table, row, column);
        tokens.push(...tokensOf(cell, this.#length));
        this.#write(cell);
        this.#end(index);
      }
      this.#end(row);
    }
    return tokens;
  }

  #add(kind: BlockKind, { page, box, lines }: SourceBlock, parent: number, level: number): void {
    this.blocks.push({
      kind,
      level,
      parent,
      page,
      start: this.#length,
      end: this.#length,
      box: box ?? NO_BOX,
      hidden: "",
      continues: false,
      lineStart: lines?.[0] ?? 0,
      lineEnd: lines?.[1] ?? 0,
    });
  }

  #end(index: number): void {
    const block = this.blocks[index];
    if (block !== undefined) this.blocks[index] = { ...block, end: this.#length };
  }

  #close(level: number): void {
    for (;;) {
      const block = this.blocks[this.#open.at(-1) ?? -1];
      if (block === undefined || block.level < level) return;
      this.#open.pop();
    }
  }

  #write(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}
