import { FootnoteError } from "../../../foundation/errors.ts";
import type { Libmupdf } from "./engine.ts";

/** Kinds of fz_stext_block that carry something to read (MuPDF, structured-text.h). */
export const TEXT_BLOCK = 0;
export const IMAGE_BLOCK = 1;
export const VECTOR_BLOCK = 3;

export const VECTOR_STROKED = 1;
export const VECTOR_RECTANGLE = 2;

/** fz_stext_char flags: how the glyph is painted. A glyph with none of them has text rendering mode 3. */
export const CHAR_PAINTED = 16 | 32 | 64;
export const CHAR_CLIPPED = 64;

/**
 * Layout of fz_stext_char in 32-bit words, MuPDF 1.28 for wasm32: c, bidi | flags << 16, argb, origin, quad, size, font, next.
 * Read straight from memory, since eight calls into wasm for each glyph take longer than interpreting the page.
 */
export const CHAR = { code: 0, flags: 1, argb: 2, origin: 3, quad: 5, size: 13, font: 14, next: 15 } as const;

/** Compares what CHAR says with what MuPDF's own functions say of one character. Throws FootnoteError internal where they differ. */
export function checkCharLayout(lib: Libmupdf, char: number): void {
  const at = char >> 2;
  const [words, floats] = [lib.HEAPU32, lib.HEAPF32];
  const isSame = (offset: number, pointer: number, count: number): boolean =>
    Array.from({ length: count }, (_, index) => floats[at + offset + index] === floats[(pointer >> 2) + index]).every(
      (same) => same,
    );
  const isAsExpected =
    words[at + CHAR.code] === lib._wasm_stext_char_get_c(char) &&
    ((words[at + CHAR.flags] ?? 0) & 0xffff) === lib._wasm_stext_char_get_bidi(char) &&
    words[at + CHAR.argb] === lib._wasm_stext_char_get_argb(char) >>> 0 &&
    isSame(CHAR.origin, lib._wasm_stext_char_get_origin(char), 2) &&
    isSame(CHAR.quad, lib._wasm_stext_char_get_quad(char), 8) &&
    floats[at + CHAR.size] === lib._wasm_stext_char_get_size(char) &&
    words[at + CHAR.font] === lib._wasm_stext_char_get_font(char) &&
    words[at + CHAR.next] === lib._wasm_stext_char_get_next(char);
  if (!isAsExpected) throw new FootnoteError("internal", { problem: "this MuPDF lays out its characters differently" });
}

export function* blocksOf(lib: Libmupdf, page: number): Generator<number> {
  for (
    let block = lib._wasm_stext_page_get_first_block(page);
    block !== 0;
    block = lib._wasm_stext_block_get_next(block)
  )
    yield block;
}

/** The box of a block as an index into HEAPF32. */
export function boxOf(lib: Libmupdf, block: number): readonly [number, number, number, number] {
  const at = lib._wasm_stext_block_get_bbox(block) >> 2;
  const heap = lib.HEAPF32;
  return [heap[at] ?? 0, heap[at + 1] ?? 0, heap[at + 2] ?? 0, heap[at + 3] ?? 0];
}
