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
  let best: Band[] | undefined;
  let most = 0;
  for (const river of riversOf(items, extent)) {
    const bands = bandsOf(items, river, depth < DEPTH);
    const score = bands.reduce(
      (sum, band) => sum + (band.columns ? 1 : -1) * (band.left.length + band.right.length),
      0,
    );
    const parted = bands.some((band) => band.columns);
    if (parted && (best === undefined || score > most)) [best, most] = [bands, score];
  }
  if (best === undefined) return [[...items]];
  if (most > 0) best = best.map((band) => (bothSides(band) ? { ...band, columns: true } : band));
  return merged(best).flatMap((band) =>
    band.columns
      ? [...columnsOf(band.left, depth - 1), ...columnsOf(band.right, depth - 1)]
      : columnsOf([...band.left, ...band.right], depth - 1),
  );
}

/** Where a river parts most of the page, it parts the few rows of a short band too. */
function bothSides({ left, right }: Band): boolean {
  return left.length > 0 && right.length > 0 && left.length + right.length > 2;
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
  const slack = 0.06 * most;
  const end = Math.ceil(0.9 * width);
  for (let x = Math.floor(0.1 * width); x < end; ) {
    let low = cover[x] ?? 0;
    if (low > limit) {
      x++;
      continue;
    }
    let stop = x;
    for (; stop < end && (cover[stop] ?? 0) <= low + slack; stop++) low = Math.min(low, cover[stop] ?? 0);
    let from = x;
    while ((cover[from] ?? 0) > low + slack) from++;
    if (stop - from >= least) found.push({ x: extent.x0 + (from + stop) / 2, cover: low, width: stop - from });
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

function bandsOf(items: readonly Item[], x: number, isInner: boolean): Band[] {
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
    if (left.length + right.length > 0) bands.push({ columns: areColumns(left, right, isInner), left, right });
  };
  for (const item of crossers) {
    takeSidesAbove(item.table === undefined ? middle(item) - 0.3 * item.size : item.y0);
    bands.push({ columns: false, left: [item], right: [] });
  }
  takeSidesAbove(Infinity);
  return bands;
}

/** Bands without columns that follow each other are one. */
function merged(bands: readonly Band[]): Band[] {
  const joined: Band[] = [];
  for (const band of bands) {
    const last = joined.at(-1);
    if (last === undefined || last.columns || band.columns) joined.push({ ...band, left: [...band.left] });
    else last.left.push(...band.left, ...band.right);
  }
  return joined;
}

/** Whether both sides read as running text, and not as the cells of a table or as labels beside their text. `isInner`: inside a column. */
function areColumns(left: readonly Item[], right: readonly Item[], isInner: boolean): boolean {
  const a = sideOf(left);
  const b = sideOf(right);
  const rows = Math.min(a.bases.length, b.bases.length);
  if (rows < LEAST_ROWS) return false;
  const alike = Math.min(a.width, b.width) / Math.max(a.width, b.width);
  if (alike < 0.25 || Math.min(a.width / a.size, b.width / b.size) < 7) return false;
  // The rows of a table share their baselines; columns of text do only where they are set on a grid.
  if (sharedBases(a, b) < 0.5) return Math.min(a.fill, b.fill) > 0.3;
  const fill = Math.min(a.fill, b.fill);
  const prose = Math.min(a.wordCount, b.wordCount) >= 4 && fill >= 0.65 && a.running > 0.4 && b.running > 0.4;
  const isSolid = !isInner && fill >= (rows < 6 ? 0.93 : 0.85) && Math.min(a.wordCount, b.wordCount) >= 3;
  if (a.dense && b.dense && (prose || isSolid)) return true;
  if (a.centred && b.centred) return true;
  // A card of entries set in columns: long rows, and many.
  if (rows >= 20 && alike > 0.4 && a.fill >= 0.7 && b.fill >= 0.7) return true;
  // Indexes: short entries that end in page numbers, many of them, in columns of one width.
  return rows >= 8 && alike > 0.6 && a.numbered > 0.5 && b.numbered > 0.5;
}

/** Share of the rows of the shorter side that have a row beside them. */
function sharedBases(a: Side, b: Side): number {
  const [few, many] = a.bases.length < b.bases.length ? [a, b] : [b, a];
  const near = 0.12 * Math.max(a.size, b.size);
  return (
    few.bases.filter((base) => many.bases.some((other) => Math.abs(base - other) < near)).length / few.bases.length
  );
}

interface Side {
  readonly bases: readonly number[];
  readonly width: number;
  readonly size: number;
  /** Share of the side's width that the middle row takes up. */
  readonly fill: number;
  /** Rows follow each other as closely as the lines of a paragraph. */
  readonly dense: boolean;
  /** Rows of different lengths about one middle, of words: a line of authors. */
  readonly centred: boolean;
  /** Words of the middle row. */
  readonly wordCount: number;
  /** Share of rows that start in the middle of a sentence. */
  readonly running: number;
  /** Share of rows that have words and end in a number. */
  readonly numbered: number;
}

function sideOf(items: readonly Item[]): Side {
  const rows = rowsOf(items);
  const { x0, x1 } = unite(items);
  const width = Math.max(1, x1 - x0);
  const size = median(items.map((item) => item.size)) || 1;
  const extents = rows.map((row) => unite(row));
  const bases = rows.map((row) => row[0]?.base ?? 0);
  const steps = bases.slice(1).map((base, at) => base - (bases[at] ?? 0));
  const lengths = extents.map((extent) => extent.x1 - extent.x0);
  const middles = extents.map((extent) => (extent.x0 + extent.x1) / 2);
  const last = rows.map((row) => row.reduce((end, item) => (item.x1 > end.x1 ? item : end)));
  const texts = rows.map((row) => row.flatMap((item) => item.words.map((word) => word.text)).join(" "));
  return {
    bases,
    width,
    size,
    fill: median(lengths) / width,
    dense: median(steps) <= 2.2 * size,
    centred:
      middles.every((middle) => Math.abs(middle - (middles[0] ?? 0)) < 0.3 * size) &&
      Math.max(...lengths) - Math.min(...lengths) > 2 * size &&
      texts.every((text) => /^\D*\p{L}{3}\D*$/u.test(text)),
    wordCount: median(rows.map((row) => row.reduce((sum, item) => sum + item.words.length, 0))),
    running: texts.filter((text) => /^["'“‘(]?[\p{Ll}\p{Lo}]/u.test(text)).length / rows.length,
    numbered:
      last.filter((item, at) => /\d$/.test(item.words.at(-1)?.text ?? "") && /\p{L}/u.test(texts[at] ?? "")).length /
      rows.length,
  };
}
