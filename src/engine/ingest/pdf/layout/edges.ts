import { unite } from "./geometry.ts";
import type { Item } from "./items.ts";
import { rowsOf } from "./lines.ts";

/** Heads and feet stand in the outer parts of the page, this share of its height. */
export const EDGE_SHARE = 0.14;

export interface Edges {
  /** Row by row. */
  readonly head: Item[][];
  readonly body: Item[];
  readonly foot: Item[][];
}

/** Takes rows off the top and the bottom that lie in the outer zones, apart from what follows: they belong to no column. */
export function edgesOf(items: readonly Item[], height: number): Edges {
  const rows = rowsOf(items);
  const extents = rows.map((row) => unite(row));
  const isApart = (at: number, beside: number): boolean => {
    const row = extents[at];
    const other = extents[beside];
    const size = rows[at]?.[0]?.size ?? 0;
    if (row === undefined || other === undefined) return false;
    return Math.max(row.y0 - other.y1, other.y0 - row.y1) > 0.45 * size;
  };
  let top = 0;
  for (let at = 0; at < Math.min(3, rows.length - 1); at++) {
    const extent = extents[at];
    if (extent === undefined || extent.y1 > EDGE_SHARE * height || rows[at]?.[0]?.table !== undefined) break;
    if (isApart(at, at + 1)) top = at + 1;
  }
  let bottom = rows.length;
  for (let at = rows.length - 1; at > Math.max(top, rows.length - 4); at--) {
    const extent = extents[at];
    if (extent === undefined || extent.y0 < (1 - EDGE_SHARE) * height || rows[at]?.[0]?.table !== undefined) break;
    if (isApart(at, at - 1)) bottom = at;
  }
  return { head: rows.slice(0, top), body: rows.slice(top, bottom).flat(), foot: rows.slice(bottom) };
}
