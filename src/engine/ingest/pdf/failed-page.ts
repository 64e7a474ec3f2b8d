import type { PageGlyphs } from "./glyphs.ts";

/** A page without anything on it, in place of one that could not be read. */
export function failedPage(number: number, problem: string): PageGlyphs {
  return {
    number,
    width: 0,
    height: 0,
    codes: new Uint32Array(0),
    boxes: new Float32Array(0),
    baselines: new Float32Array(0),
    sizes: new Float32Array(0),
    fontOf: new Uint16Array(0),
    flags: new Uint8Array(0),
    turns: new Uint8Array(0),
    lineOf: new Uint32Array(0),
    fonts: [],
    rules: new Float32Array(0),
    images: [],
    status: "failed",
    problem,
  };
}
