/** Small pieces of Markdown that several operations print. Cells and items are plain text: they are escaped here. */
import { escapeMarkdown } from "../foundation/text/markdown.ts";

/** A GFM pipe table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => escapeMarkdown(cell.replace(/\s+/g, " "))).join(" | ")} |`;
  return [line(head), `|${head.map(() => " --- ").join("|")}|`, ...rows.map(line)].join("\n");
}

/** "3 pages", "1 page". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The parts that say something, joined by commas. */
export function list(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(", ") || "nothing to do";
}
