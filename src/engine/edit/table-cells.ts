import type { TableRow } from "../markdown/table.ts";
import type { Alignment } from "../markdown/table-row.ts";

/** What a cell can show of a text: blanks at its ends are padding. */
export function shownText(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, "");
}

/** A text as a cell that shows just that text (kb.md §4.4). */
export function literalCell(text: string): string {
  return shownText(text)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\|*_`[\]!~#]/g, "\\$&");
}

/** Whether a value would end its cell: a bar that nothing escapes. */
export function hasOpenBar(markdown: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\|/.test(markdown);
}

/** Whether a value can stand on one line: no line ending, NUL or other control character but a tab. */
export function isOneLine(value: string): boolean {
  return !/[\u0000-\u0008\u000a-\u001f\u007f\u0085\u2028\u2029]/.test(value) && value.isWellFormed();
}

/** A row in the manner of `model`: bars at its ends where that has them, and where an empty cell would be lost without. */
export function rowLike(
  { indent, leadingBar, trailingBar }: Pick<TableRow, "indent" | "leadingBar" | "trailingBar">,
  cells: readonly string[],
): string {
  const alone = cells.length === 1;
  const leads = leadingBar || alone || cells[0] === "";
  const trails = trailingBar || alone || cells.at(-1) === "";
  return `${indent}${leads ? "| " : ""}${cells.join(" | ")}${trails ? " |" : ""}`;
}

/** A cell of the delimiter row. */
export function delimiter(alignment: Alignment, dashes: number): string {
  const line = "-".repeat(Math.max(3, dashes));
  const left = alignment === "left" || alignment === "center" ? ":" : "";
  return `${left}${line}${alignment === "right" || alignment === "center" ? ":" : ""}`;
}
