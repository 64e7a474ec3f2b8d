import type { Box } from "../../document.ts";
import { VECTOR_RECTANGLE, VECTOR_STROKED } from "./stext.ts";

/** Lines up to this thick are rules; anything thicker is a surface. */
const RULE_THICKNESS = 3;
/** A plotted curve is tens of thousands of strokes: no ruled table has so many, and layout must stay cheap. */
const RULE_LIMIT = 5_000;
const GROUND_LIMIT = 400;
const WHITE = 0xffffff;
/** Colours that differ by no more than this in each channel look the same. */
const SAME_COLOUR = 4;

/** A painted surface in drawing order; `colour` is undefined where it is not one colour (a picture, a shape that is no rectangle). */
interface Ground {
  readonly box: Box;
  readonly colour: number | undefined;
}

/** What is drawn on a page besides text: rules and pictures for layout, surfaces to tell the colour under a glyph. */
export class Drawings {
  readonly rules: number[] = [];
  readonly images: Box[] = [];
  readonly #grounds: Ground[] = [];
  readonly #colours = new Set([WHITE]);
  #mixed = false;
  #count = 0;

  get any(): boolean {
    return this.#count > 0;
  }

  addImage(box: Box): void {
    this.#count++;
    this.images.push(box);
    this.#addGround(box, undefined);
  }

  /** `argb` and `flags` as fz_stext_block has them; the box of a stroke includes its thickness. */
  addVector(box: Box, flags: number, argb: number): void {
    const [x0, y0, x1, y1] = box;
    const opacity = argb >>> 24;
    if (opacity === 0) return;
    this.#count++;
    if (Math.min(x1 - x0, y1 - y0) <= RULE_THICKNESS) {
      this.#addRule(x0, y0, x1, y1);
    } else if ((flags & VECTOR_STROKED) === 0) {
      this.#addGround(box, (flags & VECTOR_RECTANGLE) !== 0 && opacity === 255 ? argb & WHITE : undefined);
    } else if ((flags & VECTOR_RECTANGLE) !== 0) {
      this.#addRule(x0, y0, x1, y0);
      this.#addRule(x0, y1, x1, y1);
      this.#addRule(x0, y0, x0, y1);
      this.#addRule(x1, y0, x1, y1);
    }
  }

  /** True when a glyph of colour `rgb` centred on (x, y), drawn now, has the colour of what lies under it. Unsure means no. */
  blendsIn(rgb: number, x: number, y: number): boolean {
    if (rgb !== 0 || this.#colours.size > 1) {
      for (const colour of this.#colours) {
        if (!sameColour(rgb, colour)) continue;
        const ground = this.#groundAt(x, y);
        return ground !== undefined && sameColour(rgb, ground);
      }
    }
    return false;
  }

  /** True when pictures lie over more than half of the page: a scan. Strips of a cut picture add up. */
  coverMost(width: number, height: number): boolean {
    let area = 0;
    for (const [x0, y0, x1, y1] of this.images) area += overlap(x0, x1, width) * overlap(y0, y1, height);
    return area > 0.5 * width * height;
  }

  #addRule(x0: number, y0: number, x1: number, y1: number): void {
    if (this.rules.length < 4 * RULE_LIMIT) this.rules.push(x0, y0, x1, y1);
  }

  #addGround(box: Box, colour: number | undefined): void {
    if (this.#grounds.length >= GROUND_LIMIT) {
      this.#mixed = true;
      return;
    }
    this.#grounds.push({ box, colour });
    if (colour !== undefined) this.#colours.add(colour);
  }

  #groundAt(x: number, y: number): number | undefined {
    if (this.#mixed) return undefined;
    for (let at = this.#grounds.length - 1; at >= 0; at--) {
      const ground = this.#grounds[at];
      if (ground === undefined) continue;
      const [x0, y0, x1, y1] = ground.box;
      if (x >= x0 && x <= x1 && y >= y0 && y <= y1) return ground.colour;
    }
    return WHITE;
  }
}

function sameColour(a: number, b: number): boolean {
  if (a === b) return true;
  for (let shift = 0; shift <= 16; shift += 8)
    if (Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) > SAME_COLOUR) return false;
  return true;
}

function overlap(from: number, to: number, length: number): number {
  return Math.max(0, Math.min(to, length) - Math.max(from, 0));
}
