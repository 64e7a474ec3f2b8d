import { expect, test } from "bun:test";
import { testPdf, text } from "../ingest/pdf/test-pdf.ts";
import { originalView, type PageViewOptions, type Quoted } from "./page-view.ts";

const PDF = testPdf([
  { content: text(60, 700, "first page"), mediaBox: "0 0 600 800" },
  { content: text(60, 700, "second page"), mediaBox: "0 0 600 800" },
  { content: text(60, 700, "turned page"), mediaBox: "0 0 600 800", rotate: 90 },
]);
const pdf = { path: "a.pdf", fileName: "a.pdf", mediaType: "application/pdf", bytes: PDF };
const at = (page: number, pageSize = [600, 800]): Quoted => ({
  regions: [{ page, bbox: [60, 80, 180, 120], pageSize }],
  firstPage: page,
  lines: [],
});
const options = (page: number): PageViewOptions => ({ page, regionsTurned: false });

test("originalView() draws the first quoted page of a PDF with its boxes, and any other", async () => {
  const view = await originalView(pdf, at(2), options(0));
  expect(view).toMatchObject({ kind: "pdf", page: 2, page_count: 3, page_width: 600, page_height: 800, notice: "" });
  expect(view).toMatchObject({
    boxes: [[0.1, 0.1, 0.2, 0.05]],
    image: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
  });
  const notice = "No verified highlight locations on this page.";
  expect(await originalView(pdf, at(2), options(1))).toMatchObject({ kind: "pdf", page: 1, boxes: [], notice });
});

test("originalView() gives no boxes that were measured on a page of another size or turn", async () => {
  expect(await originalView(pdf, at(1, [900, 800]), options(0))).toMatchObject({
    boxes: [],
    notice: expect.stringContaining("No verified"),
  });
  expect(await originalView(pdf, at(3), options(0))).toMatchObject({
    kind: "pdf",
    boxes: [],
    notice: expect.stringContaining("rotated"),
  });
  expect(await originalView(pdf, at(3, [800, 600]), { page: 0, regionsTurned: true })).toMatchObject({
    boxes: [[0.075, 0.13333, 0.15, 0.06667]],
  });
});

test("originalView() turns a page that is not there into words, and refuses a negative one", async () => {
  expect(await originalView(pdf, at(1), options(999))).toEqual({
    kind: "text",
    notice: "Page must be between 1 and 3.",
  });
  await expect(originalView(pdf, at(1), options(-1))).rejects.toThrow("positive");
});

test("originalView() says why an original cannot be shown", async () => {
  const notice = async (changed: object, limit?: number) => {
    const view = await originalView(
      { ...pdf, ...changed },
      at(1),
      limit === undefined ? options(0) : { ...options(0), limit },
    );
    return view.kind === "unavailable" ? view.notice : view.kind;
  };
  expect(await notice({}, 10)).toBe(`The original is ${PDF.length} bytes, over the preview limit of 10.`);
  expect(await notice({ mediaType: "application/epub+zip", fileName: "a.epub" })).toContain("cannot be drawn");
  expect(await notice({ bytes: new Uint8Array(9) })).toContain("a.pdf cannot be read as PDF");
});

test("originalView() shows Markdown as lines, with the quoted words marked", async () => {
  const bytes = new TextEncoder().encode("# Head\r\n\r\nSome *quoted* words.\r\n");
  const source = { path: "a.md", fileName: "a.md", mediaType: "text/markdown", bytes };
  const quoted: Quoted = { regions: [], firstPage: 1, lines: [{ text: "quoted words.", first: 3, last: 3 }] };
  const { image: _, ...view } = { image: "", ...(await originalView(source, quoted, options(0))) };
  expect(view).toEqual({
    kind: "markdown",
    page: 1,
    page_count: 1,
    notice: "",
    lines: ["# Head", "", "Some *quoted* words.", ""],
    line_start: 1,
    spans: [[3, 3]],
    marks: [
      [3, 6, 12],
      [3, 14, 20],
    ],
  });
  await expect(originalView(source, quoted, options(99))).rejects.toThrow("section");
});
