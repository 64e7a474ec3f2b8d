/** Pixels of the longer edge at most, and twice the size of print at most: what VERA's viewer draws. */
const LONGEST_EDGE = 1400;
const LARGEST_SCALE = 2;

/** A larger picture is refused. */
export const MOST_PNG_BYTES = 3 * 2 ** 20;

/** Pixels a point; undefined for a page that has no size. */
export function imageScale(width: number, height: number): number | undefined {
  if (!(width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height))) return undefined;
  const scale = Math.min(LARGEST_SCALE, LONGEST_EDGE / Math.max(width, height));
  return Math.min(width, height) * scale < 1 ? undefined : scale;
}
