import type { HiddenReason } from "../../../document.ts";
import type { LineBlock } from "./blocks.ts";
import { type Frame, type Rect, unite } from "./geometry.ts";
import type { Line } from "./lines.ts";
import type { PageBlock, PageBlockKind } from "./page-layout.ts";
import type { Table } from "./table.ts";
import type { Word } from "./words.ts";

/** Writes blocks one after the other into a page's text, and notes where each word went. */
export class PageWriter {
  text = "";
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly boxes: number[] = [];
  readonly blocks: PageBlock[] = [];
  readonly #frame: Frame;
  readonly #hidden: HiddenReason;

  constructor(frame: Frame, hidden: HiddenReason, before?: PageWriter) {
    this.#frame = frame;
    this.#hidden = hidden;
    if (before === undefined) return;
    this.text = before.text;
    this.starts = before.starts;
    this.ends = before.ends;
    this.boxes = before.boxes;
    this.blocks = before.blocks;
  }

  add(block: LineBlock, column: number, kind: PageBlockKind = block.kind): void {
    if (this.text !== "") this.text += "\n\n";
    const table = block.lines[0]?.table;
    if (table === undefined) this.#addLines(block, column, kind);
    else this.#addTable(table, block.lines[0]?.size ?? 0, column);
  }

  #addTable(table: Table, size: number, column: number): void {
    const at = this.blocks.length;
    const style = { size, bold: false, italic: false, column };
    this.#open("table", table, -1, 0, style);
    for (const row of table.rows) {
      if (row !== table.rows[0]) this.text += "\n";
      const rowAt = this.blocks.length;
      this.#open("row", unite(row.flat()), at, 0, style);
      for (const [level, cell] of row.entries()) {
        if (level > 0) this.text += "\t";
        if (cell.length === 0) continue;
        const cellAt = this.blocks.length;
        this.#open("cell", unite(cell), rowAt, level, style);
        this.#addWords(cell, undefined);
        this.#close(cellAt);
      }
      this.#close(rowAt);
    }
    this.#close(at);
  }

  #addLines({ lines, level }: LineBlock, column: number, kind: PageBlockKind): void {
    const at = this.blocks.length;
    const widest = lines.reduce((best, line) => (line.words.length > best.words.length ? line : best));
    const style = {
      size: widest.size,
      bold: lines.every((line) => line.bold),
      italic: lines.every((line) => line.italic),
      column,
    };
    this.#open(kind, unite(lines), -1, level, style);
    const indent = kind === "code" ? Math.min(...lines.map((line) => line.x0)) : 0;
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.text += "\n";
      const pitch = kind === "code" ? pitchOf(line) : undefined;
      if (pitch !== undefined && index > 0) this.text += " ".repeat(spaces(line.x0 - indent, pitch));
      this.#addWords(line.words, pitch);
    }
    this.#close(at);
  }

  #open(
    kind: PageBlockKind,
    rect: Rect,
    parent: number,
    level: number,
    style: Pick<PageBlock, "size" | "bold" | "italic" | "column">,
  ): void {
    const box = this.#frame.page(rect);
    const { turn } = this.#frame;
    // Until it is closed, `start` is the index of its first word.
    const start = this.starts.length;
    this.blocks.push({ kind, start, end: start, box, level, parent, hidden: this.#hidden, ...style, turn });
  }

  /** Ends a block: from its first word to its last, without the tabs of empty cells. */
  #close(at: number): void {
    const block = this.blocks[at];
    if (block === undefined) return;
    this.blocks[at] = { ...block, start: this.starts[block.start] ?? this.text.length, end: this.ends.at(-1) ?? 0 };
  }

  /** `pitch`: width of a character of typewriter text, whose gaps are kept as that many spaces. */
  #addWords(words: readonly Word[], pitch: number | undefined): void {
    let before: Word | undefined;
    for (const word of words) {
      if (before !== undefined && !(word.glued && word.x0 - before.x1 < 0.5 * word.size && word.x0 >= before.x0))
        this.text += pitch === undefined ? " " : " ".repeat(Math.max(1, spaces(word.x0 - before.x1, pitch)));
      this.starts.push(this.text.length);
      this.text += word.text;
      this.ends.push(this.text.length);
      const [x0, y0, x1, y1] = this.#frame.page(word);
      this.boxes.push(x0, y0, x1, y1);
      before = word;
    }
  }
}

function pitchOf(line: Line): number {
  const letters = line.words.reduce((sum, word) => sum + word.text.length, 0);
  const width = line.words.reduce((sum, word) => sum + word.x1 - word.x0, 0);
  return Math.max(1, width / Math.max(1, letters));
}

/** Never more than 80, whatever the boxes say. */
function spaces(width: number, pitch: number): number {
  return Math.min(80, Math.max(0, Math.round(width / pitch)));
}
