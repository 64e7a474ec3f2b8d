import type { HiddenReason } from "../../document.ts";
import type { TableCell, TableRow } from "./builder.ts";
import { hiddenReason, isBlock, isShown } from "./html-style.ts";
import { attribute, type Element, findElement, walkTree } from "./html-tree.ts";

export interface HtmlTable {
  readonly captions: readonly string[];
  readonly rows: readonly TableRow[];
  readonly hidden: readonly { readonly text: string; readonly reason: HiddenReason }[];
}

/** HTML Standard §4.9.11: column spans count up to 1000, row spans up to 65534. */
const MAX_COLUMN_SPAN = 1000;
const MAX_ROW_SPAN = 65_534;

/** True for a table that only arranges a page: it says so, or holds headings or other tables, or is one cell. */
export function isLayoutTable(table: Element): boolean {
  const role = attribute(table, "role");
  if (role === "presentation" || role === "none") return true;
  if (findElement(table, (each) => each.tagName === "table" || /^h[1-6]$/.test(each.tagName)) !== undefined)
    return true;
  let cells = 0;
  findElement(table, (each) => isCell(each) && ++cells > 1);
  return cells <= 1;
}

/** Rows of cells with their columns, as the table algorithm of the HTML Standard (§4.9.12) lays them out. */
export function readTable(table: Element): HtmlTable {
  const rows: TableRow[] = [];
  const captions: string[] = [];
  const hidden: { text: string; reason: HiddenReason }[] = [];
  let cells: TableCell[] = [];
  let parts: string[] = [];
  let column = 0;
  /** Rows that a cell from above still covers, by column. */
  const covered: number[] = [];
  const reasons: HiddenReason[] = [];
  let unseen: string[] = [];

  const take = (): string => {
    const text = parts.join("").replace(/\s+/g, " ").trim();
    parts = [];
    return text;
  };
  walkTree(table, {
    text(value) {
      (reasons.length > 0 ? unseen : parts).push(value);
    },
    enter(element) {
      if (!isShown(element)) return false;
      const reason = hiddenReason(element);
      if (reason !== "" || reasons.length > 0) reasons.push(reason);
      if (element.tagName === "tr") startRow();
      else if (isCell(element)) startCell();
      else if (element.tagName === "br" || isBlock(element)) parts.push(" ");
      else if (element.tagName === "img") parts.push(attribute(element, "alt") ?? "");
      return true;
    },
    leave(element) {
      if (element.tagName === "caption") captions.push(take());
      else if (isCell(element)) endCell(element);
      else if (element.tagName === "tr") endRow();
      else if (isBlock(element)) parts.push(" ");
      const reason = reasons.pop() ?? "";
      if (reason !== "" && reasons.length === 0) {
        hidden.push({ text: unseen.join("").replace(/\s+/g, " ").trim(), reason });
        unseen = [];
      }
    },
  });
  return { captions: captions.filter((text) => text !== ""), rows, hidden: hidden.filter((each) => each.text !== "") };

  function startRow(): void {
    cells = [];
    column = 0;
  }

  function startCell(): void {
    parts = [];
    while ((covered[column] ?? 0) > 0) column++;
  }

  function endCell(cell: Element): void {
    const wide = spanOf(cell, "colspan", MAX_COLUMN_SPAN);
    const high = spanOf(cell, "rowspan", MAX_ROW_SPAN);
    if (reasons.length === 0) cells.push({ text: take(), column });
    for (let at = column; at < column + wide && high > 1; at++) covered[at] = high;
    column += wide;
  }

  function endRow(): void {
    rows.push({ cells });
    for (const [at, left] of covered.entries()) covered[at] = Math.max(0, (left ?? 0) - 1);
  }
}

function isCell(element: Element): boolean {
  return element.tagName === "td" || element.tagName === "th";
}

function spanOf(cell: Element, name: string, limit: number): number {
  const value = Number.parseInt(attribute(cell, name) ?? "1", 10);
  return value >= 1 ? Math.min(value, limit) : 1;
}
