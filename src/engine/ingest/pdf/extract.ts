import type { PDFDocument } from "mupdf";
import type { PageStatus } from "../../document.ts";
import { Drawings } from "./drawings.ts";
import type { Libmupdf, PdfEngine } from "./engine.ts";
import { fontInfo } from "./fonts.ts";
import { GlyphBuffer } from "./glyph-buffer.ts";
import { type FontInfo, OCR_FLAG, type PageGlyphs, SPACE_FLAG } from "./glyphs.ts";
import { shareBoxes } from "./share-boxes.ts";
import {
  blocksOf,
  boxOf,
  CHAR,
  CHAR_CLIPPED,
  CHAR_PAINTED,
  checkCharLayout,
  IMAGE_BLOCK,
  TEXT_BLOCK,
  VECTOR_BLOCK,
} from "./stext.ts";

/**
 * Ligatures stay as drawn; vectors for rules and grounds; text beyond the page is kept, to be marked; /ActualText is passed over, since
 * evidence is what the page shows. (`collect-styles` would make a page eight times as slow: MuPDF 1.28, pgfmanual.)
 */
const OPTIONS = "preserve-ligatures,preserve-whitespace,preserve-images,vectors,ignore-actualtext,clip=no";

const INVISIBLE = 1;
const SAME_COLOUR = 2;
const OFF_PAGE = 3;
const TINY = 4;
const TINY_SIZE = 1;
const REPLACEMENT = 0xfffd;

/** Reads pages as glyphs. Keeps its buffers between pages; make one a thread. */
export class PageExtractor {
  readonly #engine: PdfEngine;
  readonly #buffer = new GlyphBuffer();
  #checked = false;

  constructor(engine: PdfEngine) {
    this.#engine = engine;
  }

  /** Page `number` counts from 1; its glyphs stand until the next is read. `labelled` asks for its label. Throws what MuPDF throws for a page it cannot load. */
  read(document: PDFDocument, number: number, labelled: boolean): { glyphs: PageGlyphs; label?: string } {
    const page = document.loadPage(number - 1);
    try {
      const [x0, y0, x1, y1] = page.getBounds();
      const label = labelled ? page.getLabel() : "";
      const text = page.toStructuredText(OPTIONS);
      try {
        const glyphs = this.#glyphs(Number(text.pointer), number, x1 - x0, y1 - y0);
        return label === "" ? { glyphs } : { glyphs, label };
      } finally {
        text.destroy();
      }
    } finally {
      page.destroy();
    }
  }

  /** Once, on the first character there is: another build of MuPDF must not be misread. */
  #check(line: number): void {
    const char = this.#checked ? 0 : this.#engine.lib._wasm_stext_line_get_first_char(line);
    if (char === 0) return;
    checkCharLayout(this.#engine.lib, char);
    this.#checked = true;
  }

  #glyphs(stext: number, number: number, width: number, height: number): PageGlyphs {
    const { lib } = this.#engine;
    const buffer = this.#buffer;
    buffer.clear();
    const drawings = new Drawings();
    const fonts = new PageFonts(lib);
    let line = 0;
    for (const block of blocksOf(lib, stext)) {
      const type = lib._wasm_stext_block_get_type(block);
      if (type === TEXT_BLOCK) {
        for (let at = lib._wasm_stext_block_get_first_line(block); at !== 0; at = lib._wasm_stext_line_get_next(at)) {
          this.#check(at);
          readLine(lib, at, line++, buffer, fonts, drawings, width, height);
        }
      } else if (type === IMAGE_BLOCK) {
        drawings.addImage(boxOf(lib, block));
      } else if (type === VECTOR_BLOCK) {
        const argb = lib._wasm_stext_block_get_v_argb(block);
        drawings.addVector(boxOf(lib, block), lib._wasm_stext_block_get_v_flags(block), argb);
      }
    }
    if (drawings.coverMost(width, height)) markOcr(buffer);
    return {
      number,
      width,
      height,
      ...buffer.glyphs(fonts.infos),
      rules: new Float32Array(drawings.rules),
      images: drawings.images,
      ...statusOf(buffer, drawings),
    };
  }
}

class PageFonts {
  readonly infos: FontInfo[] = [];
  readonly #lib: Libmupdf;
  readonly #indices = new Map<number, number>();

  constructor(lib: Libmupdf) {
    this.#lib = lib;
  }

  indexOf(font: number): number {
    let index = this.#indices.get(font);
    if (index === undefined) {
      index = this.infos.push(fontInfo(this.#lib, font)) - 1;
      this.#indices.set(font, index);
    }
    return index;
  }
}

function readLine(
  lib: Libmupdf,
  line: number,
  lineNumber: number,
  buffer: GlyphBuffer,
  fonts: PageFonts,
  drawings: Drawings,
  width: number,
  height: number,
): void {
  const words = lib.HEAPU32;
  const floats = lib.HEAPF32;
  const direction = lib._wasm_stext_line_get_dir(line) >> 2;
  const turn = quarterTurns(floats[direction] ?? 1, floats[direction + 1] ?? 0);
  const first = buffer.count;
  let font = 0;
  let fontIndex = 0;
  let next = 0;
  for (let char = lib._wasm_stext_line_get_first_char(line); char !== 0; char = next) {
    const base = char >> 2;
    next = words[base + CHAR.next] ?? 0;
    const at = buffer.next();
    const code = cleaned(words[base + CHAR.code] ?? 0);
    const space = isSpace(code);
    buffer.codes[at] = code;
    if (words[base + CHAR.font] !== font) {
      font = words[base + CHAR.font] ?? 0;
      fontIndex = fonts.indexOf(font);
    }
    buffer.fontOf[at] = fontIndex;
    buffer.turns[at] = turn;
    buffer.lineOf[at] = lineNumber;
    const size = floats[base + CHAR.size] ?? 0;
    buffer.sizes[at] = size;
    buffer.baselines[at] = floats[base + CHAR.origin + (turn & 1 ? 0 : 1)] ?? 0;
    readBox(floats, base + CHAR.quad, buffer, at);
    if (space) {
      // A space is as hidden as what it follows: MuPDF makes up spaces that no colour or mode was set for.
      buffer.flags[at] = SPACE_FLAG | (at > first ? (buffer.flags[at - 1] ?? 0) & ~SPACE_FLAG : 0);
    } else {
      const flags = (words[base + CHAR.flags] ?? 0) >>> 16;
      buffer.flags[at] = hiddenReason(buffer, at, flags, words[base + CHAR.argb] ?? 0, drawings, width, height);
    }
  }
  shareBoxes(buffer, first);
}

function hiddenReason(
  buffer: GlyphBuffer,
  at: number,
  flags: number,
  argb: number,
  drawings: Drawings,
  width: number,
  height: number,
): number {
  const x0 = buffer.boxes[4 * at] ?? 0;
  const y0 = buffer.boxes[4 * at + 1] ?? 0;
  const x1 = buffer.boxes[4 * at + 2] ?? 0;
  const y1 = buffer.boxes[4 * at + 3] ?? 0;
  if (!(x1 > 0 && y1 > 0 && x0 < width && y0 < height)) return OFF_PAGE;
  if ((flags & CHAR_PAINTED) === 0) return INVISIBLE;
  if ((buffer.sizes[at] ?? 0) < TINY_SIZE) return TINY;
  if ((flags & CHAR_CLIPPED) !== 0) return 0;
  if (argb >>> 24 === 0) return INVISIBLE;
  return drawings.blendsIn(argb & 0xffffff, (x0 + x1) / 2, (y0 + y1) / 2) ? SAME_COLOUR : 0;
}

function readBox(floats: Float32Array, quad: number, buffer: GlyphBuffer, at: number): void {
  const ax = floats[quad] ?? 0;
  const ay = floats[quad + 1] ?? 0;
  const bx = floats[quad + 2] ?? 0;
  const by = floats[quad + 3] ?? 0;
  const cx = floats[quad + 4] ?? 0;
  const cy = floats[quad + 5] ?? 0;
  const dx = floats[quad + 6] ?? 0;
  const dy = floats[quad + 7] ?? 0;
  buffer.setBox(
    at,
    Math.min(ax, bx, cx, dx),
    Math.min(ay, by, cy, dy),
    Math.max(ax, bx, cx, dx),
    Math.max(ay, by, cy, dy),
  );
}

/** Invisible text under which a scan lies is what a recogniser read from it, put there to be found, not to be hidden. */
function markOcr(buffer: GlyphBuffer): void {
  for (let at = 0; at < buffer.count; at++) {
    const flags = buffer.flags[at] ?? 0;
    if ((flags & ~SPACE_FLAG) === INVISIBLE) buffer.flags[at] = (flags & SPACE_FLAG) | OCR_FLAG;
  }
}

function statusOf(buffer: GlyphBuffer, drawings: Drawings): { status: PageStatus; problem?: string } {
  const { visible, hidden, ocr } = buffer.tally();
  if (ocr > visible)
    return { status: "ocr", problem: "the text was recognised from a picture of the page and may hold errors" };
  if (visible > 0) return { status: "text" };
  if (drawings.any)
    return {
      status: "image-only",
      problem: "pictures without a text layer; run OCR on the file (for example ocrmypdf) and add it again",
    };
  if (hidden > 0) return { status: "text", problem: "all text on the page is hidden" };
  return { status: "empty", problem: "nothing is drawn on the page" };
}

function quarterTurns(dx: number, dy: number): number {
  if (Math.abs(dx) >= Math.abs(dy)) return dx >= 0 ? 0 : 2;
  return dy >= 0 ? 1 : 3;
}

function cleaned(code: number): number {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0x20;
  return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? REPLACEMENT : code;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f;
}
