import type { Box } from "../../../document.ts";

/** A rectangle in points, y downwards. */
export interface Rect {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export function unite(rects: readonly Rect[]): Rect {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const rect of rects) {
    if (rect.x0 < x0) x0 = rect.x0;
    if (rect.y0 < y0) y0 = rect.y0;
    if (rect.x1 > x1) x1 = rect.x1;
    if (rect.y1 > y1) y1 = rect.y1;
  }
  return rects.length === 0 ? { x0: 0, y0: 0, x1: 0, y1: 0 } : { x0, y0, x1, y1 };
}

/** Whether the middle of `inner` lies in `box`, a point more or less. */
export function isInside(inner: Rect, box: Rect): boolean {
  const x = (inner.x0 + inner.x1) / 2;
  const y = (inner.y0 + inner.y1) / 2;
  return x > box.x0 - 1 && x < box.x1 + 1 && y > box.y0 - 1 && y < box.y1 + 1;
}

/** The middle value; of an even number the upper one. 0 for none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** A page seen so that text of one direction runs left to right: `turn` quarter turns clockwise are taken back. */
export class Frame {
  readonly width: number;
  readonly height: number;
  readonly turn: number;
  readonly #pageWidth: number;
  readonly #pageHeight: number;

  constructor(pageWidth: number, pageHeight: number, turn: number) {
    this.#pageWidth = pageWidth;
    this.#pageHeight = pageHeight;
    this.turn = turn;
    this.width = turn & 1 ? pageHeight : pageWidth;
    this.height = turn & 1 ? pageWidth : pageHeight;
  }

  rect(x0: number, y0: number, x1: number, y1: number): Rect {
    if (this.turn === 0) return { x0, y0, x1, y1 };
    if (this.turn === 1) return { x0: y0, y0: this.#pageWidth - x1, x1: y1, y1: this.#pageWidth - x0 };
    if (this.turn === 3) return { x0: this.#pageHeight - y1, y0: x0, x1: this.#pageHeight - y0, y1: x1 };
    return {
      x0: this.#pageWidth - x1,
      y0: this.#pageHeight - y1,
      x1: this.#pageWidth - x0,
      y1: this.#pageHeight - y0,
    };
  }

  baseline(value: number): number {
    if (this.turn === 1) return this.#pageWidth - value;
    return this.turn === 2 ? this.#pageHeight - value : value;
  }

  /** Back to the page as shown. */
  page({ x0, y0, x1, y1 }: Rect): Box {
    if (this.turn === 0) return [x0, y0, x1, y1];
    if (this.turn === 1) return [this.#pageWidth - y1, x0, this.#pageWidth - y0, x1];
    if (this.turn === 3) return [y0, this.#pageHeight - x1, y1, this.#pageHeight - x0];
    return [this.#pageWidth - x1, this.#pageHeight - y1, this.#pageWidth - x0, this.#pageHeight - y0];
  }
}
