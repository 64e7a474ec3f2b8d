/** Draws one page of one PDF and is thrown away: whatever a hostile page does to MuPDF's memory ends with it. */
import "../../foundation/quiet-stdout.ts";
import type { PDFPage } from "mupdf";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { type PdfEngine, startPdfEngine } from "../ingest/pdf/engine.ts";
import { openDamaged, openPdf, problemOf } from "../ingest/pdf/open.ts";
import type { RenderedPage, RenderReply, RenderRequest } from "./protocol.ts";
import { imageScale, MOST_PNG_BYTES } from "./scale.ts";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<RenderRequest>) => {
  try {
    const drawn = draw(await startPdfEngine(Promise.resolve(data.code)), data);
    const reply: RenderReply = { kind: "drawn", drawn };
    self.postMessage(reply, [drawn.png.buffer as ArrayBuffer]);
  } catch (thrown) {
    const { code, details } = toFootnoteError(thrown, data.path);
    const reply: RenderReply = { kind: "refused", code, details };
    self.postMessage(reply);
  }
};

function draw(engine: PdfEngine, request: RenderRequest): RenderedPage {
  const { path, page } = request;
  const document = openPdf(engine, request);
  const pages = openDamaged(path, () => document.countPages());
  if (page < 1 || page > pages) throw new FootnoteError("page_out_of_range", { path, page, pages });
  try {
    const loaded = document.loadPage(page - 1);
    const [x0, y0, x1, y1] = loaded.getBounds();
    const [width, height] = [x1 - x0, y1 - y0];
    const scale = imageScale(width, height);
    if (scale === undefined) throw new Error(`its size is ${width} × ${height} points`);
    const { mupdf } = engine;
    const picture = loaded.toPixmap(mupdf.Matrix.scale(scale, scale), mupdf.ColorSpace.DeviceRGB, false, true);
    const png = picture.asPNG().slice();
    if (png.length > MOST_PNG_BYTES)
      throw new Error(`its picture has ${png.length} bytes; the limit is ${MOST_PNG_BYTES}`);
    return { page, pages, width, height, rotation: rotationOf(loaded), png };
  } catch (thrown) {
    throw new FootnoteError("page_failed", { page, path, problem: problemOf(thrown) }, thrown);
  }
}

/** /Rotate, which is inherited and may be any multiple of 90 (ISO 32000-2, table 31). */
function rotationOf(page: PDFPage): number {
  const rotate = page.getObject().getInheritable("Rotate");
  const degrees = rotate.isNumber() ? rotate.asNumber() : 0;
  return ((degrees % 360) + 360) % 360;
}
