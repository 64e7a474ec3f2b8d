import type { Block, BlockKind, Box, PageWords, Span } from "../document.ts";
import { pipeTable } from "./pipe-table.ts";
import type { SourceBlock } from "./source-blocks.ts";
import { eachPlace } from "./tokens.ts";

const NO_BOX: Box = [0, 0, 0, 0];

/** A page's canonical text as it was laid out. */
export interface LaidPage extends Span {
  /** For every word that counts: where text that begins or ends with it does. Of a block's first and last word that is the block's own, bars of tables included. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
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
    const [from, to]: [number[], number[]] = [[], []];
    const [starts, ends, boxes]: [number[], number[], number[]] = [[], [], []];
    for (const block of blocks) {
      if (this.#length > start) this.#write("\n\n");
      const first = from.length;
      const blockStart = this.#length;
      // Where words stand in their block is not stored: each has the block's box, which is what VERA marks.
      this.#addBlock(block, (wordStart, wordEnd) => {
        from.push(wordStart);
        to.push(wordEnd);
        if (block.box === undefined) return;
        starts.push(wordStart);
        ends.push(wordEnd);
        boxes.push(...block.box);
      });
      if (from.length === first) continue;
      from[first] = blockStart;
      to[to.length - 1] = this.#length;
    }
    this.pages.push({ start, end: this.#length, from: Uint32Array.from(from), to: Uint32Array.from(to) });
    this.words.push({
      starts: Uint32Array.from(starts),
      ends: Uint32Array.from(ends),
      boxes: Float32Array.from(boxes),
    });
  }

  #addBlock(block: SourceBlock, take: (start: number, end: number) => void): void {
    const rows = block.kind === "table" ? pipeTable(block.text) : undefined;
    if (block.kind === "heading") this.#close(block.level);
    const parent = this.#open.at(-1) ?? -1;
    const index = this.blocks.length;
    const start = this.#length;
    this.#add(block.kind, block, parent, block.level);
    if (block.kind === "heading") this.#open.push(index);
    if (rows === undefined) {
      this.#write(block.text);
      eachPlace(block.text, start, take);
    } else this.#addRows(rows, block, index, take);
    this.#end(index);
  }

  #addRows(
    rows: readonly (readonly string[])[],
    table: SourceBlock,
    parent: number,
    take: (start: number, end: number) => void,
  ): void {
    for (const [number, cells] of rows.entries()) {
      if (number > 0) this.#write("\n");
      const row = this.blocks.length;
      this.#add("row", table, parent, 0);
      for (const [column, cell] of cells.entries()) {
        if (column > 0) this.#write("\t");
        const index = this.blocks.length;
        this.#add("cell", table, row, column);
        eachPlace(cell, this.#length, take);
        this.#write(cell);
        this.#end(index);
      }
      this.#end(row);
    }
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
