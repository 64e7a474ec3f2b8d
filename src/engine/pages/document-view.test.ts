import { expect, test } from "bun:test";
import { testDocument } from "../evidence/document-for-tests.ts";
import { testPdf, text } from "../ingest/pdf/test-pdf.ts";
import { type DocumentViewOptions, documentView } from "./document-view.ts";

const TEXT = "First page.\n\nMore of it.\fThe second page is quoted.";
const QUOTE = { start: TEXT.indexOf("second"), end: TEXT.length };
const made = testDocument({ text: TEXT });
const [page] = made.pages;
const mediaType = "application/pdf";
const document = {
  ...made,
  folio: {
    meta: {
      ...{ title: "A Title", fileName: "a.pdf", mediaType, sha256: made.sha256, pipeline: "", paged: true },
      pages: 2,
      passages: 3,
      textLength: TEXT.length,
    },
  },
};
const original = testPdf(
  [text(0, 90, "one"), text(0, 90, "two"), text(0, 90, "three")].map((content) => ({
    content,
    mediaBox: `0 0 ${page?.width ?? 0} ${page?.height ?? 0}`,
  })),
);
const options = (given: Partial<DocumentViewOptions>): DocumentViewOptions => ({
  page: 0,
  original,
  marked: true,
  ...given,
});

test("documentView() marks what is quoted on its page, and has nothing to say of the others", async () => {
  const quoted = await documentView(document, [QUOTE], options({}));
  expect(quoted).toMatchObject({ kind: "pdf", page: 2, page_count: 3, notice: "", boxes: [expect.any(Array)] });
  expect(await documentView(document, [QUOTE], options({ page: 1 }))).toMatchObject({ page: 1, notice: "", boxes: [] });
});

test("documentView() marks nothing where a place is only opened", async () => {
  const start = { start: QUOTE.start, end: QUOTE.start };
  expect(await documentView(document, [start], options({ marked: false }))).toMatchObject({
    page: 2,
    notice: "",
    boxes: [],
  });
});

test("documentView() shows the text that was read when the original is not to be had", async () => {
  const view = await documentView(document, [QUOTE], options({ original: undefined }));
  expect(view).toMatchObject({
    kind: "markdown",
    lines: ["First page.", "", "More of it.", "The second page is quoted."],
    marks: [[4, 4, 26]],
    notice: expect.stringContaining("not stored"),
  });
  const broken = await documentView(document, [QUOTE], options({ original: new Uint8Array(5), marked: false }));
  expect(broken).toMatchObject({
    kind: "markdown",
    page: 1,
    marks: [],
    notice: expect.stringContaining("cannot be read as PDF"),
  });
});
