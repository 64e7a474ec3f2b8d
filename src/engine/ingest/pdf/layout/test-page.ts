import { type FontInfo, type PageGlyphs, SPACE_FLAG } from "../glyphs.ts";

export interface TestText {
  readonly size?: number;
  readonly font?: "regular" | "bold" | "mono" | "italic";
  /** Index into HIDDEN_REASONS. */
  readonly hidden?: number;
  /** Points between the letters; default 0. */
  readonly spacing?: number;
}

const FONTS: FontInfo[] = [
  { name: "Body", bold: false, italic: false, monospaced: false },
  { name: "Body-Bold", bold: true, italic: false, monospaced: false },
  { name: "Type", bold: false, italic: false, monospaced: true },
  { name: "Body-Italic", bold: false, italic: true, monospaced: false },
];

/** Draws strings on a page of 612 × 792 points: every character is half its size wide, ideographs their size. */
export class TestPage {
  readonly #number: number;
  readonly #codes: number[] = [];
  readonly #boxes: number[] = [];
  readonly #baselines: number[] = [];
  readonly #sizes: number[] = [];
  readonly #fonts: number[] = [];
  readonly #flags: number[] = [];
  readonly #lines: number[] = [];
  readonly #rules: number[] = [];
  #line = 0;

  constructor(number = 1) {
    this.#number = number;
  }

  /** Draws one line from left to right, `y` its baseline. */
  text(
    x: number,
    y: number,
    text: string,
    { size = 10, font = "regular", hidden = 0, spacing = 0 }: TestText = {},
  ): this {
    let at = x;
    for (const character of text) {
      const code = character.codePointAt(0) ?? 0;
      const width = code >= 0x2e80 && code < 0xfb00 ? size : size / 2;
      if (/\p{Mn}/u.test(character)) at -= width;
      this.#codes.push(code);
      this.#boxes.push(at, y - 0.8 * size, at + width, y + 0.2 * size);
      this.#baselines.push(y);
      this.#sizes.push(size);
      this.#fonts.push(["regular", "bold", "mono", "italic"].indexOf(font));
      this.#flags.push(hidden | (character === " " ? SPACE_FLAG : 0));
      this.#lines.push(this.#line);
      at += width + spacing;
    }
    this.#line++;
    return this;
  }

  /** Lines below each other, `leading` apart. */
  lines(x: number, y: number, lines: readonly string[], options: TestText = {}, leading = 12): this {
    for (const [at, line] of lines.entries()) this.text(x, y + at * leading, line, options);
    return this;
  }

  rule(x0: number, y0: number, x1: number, y1: number): this {
    this.#rules.push(x0, y0, x1, y1);
    return this;
  }

  glyphs(): PageGlyphs {
    return {
      number: this.#number,
      width: 612,
      height: 792,
      codes: new Uint32Array(this.#codes),
      boxes: new Float32Array(this.#boxes),
      baselines: new Float32Array(this.#baselines),
      sizes: new Float32Array(this.#sizes),
      fontOf: new Uint16Array(this.#fonts),
      flags: new Uint8Array(this.#flags),
      turns: new Uint8Array(this.#codes.length),
      lineOf: new Uint32Array(this.#lines),
      fonts: FONTS,
      rules: new Float32Array(this.#rules),
      images: [],
      status: this.#codes.length > 0 ? "text" : "empty",
    };
  }
}
