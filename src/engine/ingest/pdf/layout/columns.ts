import { median, type Rect, unite } from "./geometry.ts";
import type { Item } from "./items.ts";
import { rowsOf } from "./lines.ts";

/** Rivers are looked for this often inside each other: bands, columns, columns inside a column. */
const DEPTH = 4;
/** A side of a river with fewer rows is not a column. */
const LEAST_ROWS = 3;

/**
 * Parts the items of a page into columns in reading order. A river is a stretch of white from top to bottom that few items cross;
 * those that cross it part the page into bands, and within a band the columns are read one after the other.
 */
export function columnsOf(items: readonly Item[], depth = DEPTH): Item[][] {
  if (depth === 0 || items.length < 2 * LEAST_ROWS) return items.length === 0 ? [] : [[...items]];
  const extent = unite(items);
  for (const river of riversOf(items, extent)) {
    const bands = bandsOf(items, river);
    if (!bands.some((band) => band.columns)) continue;
    return bands.flatMap((band) =>
      band.columns
        ? [...columnsOf(band.left, depth - 1), ...columnsOf(band.right, depth - 1)]
        : columnsOf([...band.left, ...band.right], depth - 1),
    );
  }
  return [[...items]];
}

/** The middles of white stretches, best first: few items in the way, then wide. */
function riversOf(items: readonly Item[], extent: Rect): number[] {
  const width = Math.ceil(extent.x1 - extent.x0);
  if (width < 40 || width > 20_000) return [];
  const cover = new Float32Array(width + 2);
  for (const item of items) {
    const from = Math.max(0, Math.ceil(item.x0 - extent.x0));
    const to = Math.min(width, Math.floor(item.x1 - extent.x0));
    if (to <= from) continue;
    const weight = item.table === undefined ? item.size : item.y1 - item.y0;
    cover[from] = (cover[from] ?? 0) + weight;
    cover[to] = (cover[to] ?? 0) - weight;
  }
  let sum = 0;
  let most = 0;
  for (let x = 0; x < width; x++) {
    sum += cover[x] ?? 0;
    cover[x] = sum;
    if (sum > most) most = sum;
  }
  const least = 0.6 * median(items.map((item) => item.size));
  const found: { x: number; cover: number; width: number }[] = [];
  const limit = 0.6 * most;
  let x = Math.floor(0.1 * width);
  const end = Math.ceil(0.9 * width);
  while (x < end) {
    const here = cover[x] ?? 0;
    if (here > limit) {
      x++;
      continue;
    }
    let stop = x;
    while (stop < end && Math.abs((cover[stop] ?? 0) - here) < 0.5) stop++;
    const isValley = (cover[x - 1] ?? 0) >= here && (cover[stop] ?? 0) >= here;
    if (isValley && stop - x >= least) found.push({ x: extent.x0 + (x + stop) / 2, cover: here, width: stop - x });
    x = Math.max(stop, x + 1);
  }
  found.sort((a, b) => a.cover - b.cover || b.width - a.width);
  return found.slice(0, 6).map((river) => river.x);
}

interface Band {
  readonly columns: boolean;
  readonly left: Item[];
  readonly right: Item[];
}

function bandsOf(items: readonly Item[], x: number): Band[] {
  const sides: Item[] = [];
  const crossers: Item[] = [];
  for (const item of items) (item.x0 < x && item.x1 > x ? crossers : sides).push(item);
  crossers.sort((a, b) => a.y0 - b.y0);
  const middle = (item: Item): number =>
    item.table === undefined ? item.base - 0.35 * item.size : (item.y0 + item.y1) / 2;
  sides.sort((a, b) => middle(a) - middle(b));
  const bands: Band[] = [];
  let next = 0;
  const takeSidesAbove = (y: number): void => {
    const left: Item[] = [];
    const right: Item[] = [];
    for (; next < sides.length; next++) {
      const item = sides[next] as Item;
      if (middle(item) > y) break;
      (item.x1 <= x ? left : right).push(item);
    }
    if (left.length + right.length > 0) addBand(bands, { columns: areColumns(left, right), left, right });
  };
  for (const item of crossers) {
    takeSidesAbove(item.table === undefined ? middle(item) - 0.3 * item.size : item.y0);
    addBand(bands, { columns: false, left: [item], right: [] });
  }
  takeSidesAbove(Infinity);
  return bands;
}

/** Bands without columns that follow each other are one. */
function addBand(bands: Band[], band: Band): void {
  const last = bands.at(-1);
  if (last === undefined || last.columns || band.columns) bands.push(band);
  else last.left.push(...band.left, ...band.right);
}

/** Whether both sides read as running text, and not as the cells of a table or as labels beside their text. */
function areColumns(left: readonly Item[], right: readonly Item[]): boolean {
  const a = sideOf(left);
  const b = sideOf(right);
  if (a.rows < LEAST_ROWS || b.rows < LEAST_ROWS) return false;
  const alike = Math.min(a.width, b.width) / Math.max(a.width, b.width);
  if (alike < 0.25) return false;
  if (isRunning(a) && isRunning(b)) return true;
  // Indexes and lists set in columns: short entries, but many, and columns of one width.
  return a.rows >= 12 && b.rows >= 12 && alike > 0.6 && a.dense && b.dense && a.fill > 0.3 && b.fill > 0.3;
}

interface Side {
  readonly rows: number;
  readonly width: number;
  /** Share of the side's width that the middle row takes up. */
  readonly fill: number;
  readonly dense: boolean;
  readonly size: number;
}

function isRunning(side: Side): boolean {
  return side.dense && side.fill >= 0.6 && side.width >= 8 * side.size;
}

function sideOf(items: readonly Item[]): Side {
  if (items.length === 0) return { rows: 0, width: 0, fill: 0, dense: false, size: 1 };
  const rows = rowsOf(items);
  const { x0, x1 } = unite(items);
  const size = median(items.map((item) => item.size));
  const fills = rows.map((row) => {
    const extent = unite(row);
    return (extent.x1 - extent.x0) / Math.max(1, x1 - x0);
  });
  const bases = rows.map((row) => (row[0] as Item).base);
  const leading = median(bases.slice(1).map((base, at) => base - (bases[at] as number)));
  return { rows: rows.length, width: x1 - x0, fill: median(fills), dense: leading <= 2.2 * size, size };
}
