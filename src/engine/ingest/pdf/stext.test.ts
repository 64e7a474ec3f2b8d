import { expect, test } from "bun:test";
import { startPdfEngine } from "./engine.ts";
import { openPdf } from "./open.ts";
import { blocksOf, checkCharLayout } from "./stext.ts";
import { testPdf, text } from "./test-pdf.ts";

test("checkCharLayout() passes on this MuPDF, and fails where the memory is laid out differently", async () => {
  const { mupdf, lib } = await startPdfEngine();
  const page = openPdf({ mupdf, lib }, { path: "t.pdf", bytes: testPdf([text(50, 700, "ab")]) }).loadPage(0);
  const [block = 0] = blocksOf(lib, Number(page.toStructuredText("").pointer));
  const char = lib._wasm_stext_line_get_first_char(lib._wasm_stext_block_get_first_line(block));
  expect(() => checkCharLayout(lib, char)).not.toThrow();
  const shifted = { ...lib, _wasm_stext_char_get_size: (at: number) => lib._wasm_stext_char_get_size(at) + 1 };
  expect(() => checkCharLayout({ ...shifted, HEAPU32: lib.HEAPU32, HEAPF32: lib.HEAPF32 }, char)).toThrow(
    "differently",
  );
});
