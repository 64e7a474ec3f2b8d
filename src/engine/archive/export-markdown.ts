import { escapeMarkdown, fenced } from "../../foundation/text/markdown.ts";
import type { BlockKind } from "../document.ts";
import type { Folio } from "./open.ts";

const BULLET = /^[•◦▪▫‣⁃·∙●○■□–—*+-]\s*/u;
const NUMBER = /^(\d{1,9})[.)]\s+/;

/**
 * The document as GitHub-flavoured Markdown. Document text never becomes markup. Pages are marked by comments, furniture is left out, and
 * of hidden text a comment tells that it was.
 */
export function exportMarkdown(folio: Pick<Folio, "text" | "blocks" | "pages" | "meta">): string {
  const children = Map.groupBy(folio.blocks.keys(), (index) => folio.blocks[index]?.parent ?? -1);
  const parts: string[] = [];
  let page = 0;
  // How deep the list is that the last part belongs to; 0 outside lists.
  let depth = 0;
  const put = (part: string): void => {
    if (part !== "") parts.push(part);
    depth = 0;
  };
  const markPages = (upTo: number): void => {
    for (; folio.meta.paged && page < upTo; page++) put(pageMarker(page + 1, folio.pages[page]?.label));
  };
  for (const [index, block] of folio.blocks.entries()) {
    markPages(block.page);
    const text = folio.text.slice(block.start, block.end);
    if (block.kind === "row" || block.kind === "cell" || block.kind === "furniture") continue;
    if (block.hidden !== "") put(`<!-- hidden text left out (${block.hidden}) -->`);
    else if (block.kind === "list") putItem(text, block.level);
    else put(markdownOf(block.kind, text, block.level, () => rowsOf(index)));
  }
  markPages(folio.pages.length);
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`;

  /** Items of one list stand without blank lines between, which would make paragraphs of them. */
  function putItem(text: string, level: number): void {
    const before = depth === 0 ? undefined : parts.pop();
    // Indented by more than one step, an item would be code.
    depth = Math.max(1, Math.min(level, depth + 1));
    const item = listItem(text, depth);
    parts.push(before === undefined ? item : `${before}\n${item}`);
  }

  /** Cells of a table, by row and column. */
  function rowsOf(tableIndex: number): string[][] {
    return (children.get(tableIndex) ?? []).map((row) => {
      const cells: string[] = [];
      for (const index of children.get(row) ?? []) {
        const cell = folio.blocks[index];
        if (cell?.kind !== "cell" || cell.hidden !== "") continue;
        while (cells.length < Math.min(cell.level, MOST_COLUMNS)) cells.push("");
        cells.push(escapeMarkdown(folio.text.slice(cell.start, cell.end)));
      }
      return cells;
    });
  }
}

/** A hostile column number makes no wider table than this. */
const MOST_COLUMNS = 1000;

function markdownOf(kind: BlockKind, text: string, level: number, rows: () => string[][]): string {
  switch (kind) {
    case "heading":
      return `${"#".repeat(Math.min(Math.max(level, 1), 6))} ${heading(text)}`;
    case "table":
      return table(rows());
    case "code":
      return fenced(text);
    case "quote":
      return lines(text, "> ");
    case "toc":
      return lines(text, "", "\\");
    default:
      return lines(text);
  }
}

/** Labels are document text: of other characters than letters and digits a comment could be closed. */
function pageMarker(page: number, label: string | undefined): string {
  const printed = label?.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return printed ? `<!-- page ${page} (printed ${printed}) -->` : `<!-- page ${page} -->`;
}

/** Number signs at the end would close the heading (CommonMark §4.2). */
function heading(text: string): string {
  return escapeMarkdown(text).replace(/#(?=#*$)/, "\\#");
}

function lines(text: string, prefix = "", lineEnd = ""): string {
  const escaped = text.split("\n").map(escapeMarkdown);
  return escaped
    .filter((line) => line !== "")
    .map((line) => prefix + line)
    .join(`${lineEnd}\n`);
}

function listItem(text: string, depth: number): string {
  const number = NUMBER.exec(text)?.[1];
  const body = escapeMarkdown(text.replace(number === undefined ? BULLET : NUMBER, ""));
  return `${" ".repeat(4 * (depth - 1))}${number === undefined ? "-" : `${Number(number)}.`} ${body}`;
}

function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (columns === 0) return "";
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? "").join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(Array(columns).fill("---")), ...body.map(line)].join("\n");
}
