import { expect, test } from "bun:test";
import { fill, testPdf, text } from "../ingest/pdf/test-pdf.ts";
import { renderPdfPage } from "./render.ts";

const path = "made.pdf";
const bytes = testPdf([
  { content: fill(0, 700, 300, 100), mediaBox: "0 0 600 800" },
  { content: text(50, 50, "turned"), mediaBox: "0 0 600 800", rotate: -90 },
  { content: "", mediaBox: "0 0 14400 14400" },
  { content: "", mediaBox: "0 0 5 14400" },
]);

/** Width and height in the header of a PNG (ISO 15948, 11.2.2). */
function pixels(png: Uint8Array): [number, number] {
  const header = new DataView(png.buffer, png.byteOffset);
  return [header.getUint32(16), header.getUint32(20)];
}

test("renderPdfPage() draws a page, the longer edge 1400 pixels", async () => {
  const drawn = await renderPdfPage({ path, bytes, page: 1 });
  expect(drawn).toMatchObject({ page: 1, pages: 4, width: 600, height: 800, rotation: 0 });
  expect([...drawn.png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  expect(pixels(drawn.png)).toEqual([1050, 1400]);
});

test("renderPdfPage() shows a page turned as it says", async () => {
  const drawn = await renderPdfPage({ path, bytes, page: 2 });
  expect(drawn).toMatchObject({ width: 800, height: 600, rotation: 270 });
  expect(pixels(drawn.png)).toEqual([1400, 1050]);
});

test("renderPdfPage() draws a page of any size small enough, and refuses one without size", async () => {
  expect(pixels((await renderPdfPage({ path, bytes, page: 3 })).png)).toEqual([1400, 1400]);
  await expect(renderPdfPage({ path, bytes, page: 4 })).rejects.toMatchObject({ code: "page_failed" });
});

test("renderPdfPage() says what is wrong", async () => {
  await expect(renderPdfPage({ path, bytes, page: 5 })).rejects.toMatchObject({
    code: "page_out_of_range",
    details: { page: 5, pages: 4 },
  });
  const junk = new TextEncoder().encode("no PDF at all");
  await expect(renderPdfPage({ path, bytes: junk, page: 1 })).rejects.toMatchObject({ code: "damaged_document" });
  const signal = AbortSignal.abort();
  await expect(renderPdfPage({ path, bytes, page: 1, signal })).rejects.toMatchObject({ code: "cancelled" });
});

test("renderPdfPage() gives up a page in time", async () => {
  await expect(renderPdfPage({ path, bytes, page: 1, seconds: 0 })).rejects.toMatchObject({ code: "page_timeout" });
});

test("renderPdfPage() refuses a picture of more than 3 MiB", async () => {
  let state = 1;
  const noise = Uint8Array.from({ length: 1000 * 1400 * 3 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state >> 8;
  });
  const data = Buffer.from(noise).toString("hex");
  const image = `q 500 0 0 700 0 0 cm BI /W 1000 /H 1400 /BPC 8 /CS /RGB /F /AHx ID ${data}> EI Q`;
  const large = testPdf([{ content: image, mediaBox: "0 0 500 700" }]);
  await expect(renderPdfPage({ path, bytes: large, page: 1 })).rejects.toThrow("its picture has");
});
