import { type FontInfo, HIDDEN_MASK, OCR_FLAG, type PageGlyphs, SPACE_FLAG } from "./glyphs.ts";

/** Grows by doubling and is kept from page to page, so that a page allocates nothing. */
export class GlyphBuffer {
  count = 0;
  codes = new Uint32Array(0);
  boxes = new Float32Array(0);
  baselines = new Float32Array(0);
  sizes = new Float32Array(0);
  fontOf = new Uint16Array(0);
  flags = new Uint8Array(0);
  turns = new Uint8Array(0);
  lineOf = new Uint32Array(0);

  clear(): void {
    this.count = 0;
  }

  /** Makes room for one more glyph and returns its index. */
  next(): number {
    if (this.count === this.codes.length) this.#grow(Math.max(4096, 2 * this.count));
    return this.count++;
  }

  setBox(at: number, x0: number, y0: number, x1: number, y1: number): void {
    this.boxes[4 * at] = x0;
    this.boxes[4 * at + 1] = y0;
    this.boxes[4 * at + 2] = x1;
    this.boxes[4 * at + 3] = y1;
  }

  /** Turns the order of the glyphs from `first` to `last` (inclusive) round; they are of one line. */
  reverse(first: number, last: number): void {
    this.codes.subarray(first, last + 1).reverse();
    this.baselines.subarray(first, last + 1).reverse();
    this.sizes.subarray(first, last + 1).reverse();
    this.fontOf.subarray(first, last + 1).reverse();
    this.flags.subarray(first, last + 1).reverse();
    const boxes = this.boxes.slice(4 * first, 4 * last + 4);
    for (let at = first; at <= last; at++) this.boxes.set(boxes.subarray(4 * (last - at), 4 * (last - at) + 4), 4 * at);
  }

  /** The number of drawn glyphs (not spaces) by what became of them. */
  tally(): { visible: number; hidden: number; ocr: number } {
    const sum = { visible: 0, hidden: 0, ocr: 0 };
    for (let at = 0; at < this.count; at++) {
      const flags = this.flags[at] ?? 0;
      if ((flags & SPACE_FLAG) !== 0) continue;
      if ((flags & OCR_FLAG) !== 0) sum.ocr++;
      else if ((flags & HIDDEN_MASK) !== 0) sum.hidden++;
      else sum.visible++;
    }
    return sum;
  }

  /** Views of what is in the buffer, which the next page overwrites. */
  glyphs(
    fonts: readonly FontInfo[],
  ): Omit<PageGlyphs, "number" | "width" | "height" | "rules" | "images" | "status" | "problem"> {
    return {
      codes: this.codes.subarray(0, this.count),
      boxes: this.boxes.subarray(0, 4 * this.count),
      baselines: this.baselines.subarray(0, this.count),
      sizes: this.sizes.subarray(0, this.count),
      fontOf: this.fontOf.subarray(0, this.count),
      flags: this.flags.subarray(0, this.count),
      turns: this.turns.subarray(0, this.count),
      lineOf: this.lineOf.subarray(0, this.count),
      fonts,
    };
  }

  #grow(length: number): void {
    this.codes = grown(this.codes, new Uint32Array(length));
    this.boxes = grown(this.boxes, new Float32Array(4 * length));
    this.baselines = grown(this.baselines, new Float32Array(length));
    this.sizes = grown(this.sizes, new Float32Array(length));
    this.fontOf = grown(this.fontOf, new Uint16Array(length));
    this.flags = grown(this.flags, new Uint8Array(length));
    this.turns = grown(this.turns, new Uint8Array(length));
    this.lineOf = grown(this.lineOf, new Uint32Array(length));
  }
}

function grown<T extends Uint8Array | Uint16Array | Uint32Array | Float32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
