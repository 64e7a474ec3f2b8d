import type { Libmupdf } from "./engine.ts";
import type { FontInfo } from "./glyphs.ts";

const BOLD = /bold|black|heavy|demi|^(cmbx|cmb\d|sfbx|lmbx|ptmb)/i;
const ITALIC = /ital|obliq|slant|^(cmti|cmsl|cmbxti|cmbxsl|cmmi|sfti|sfsl|lmri)/i;
const MONOSPACED = /mono|courier|typewriter|consol|^(cmtt|cmsltt|cmitt|sftt|lmtt|ectt|nimbusmon)/i;
const NAME_LIMIT = 256;

/** What a font is like, by its own flags or, since TeX's fonts set none, by its name. `font` is a pointer to fz_font. */
export function fontInfo(lib: Libmupdf, font: number): FontInfo {
  const name = withoutSubsetTag(lib.UTF8ToString(lib._wasm_font_get_name(font), NAME_LIMIT));
  return {
    name,
    bold: lib._wasm_font_is_bold(font) !== 0 || BOLD.test(name),
    italic: lib._wasm_font_is_italic(font) !== 0 || ITALIC.test(name),
    monospaced: lib._wasm_font_is_monospaced(font) !== 0 || MONOSPACED.test(name),
  };
}

/** "ABCDEF+CMR10" is a subset of CMR10 (ISO 32000-1 §9.6.4). */
function withoutSubsetTag(name: string): string {
  return name.replace(/^[A-Z]{6}\+/, "");
}
