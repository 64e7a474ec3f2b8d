import { labelKey } from "../../foundation/text/commonmark.ts";
import type { Span } from "../document.ts";
import { cellText, type IsDefined } from "./cell-text.ts";
import type { MarkdownElement } from "./element.ts";
import { type Alignment, cutRow, delimiterRow, skipBlanks, skipBlanksBack } from "./table-row.ts";

/** The content of a cell without the white space around it; of an empty cell, the place where content would stand. */
export interface TableCell extends Span {
  /** From bar to bar. */
  readonly outer: Span;
  readonly raw: string;
  /** As it is shown: without inline markup, entities decoded. */
  readonly text: string;
}

/** One line of a table, indentation included, without its line ending. */
export interface TableRow extends Span {
  /** All that stand there, also more or fewer than there are columns. */
  readonly cells: readonly TableCell[];
  /** White space before the row. */
  readonly indent: string;
  /** "\n", "\r\n", "\r", or "" at the end of the element. */
  readonly ending: string;
  readonly leadingBar: boolean;
  readonly trailingBar: boolean;
}

export interface TableColumn {
  readonly index: number;
  /** Display text of its header. */
  readonly name: string;
  readonly alignment: Alignment;
}

export interface TableData {
  readonly columns: readonly TableColumn[];
  readonly header: TableRow;
  readonly delimiter: TableRow;
  readonly rows: readonly TableRow[];
  /** Some data row has more cells than there are columns: it can be read, not edited. */
  readonly extraCells: boolean;
}

/** A table as data, in the shape of `kb_read`'s `table`. */
export interface TableView {
  readonly columnCount: number;
  readonly rowCount: number;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly { readonly index: number; readonly cells: readonly string[] }[];
}

/** The table that an element of a text is; undefined for any other kind. Offsets are into `text`. */
export function tableAt(text: string, element: MarkdownElement): TableData | undefined {
  if (element.kind !== "table") return undefined;
  const [header, delimiter, ...rows] = rowsOf(text, element, definitionsIn(text));
  if (header === undefined || delimiter === undefined) return undefined;
  const alignments = delimiterRow(text, delimiter.start, delimiter.end) ?? [];
  const columns = alignments.map((alignment, index) => ({ index, name: header.cells[index]?.text ?? "", alignment }));
  return { columns, header, delimiter, rows, extraCells: rows.some((row) => row.cells.length > columns.length) };
}

/** As it is read: rows filled up to the columns, extra cells left out. */
export function tableView({ columns, rows }: TableData): TableView {
  return {
    columnCount: columns.length,
    rowCount: rows.length,
    columns,
    rows: rows.map((row, index) => ({ index, cells: columns.map((column) => row.cells[column.index]?.text ?? "") })),
  };
}

function rowsOf(text: string, { start, end }: Span, isDefined: IsDefined): TableRow[] {
  const rows: TableRow[] = [];
  for (let at = start; at < end; ) {
    const lineEnd = endOfLine(text, at, end);
    const ending = lineEnd === end ? "" : text.startsWith("\r\n", lineEnd) ? "\r\n" : text.charAt(lineEnd);
    const { cells, leadingBar, trailingBar } = cutRow(text, at, lineEnd);
    rows.push({
      start: at,
      end: lineEnd,
      cells: cells.map((outer) => cellOf(text, outer, isDefined)),
      indent: text.slice(at, skipBlanks(text, at, lineEnd)),
      ending,
      leadingBar,
      trailingBar,
    });
    at = lineEnd + ending.length;
  }
  return rows;
}

/** Looks for the definitions of links when a cell first asks for one. */
function definitionsIn(text: string): IsDefined {
  let keys: Set<string> | undefined;
  return (label) => {
    keys ??= new Set(Array.from(text.matchAll(DEFINITION), ([, found = ""]) => labelKey(found)));
    return keys.has(labelKey(label));
  };
}

const DEFINITION = /^[ \t>]{0,20}\[((?:[^[\]\\]|\\.){1,999})\]:/gm;

function endOfLine(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && !isLineEnd(text.charCodeAt(at))) at++;
  return at;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function cellOf(text: string, outer: Span, isDefined: IsDefined): TableCell {
  const first = skipBlanks(text, outer.start, outer.end);
  const start = first < outer.end ? first : Math.min(outer.start + 1, outer.end);
  const end = first < outer.end ? skipBlanksBack(text, start, outer.end) : start;
  const raw = text.slice(start, end);
  return { start, end, outer, raw, text: cellText(raw, isDefined) };
}
