import Table from "cli-table3";
import { createColors } from "picocolors";
import { printableText } from "../../foundation/text/printable.ts";

/**
 * Shows an operation's Markdown on a terminal: headings, emphasis and code in colour, pipe tables as tables.
 * Everything printable passes unchanged; control characters in document text never reach the terminal.
 */
export function present(markdown: string, { color, columns }: { color: boolean; columns: number }): string {
  const paint = createColors(color);
  const lines = printableText(markdown).split("\n");
  const shown: string[] = [];
  let fenced = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^\s*(```|~~~)/.test(line)) {
      fenced = !fenced;
      continue;
    }
    if (fenced) {
      shown.push(`  ${line}`);
      continue;
    }
    if (isRow(line) && /^\s*\|[\s:|-]+\|\s*$/.test(lines[at + 1] ?? "")) {
      const end = lines.findIndex((next, index) => index > at && !isRow(next));
      const rows = lines.slice(at, end < 0 ? undefined : end);
      shown.push(table(rows, columns, color));
      at += rows.length - 1;
      continue;
    }
    shown.push(inline(line, paint));
  }
  return shown.join("\n");
}

type Paint = ReturnType<typeof createColors>;

function inline(line: string, paint: Paint): string {
  const heading = /^#{1,6}\s+(.*)$/.exec(line);
  if (heading) return paint.bold(withoutEscapes(heading[1] ?? ""));
  const quote = /^>\s?(.*)$/.exec(line);
  if (quote) return `${paint.dim("│")} ${withoutEscapes(quote[1] ?? "")}`;
  return withoutEscapes(
    line
      .replace(/(?<!\\)\*\*(.+?)(?<!\\)\*\*/g, (_, text: string) => paint.bold(text))
      .replace(/(?<!\\)`([^`]+)`/g, (_, text: string) => paint.cyan(text)),
  );
}

/** Markdown's backslash escapes (CommonMark §2.4) are for parsers, not for readers. */
function withoutEscapes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

function isRow(line: string): boolean {
  return /^\s*\|.*\|\s*$/.test(line);
}

function table(rows: readonly string[], columns: number, color: boolean): string {
  const [head = [], , ...body] = rows.map(cells);
  const widths = fit([head, ...body], columns);
  const shown = new Table({
    head,
    ...(widths === undefined ? {} : { colWidths: widths }),
    wordWrap: true,
    style: { head: color ? ["bold"] : [], border: color ? ["gray"] : [], compact: true },
  });
  for (const row of body) shown.push(row);
  return shown.toString();
}

function cells(row: string): string[] {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => withoutEscapes(cell.trim()));
}

/** Column widths when the natural ones are too wide: the widest column gives way. */
function fit(rows: readonly (readonly string[])[], columns: number): number[] | undefined {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from(
    { length: count },
    (_, at) => Math.max(...rows.map((row) => Bun.stringWidth(row[at] ?? ""))) + 2,
  );
  const total = widths.reduce((sum, width) => sum + width, count + 1);
  if (total <= columns) return undefined;
  const widest = widths.indexOf(Math.max(...widths));
  widths[widest] = Math.max(12, (widths[widest] ?? 0) - (total - columns));
  return widths;
}
