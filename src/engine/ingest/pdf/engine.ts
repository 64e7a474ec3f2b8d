import wasmFile from "mupdf/dist/mupdf-wasm.wasm" with { type: "file" };

/** What this room uses of libmupdf's exported C functions and memory beyond the JavaScript API. Pointers are byte offsets. */
export interface Libmupdf {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAPF32: Float32Array;
  UTF8ToString(pointer: number, limit: number): string;
  _wasm_stext_page_get_first_block(page: number): number;
  _wasm_stext_block_get_next(block: number): number;
  _wasm_stext_block_get_type(block: number): number;
  _wasm_stext_block_get_bbox(block: number): number;
  _wasm_stext_block_get_v_flags(block: number): number;
  _wasm_stext_block_get_v_argb(block: number): number;
  _wasm_stext_block_get_first_line(block: number): number;
  _wasm_stext_line_get_next(line: number): number;
  _wasm_stext_line_get_dir(line: number): number;
  _wasm_stext_line_get_first_char(line: number): number;
  _wasm_stext_char_get_c(char: number): number;
  _wasm_stext_char_get_bidi(char: number): number;
  _wasm_stext_char_get_argb(char: number): number;
  _wasm_stext_char_get_origin(char: number): number;
  _wasm_stext_char_get_quad(char: number): number;
  _wasm_stext_char_get_size(char: number): number;
  _wasm_stext_char_get_font(char: number): number;
  _wasm_stext_char_get_next(char: number): number;
  _wasm_font_get_name(font: number): number;
  _wasm_font_is_bold(font: number): number;
  _wasm_font_is_italic(font: number): number;
  _wasm_font_is_monospaced(font: number): number;
}

export type Mupdf = typeof import("mupdf");

export interface PdfEngine {
  readonly mupdf: Mupdf;
  readonly lib: Libmupdf;
}

let started: Promise<PdfEngine> | undefined;

/** MuPDF in this thread, started when first asked for; `compiled` may come from another thread. */
export function startPdfEngine(compiled: Promise<WebAssembly.Module> = compilePdfEngine()): Promise<PdfEngine> {
  started ??= start(compiled);
  return started;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once and sent to every Worker: they then share machine code too, which for two Workers halves the time spent on making it. */
export function compilePdfEngine(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await Bun.file(wasmFile).bytes());
}

/**
 * MuPDF's glue takes its module object from a global, fills it with exports, and would print: both streams are silenced,
 * since stdout belongs to the protocol and a broken file is reported by page.
 */
async function start(compiled: Promise<WebAssembly.Module>): Promise<PdfEngine> {
  const code = await compiled;
  const silent = () => {};
  const module: object = {
    print: silent,
    printErr: silent,
    instantiateWasm(imports: Bun.WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(code, imports);
      receive(instance);
      return instance.exports;
    },
  };
  Reflect.set(globalThis, "$libmupdf_wasm_Module", module);
  const mupdf = await import("mupdf");
  mupdf.setLog(silent);
  if (!isLibmupdf(module)) throw new Error("mupdf no longer exposes its module object");
  return { mupdf, lib: module };
}

function isLibmupdf(module: object): module is Libmupdf {
  return "HEAPU32" in module && "_wasm_stext_page_get_first_block" in module;
}
