import { basename, extname } from "node:path";
import type { Block, BlockKind, Box, HiddenReason, ParsedDocument } from "../../document.ts";

const NO_BOX: Box = [0, 0, 0, 0];
/** Tabs between two cells; column spans in the thousands are not drawn out. */
const MAX_GAP = 16;

/** What a block may say about itself beyond its kind and text. */
export interface BlockFacts {
  readonly level?: number;
  readonly hidden?: HiddenReason;
  /** Source lines, from 1. */
  readonly lines?: readonly [first: number, last: number];
}

export interface TableCell {
  readonly text: string;
  readonly column: number;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
  readonly lines?: readonly [first: number, last: number];
}

/** Writes the canonical text of a document without pages, block by block in reading order, with the separators of the document model. */
export class DocumentBuilder {
  private readonly parts: string[] = [];
  private length = 0;
  private readonly blocks: Block[] = [];
  /** Indexes of the headings that are open, outermost first. */
  private readonly headings: number[] = [];
  private firstHeading = "";

  /** Adds a block of text; blank text adds nothing. */
  add(kind: Exclude<BlockKind, "table" | "row" | "cell">, text: string, facts: BlockFacts = {}): void {
    if (text.trim() === "") return;
    const level = facts.level ?? 0;
    const shownHeading = kind === "heading" && (facts.hidden ?? "") === "";
    if (shownHeading) this.closeHeadings(level);
    const parent = this.headings.at(-1) ?? -1;
    this.separate("\n\n");
    const start = this.length;
    this.write(text);
    if (shownHeading) {
      this.headings.push(this.blocks.length);
      this.firstHeading ||= text.replace(/\s+/g, " ").trim();
    }
    this.blocks.push(makeBlock(kind, start, this.length, parent, { ...facts, level }));
  }

  /** Adds a table with its rows and cells; cells are trimmed to one line each. A table without any text adds nothing. */
  addTable(rows: readonly TableRow[], facts: BlockFacts = {}): void {
    const shown = rows.filter((row) => row.cells.length > 0);
    if (shown.every((row) => row.cells.every((cell) => cell.text.trim() === ""))) return;
    this.separate("\n\n");
    const table = this.blocks.length;
    const tableStart = this.length;
    this.blocks.push(makeBlock("table", tableStart, tableStart, this.headings.at(-1) ?? -1, facts));
    for (const [rowNumber, row] of shown.entries()) {
      if (rowNumber > 0) this.write("\n");
      const rowIndex = this.blocks.length;
      const rowStart = this.length;
      const lines = row.lines === undefined ? facts : { ...facts, lines: row.lines };
      this.blocks.push(makeBlock("row", rowStart, rowStart, table, lines));
      let column = 0;
      for (const cell of row.cells) {
        // A column left empty, or covered from above, keeps its tab, so that the others stay under their names.
        this.write("\t".repeat(Math.min(cell.column - column, MAX_GAP)));
        column = cell.column;
        const start = this.length;
        this.write(cell.text.replace(/[\t\n\f\r]+/g, " ").trim());
        this.blocks.push(makeBlock("cell", start, this.length, rowIndex, { ...lines, level: cell.column }));
      }
      this.setEnd(rowIndex);
    }
    this.setEnd(table);
  }

  /** The document so far. `title` wins over the first heading, that over the file's name; `note` tells of bytes that did not decode as they should. */
  finish(facts: { name: string; mediaType: string; title?: string; language?: string; note?: string }): ParsedDocument {
    const text = this.parts.join("");
    const title =
      facts.title?.replace(/\s+/g, " ").trim().toWellFormed() || this.firstHeading || titleFromName(facts.name);
    const status = text === "" ? "empty" : "text";
    const problem = facts.note === undefined ? {} : { problem: facts.note };
    return {
      title,
      mediaType: facts.mediaType,
      ...(facts.language ? { language: facts.language } : {}),
      paged: false,
      text,
      pages: [{ number: 1, start: 0, end: text.length, width: 0, height: 0, status, ...problem }],
      blocks: this.blocks,
      words: [{ starts: new Uint32Array(0), ends: new Uint32Array(0), boxes: new Float32Array(0) }],
    };
  }

  private closeHeadings(level: number): void {
    for (;;) {
      const open = this.headings.at(-1);
      const block = open === undefined ? undefined : this.blocks[open];
      if (block === undefined || block.level < level) return;
      this.headings.pop();
    }
  }

  private separate(separator: string): void {
    if (this.length > 0) this.write(separator);
  }

  private write(text: string): void {
    const clean = text.toWellFormed();
    this.parts.push(clean);
    this.length += clean.length;
  }

  private setEnd(index: number): void {
    const block = this.blocks[index];
    if (block !== undefined) this.blocks[index] = { ...block, end: this.length };
  }
}

function titleFromName(name: string): string {
  const base = basename(name.replaceAll("\\", "/"));
  return base.slice(0, base.length - extname(base).length) || base;
}

function makeBlock(kind: BlockKind, start: number, end: number, parent: number, facts: BlockFacts): Block {
  const [lineStart, lineEnd] = facts.lines ?? [0, 0];
  return {
    kind,
    level: facts.level ?? 0,
    parent,
    page: 1,
    start,
    end,
    box: NO_BOX,
    hidden: facts.hidden ?? "",
    continues: false,
    lineStart,
    lineEnd,
  };
}
