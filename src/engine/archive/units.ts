/** Coordinates are kept in twentieths of a point (a twip): off by at most 0.025 pt, far below what a highlight shows. */
const UNITS = 20;
/** One million points are 350 m; what lies farther out is clamped, so that all differences fit 32 bits. */
const MOST = 1_000_000;

/** Points → twips. Not a number becomes 0. */
export function toUnits(points: number): number {
  if (Number.isNaN(points)) return 0;
  return Math.round(Math.min(Math.max(points, -MOST), MOST) * UNITS) | 0;
}

export function toPoints(units: number): number {
  return units / UNITS;
}
