import { expect, test } from "bun:test";
import { join } from "node:path";
import { sha256 } from "../../../foundation/bytes/sha256.ts";
import { pdfFigures } from "./figures.ts";
import { picture, type TestPage, testPdf, text } from "./test-pdf.ts";

test("pdfFigures() gives a picture with its page and box, byte for byte as VERA stores it", async () => {
  const path = join(import.meta.dir, "../../../../test/fixtures/vera/structured.pdf");
  const figures = await pdfFigures({ path, bytes: await Bun.file(path).bytes() });
  expect(figures.map(({ page, box, extension, data }) => [page, [...box], extension, sha256(data)])).toEqual([
    [1, [72, 200, 172, 300], "png", "246c11566910ce18d47971c3b2a42e33762cb8e7d26dfcfc8e2537ef8c358dcf"],
  ]);
});

async function boxes(...pages: (string | TestPage)[]): Promise<[number, ...number[]][]> {
  const figures = await pdfFigures({ path: "test.pdf", bytes: testPdf(pages) });
  return figures.map(({ page, box }) => [page, ...box]);
}

test("pdfFigures() gives a picture that comes again once, also from inside a form", async () => {
  const form = { content: "/Fm Do", forms: { Fm: picture(100, 600, 50, 92) } };
  expect(await boxes(text(72, 700, "no picture"), form, picture(10, 10, 500, 500))).toEqual([[2, 100, 100, 150, 192]]);
});

test("pdfFigures() leaves out what is small both ways, not what is narrow", async () => {
  expect(await boxes(picture(100, 600, 19, 19))).toEqual([]);
  expect(await boxes(picture(100, 600, 19, 192))).toEqual([[1, 100, 0, 119, 192]]);
});

test("pdfFigures() measures from the corner of the page as shown", async () => {
  expect(await boxes({ content: picture(100, 600, 50, 92), cropBox: "50 100 500 700" })).toEqual([
    [1, 50, 8, 100, 100],
  ]);
});

test("pdfFigures() says that a file is no PDF", async () => {
  expect(pdfFigures({ path: "x.pdf", bytes: new Uint8Array(10) })).rejects.toThrow("x.pdf cannot be read as PDF");
});
