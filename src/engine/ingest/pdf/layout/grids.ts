import { isInside, median, type Rect, unite } from "./geometry.ts";
import { rowsOf } from "./lines.ts";
import { edgesOf, NEAR, type RuleGroup, ruleGroups } from "./rule-groups.ts";
import type { Word } from "./words.ts";

/** Where the columns and rows of a ruled table lie: ascending edges, the outer ones included. */
export interface Grid extends Rect {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Drawings have thousands of lines; a table that large is left as lines of text. */
const MOST_RULES = 2000;
const MOST_BARS = 60;

/** Grids of crossing rules first, then columns between horizontal rules of one width. */
export function gridsOf(rules: readonly Rect[], words: readonly Word[]): Grid[] {
  if (rules.length > MOST_RULES) return [];
  const flat = rules.filter((rule) => rule.x1 - rule.x0 > rule.y1 - rule.y0 && rule.x1 - rule.x0 > 8);
  const upright = rules.filter((rule) => rule.y1 - rule.y0 > rule.x1 - rule.x0 && rule.y1 - rule.y0 > 4);
  const groups = ruleGroups(flat, upright);
  const crossed = groups.flatMap(crossedGrid).filter((grid) => isTable(grid, words));
  const inCrossed = (rect: Rect): boolean => crossed.some((grid) => isInside(rect, grid));
  const free = words.filter((word) => !inCrossed(word));
  // Rules with posts at their ends frame what is between them, and never make a table with those of another frame.
  const [open, framed] = [groups.filter(isOpen), groups.filter((group) => !isOpen(group))];
  const bars = [open.flatMap((group) => group.flat), ...framed.map((group) => group.flat)];
  return [
    ...crossed,
    ...bars.flatMap((some) =>
      barredGrids(
        some.filter((rule) => !inCrossed(rule)),
        free,
      ),
    ),
  ];
}

function isOpen(group: RuleGroup): boolean {
  return group.upright.length === 0;
}

function crossedGrid({ flat, upright }: RuleGroup): Grid[] {
  if (flat.length < 2 || upright.length < 2) return [];
  const ys = edgesOf(flat.map((rule) => (rule.y0 + rule.y1) / 2));
  const xs = edgesOf(upright.map((rule) => (rule.x0 + rule.x1) / 2));
  const { x0: left, y0: top, x1: right, y1: bottom } = unite([...flat, ...upright]);
  // Tables without outer verticals are open at the sides.
  if ((xs[0] ?? Infinity) > left + 6) xs.unshift(left);
  if ((xs.at(-1) ?? 0) < right - 6) xs.push(right);
  if ((ys[0] ?? Infinity) > top + 6) ys.unshift(top);
  if ((ys.at(-1) ?? 0) < bottom - 6) ys.push(bottom);
  if (xs.length < 3 || ys.length < 2) return [];
  return [{ x0: left, y0: ys[0] as number, x1: right, y1: ys.at(-1) as number, xs, ys }];
}

/** A drawing has lines too: in a table words fill cells and few cross an edge. */
function isTable(grid: Grid, words: readonly Word[]): boolean {
  const inside = words.filter((word) => isInside(word, grid));
  if (inside.length < 4) return false;
  const inner = grid.xs.slice(1, -1);
  const crossing = inside.filter((word) => inner.some((x) => word.x0 < x - 2 && word.x1 > x + 2));
  return crossing.length <= 0.12 * inside.length;
}

/** Tables with only horizontal rules (as in books): rules of one width, and between them columns that line up. */
function barredGrids(flat: readonly Rect[], words: readonly Word[]): Grid[] {
  const grids: Grid[] = [];
  const sorted = flat.toSorted((a, b) => a.y0 - b.y0);
  const used = new Set<Rect>();
  for (const rule of sorted) {
    if (used.has(rule)) continue;
    const bars = sorted
      .filter((bar) => !used.has(bar) && Math.abs(bar.x0 - rule.x0) < NEAR && Math.abs(bar.x1 - rule.x1) < NEAR)
      .slice(0, MOST_BARS);
    for (const bar of bars) used.add(bar);
    let first = 0;
    while (first < bars.length - 1) {
      let last = bars.length - 1;
      let grid = barredGrid(bars.slice(first, last + 1), words);
      while (grid === undefined && last > first + 1) grid = barredGrid(bars.slice(first, last--), words);
      if (grid !== undefined) grids.push(grid);
      first = grid === undefined ? first + 1 : last + 1;
    }
  }
  return grids;
}

function barredGrid(bars: readonly Rect[], words: readonly Word[]): Grid | undefined {
  const top = bars[0] as Rect;
  const bottom = bars.at(-1) as Rect;
  const box = { x0: top.x0, y0: top.y0, x1: top.x1, y1: bottom.y1 };
  const inside: Word[] = [];
  for (const word of words) {
    if (sticksOut(word, box)) return undefined;
    if (isInside(word, box)) inside.push(word);
  }
  // Listings stand between rules too.
  if (inside.length < 4 || inside.filter((word) => word.mono).length > 0.6 * inside.length) return undefined;
  const rows = rowsOf(inside);
  // Two rules may be those of the page's head and foot: there only columns that nothing crosses count.
  const isPair = bars.length < 3;
  const xs = columnEdges(rows, box, isPair ? 0 : 0.15, isPair ? 0.5 : 0);
  if (rows.length < 2 || xs.length < (isPair ? 4 : 3)) return undefined;
  const cut = rows.map((row) => {
    const y = row.map((word) => (word.y0 + word.y1) / 2);
    return [Math.min(...y), Math.max(...y)] as const;
  });
  const between = cut.slice(1).map(([low], at) => (low + (cut[at] as readonly [number, number])[1]) / 2);
  const byBars = edgesOf(bars.map((bar) => (bar.y0 + bar.y1) / 2));
  const perBar = rows.length / Math.max(1, byBars.length - 1);
  const ys = byBars.length >= 5 && perBar <= 3 ? byBars : [box.y0, ...between, box.y1];
  return { ...box, xs, ys };
}

/** A line of text that begins before the rules do, or ends after them, is none of a table's rows. */
function sticksOut(word: Rect, box: Rect): boolean {
  const y = (word.y0 + word.y1) / 2;
  if (y < box.y0 || y > box.y1) return false;
  const before = word.x0 < box.x0 - NEAR && word.x1 > box.x0 - 2 * NEAR;
  return before || (word.x1 > box.x1 + NEAR && word.x0 < box.x1 + 2 * NEAR);
}

/** White stretches that all rows but a share of `crossing` keep clear, with words in at least two rows and a share of `filled` between. */
function columnEdges(rows: readonly (readonly Word[])[], box: Rect, crossing: number, filled: number): number[] {
  const width = Math.ceil(box.x1 - box.x0);
  if (width < 20 || width > 20_000) return [];
  const blocked = new Uint16Array(width + 1);
  const size = median(rows.flat().map((word) => word.size));
  for (const row of rows) {
    const sorted = row.toSorted((a, b) => a.x0 - b.x0);
    let from = sorted[0]?.x0 ?? 0;
    let to = sorted[0]?.x1 ?? 0;
    const mark = (): void => {
      for (let x = Math.max(0, Math.floor(from - box.x0)); x < Math.min(width, Math.ceil(to - box.x0)); x++)
        blocked[x] = (blocked[x] ?? 0) + 1;
    };
    for (const word of sorted) {
      if (word.x0 - to > 0.45 * size && !isLeader(word)) {
        mark();
        from = word.x0;
        to = word.x1;
      } else to = Math.max(to, word.x1);
    }
    mark();
  }
  const limit = Math.floor(crossing * rows.length);
  const edges = [box.x0];
  let start = -1;
  let seen = false;
  for (let x = 0; x < width; x++) {
    if ((blocked[x] ?? 0) <= limit) {
      if (start < 0) start = x;
    } else {
      if (start >= 0 && seen && x - start >= 0.4 * size) edges.push(box.x0 + (start + x) / 2);
      start = -1;
      seen = true;
    }
  }
  edges.push(box.x1);
  const isFilled = (at: number): boolean =>
    rows.filter((row) =>
      row.some((word) => (word.x0 + word.x1) / 2 >= (edges[at] ?? 0) && (word.x0 + word.x1) / 2 < (edges[at + 1] ?? 0)),
    ).length >= Math.max(Math.min(2, rows.length), filled * rows.length);
  for (let at = 0; at < edges.length - 1; at++) if (!isFilled(at)) return [];
  return isRunningText(rows, edges) ? [] : edges;
}

/** Two columns of text between two rules across the page are no table. */
function isRunningText(rows: readonly (readonly Word[])[], edges: readonly number[]): boolean {
  if (rows.length < 8 || edges.length > 4) return false;
  const perRow = median(rows.map((row) => row.length));
  return perRow > 8 * (edges.length - 1) - 4;
}

function isLeader(word: Word): boolean {
  return /^[.·․‥…]+$/.test(word.text);
}
