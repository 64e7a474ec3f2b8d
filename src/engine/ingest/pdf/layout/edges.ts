import { unite } from "./geometry.ts";
import type { Item } from "./items.ts";
import { rowsOf } from "./lines.ts";

/** Heads and feet stand in the outer parts of the page, this share of its height. */
export const EDGE_SHARE = 0.14;

export interface Edges {
  readonly head: Item[];
  readonly body: Item[];
  readonly foot: Item[];
}

/** Takes a row, or two set close, off the top and the bottom where white parts it from the rest: heads and feet belong to no column. */
export function edgesOf(items: readonly Item[], height: number): Edges {
  const rows = rowsOf(items);
  const top = depthOf(rows, (y) => y < EDGE_SHARE * height);
  const below = rows.slice(top).reverse();
  const depth = depthOf(below, (_, y) => y > (1 - EDGE_SHARE) * height);
  // Two rows that are both parted are the last lines of columns, not a foot.
  const bottom = depth === 2 && below.slice(0, 2).every((row) => row.length > 1) ? 0 : depth;
  const end = rows.length - bottom;
  return { head: rows.slice(0, top).flat(), body: rows.slice(top, end).flat(), foot: rows.slice(end).flat() };
}

/** How many rows from the edge are apart from the next. A page of nothing else has no edge. */
function depthOf(rows: readonly (readonly Item[])[], isOutside: (y1: number, y0: number) => boolean): number {
  for (let depth = 1; depth <= 2; depth++) {
    const row = rows[depth - 1];
    const next = rows[depth];
    if (row === undefined || next === undefined || row[0]?.table !== undefined) return 0;
    const edge = unite(row);
    const other = unite(next);
    if (!isOutside(edge.y1, edge.y0)) return 0;
    if (Math.max(edge.y0 - other.y1, other.y0 - edge.y1) > 0.45 * (row[0]?.size ?? 0)) return depth;
  }
  return 0;
}
