import type { Region } from "../answers.ts";
import type { RenderedPage } from "./protocol.ts";

/** Points by which a stored page size may differ from the real one; beyond it the boxes would sit elsewhere. */
const SIZE_TOLERANCE = 2;

/**
 * The regions on the drawn page as [x, y, width, height], fractions of the page from its top left, within 0 to 1. Undefined when they cannot be trusted:
 * a number is not finite, or the page they were measured on had another size.
 */
export function boxesOn(
  drawn: Pick<RenderedPage, "page" | "width" | "height">,
  regions: readonly Region[],
): number[][] | undefined {
  const boxes: number[][] = [];
  for (const { page, bbox, pageSize } of regions) {
    if (page !== drawn.page) continue;
    const [x0 = Number.NaN, y0 = Number.NaN, x1 = Number.NaN, y1 = Number.NaN] = bbox;
    const [width = Number.NaN, height = Number.NaN] = pageSize;
    // Written so that NaN fails, too.
    const same = Math.abs(width - drawn.width) <= SIZE_TOLERANCE && Math.abs(height - drawn.height) <= SIZE_TOLERANCE;
    if (!same || ![x0, y0, x1, y1].every(Number.isFinite)) return undefined;
    const [left, right] = [fraction(x0 / drawn.width), fraction(x1 / drawn.width)];
    const [top, bottom] = [fraction(y0 / drawn.height), fraction(y1 / drawn.height)];
    if (right > left && bottom > top) boxes.push([left, top, rounded(right - left), rounded(bottom - top)]);
  }
  return boxes;
}

function fraction(value: number): number {
  return rounded(Math.min(1, Math.max(0, value)));
}

/** A ten-thousandth of a page is far below a pixel. */
function rounded(value: number): number {
  return Math.round(value * 1e5) / 1e5;
}
