import { isInside, median, type Rect, unite } from "./geometry.ts";
import { gridsOf } from "./grids.ts";
import type { Item } from "./items.ts";
import { rowsOf } from "./lines.ts";
import { isRightToLeft } from "./scripts.ts";
import type { Table } from "./table.ts";
import type { Word } from "./words.ts";

/** Takes the words of ruled tables out, as one item a table. */
export function withTables(words: readonly Word[], rules: readonly Rect[]): { tables: Item[]; rest: readonly Word[] } {
  if (rules.length < 2 || words.length < 4) return { tables: [], rest: words };
  const tables: Item[] = [];
  let rest = words;
  for (const grid of gridsOf(rules, words)) {
    const inside: Word[] = [];
    const outside: Word[] = [];
    for (const word of rest) (isInside(word, grid) ? inside : outside).push(word);
    const table = tableOf(inside, grid.xs, grid.ys);
    if (table === undefined) continue;
    rest = outside;
    tables.push(itemOf(table, inside));
  }
  return { tables, rest };
}

/** Sorts words into the cells between column edges `xs` and row edges `ys` (ascending, outer ones included). */
function tableOf(words: readonly Word[], xs: readonly number[], ys: readonly number[]): Table | undefined {
  const cells: Word[][][] = ys.slice(1).map(() => xs.slice(1).map(() => []));
  for (const word of words) {
    const row = cells[slot((word.y0 + word.y1) / 2, ys)];
    row?.[slot((word.x0 + word.x1) / 2, xs)]?.push(word);
  }
  const rows = cells.flatMap(linesApart).filter((row) => row.some((cell) => cell.length > 0));
  const columns = new Set(rows.flatMap((row) => row.flatMap((cell, at) => (cell.length > 0 ? [at] : []))));
  if (rows.length < 2 || columns.size < 2) return undefined;
  return { ...unite(words), rows: rows.map((row) => row.map(inOrder)) };
}

/** Body rows without rules between them: every filled cell has the same baselines, three or more. */
function linesApart(row: Word[][]): Word[][][] {
  const lines = row.map((cell) => rowsOf(cell));
  const filled = lines.filter((cell) => cell.length > 0);
  const count = filled[0]?.length ?? 0;
  const bases = (cell: readonly Word[][]): number[] => cell.map((line) => line[0]?.base ?? 0);
  const [first = []] = filled.map(bases);
  const same = filled
    .map(bases)
    .every((all) => all.length === count && all.every((base, at) => Math.abs(base - (first[at] ?? base)) < 2));
  if (count < 3 || filled.length < 2 || !same) return [row];
  return Array.from({ length: count }, (_, at) => lines.map((cell) => cell[at] ?? []));
}

function inOrder(cell: readonly Word[]): Word[] {
  return rowsOf(cell).flatMap((line) => {
    const sorted = line.toSorted((a, b) => a.x0 - b.x0);
    return sorted.every((word) => isRightToLeft(word.text.codePointAt(0) ?? 0)) ? sorted.reverse() : sorted;
  });
}

function slot(at: number, edges: readonly number[]): number {
  let index = 0;
  while (index < edges.length - 2 && at >= (edges[index + 1] ?? Infinity)) index++;
  return index;
}

function itemOf(table: Table, words: readonly Word[]): Item {
  const { x0, y0, x1, y1 } = table;
  return { x0, y0, x1, y1, base: y0, size: median(words.map((word) => word.size)), words: [], table };
}
