import { wordsOf } from "./tokens.ts";

/**
 * The cells, row by row, of a table that VERA's reader wrote as Markdown: a line a row, bars around cells, dashes under the first row. Undefined for text
 * that is laid out otherwise, or whose words its cells do not give in order.
 */
export function pipeTable(text: string): string[][] | undefined {
  const [head, rule, ...body] = text.split("\n").map(cellsOf);
  if (head === undefined || rule === undefined || !rule.every((cell) => /^:?-{3,}:?$/.test(cell))) return undefined;
  const rows: string[][] = [head];
  for (const cells of body) {
    if (cells === undefined) return undefined;
    rows.push(cells);
  }
  const words = rows.flatMap((cells) => cells.flatMap(wordsOf));
  const expected = wordsOf(text);
  return words.length === expected.length && words.every((word, at) => word === expected[at]) ? rows : undefined;
}

function cellsOf(line: string): string[] | undefined {
  const trimmed = line.trim();
  if (!/^\|.*\|$/s.test(trimmed)) return undefined;
  return trimmed
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll("\\|", "|").replace(/\s+/g, " ").trim());
}

/** A table as VERA's reader writes it: rows as long as the first, bars escaped, a line a row. */
export function pipeText(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const escaped = (cell: string): string => cell.replaceAll("|", "\\|").replace(/\s+/g, " ").trim();
  const fitted = rows.map((cells) => head.map((_, at) => escaped(cells[at] ?? "")));
  const [first = [], ...rest] = fitted;
  return [line(first), line(head.map(() => "---")), ...rest.map(line)].join("\n");
}
