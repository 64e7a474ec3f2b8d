import { expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPdf, text } from "../../engine/ingest/pdf/test-pdf.ts";
import { fixture } from "../../engine/vera/archives-for-tests.ts";
import { compactJson, type Encodable, spacedJson } from "../../engine/vera/encode-json.ts";
import { writeVera } from "../../engine/vera/write.ts";
import { sourceCard } from "./source-card.ts";
import { sourcePage } from "./source-page.ts";

const BOX = { mediaBox: "0 0 600 800" };
const PDF = testPdf([
  { content: text(60, 700, "first"), ...BOX },
  { content: text(60, 700, "second"), ...BOX },
  { content: text(60, 700, "turned"), ...BOX, rotate: 90 },
]);
const quiet = { signal: new AbortController().signal };

interface Stored {
  readonly regions?: readonly Encodable[];
  readonly source?: { readonly mimeType: string; readonly filename: string; readonly data: Uint8Array };
  readonly blocks?: readonly Encodable[];
}

const region = (page: number, more = {}) => ({
  block_id: "b",
  page_number: page,
  bbox: [60, 80, 180, 120],
  page_width: 600,
  page_height: 800,
  ...more,
});
const pdf = { mimeType: "application/pdf", filename: "a.pdf", data: PDF };

/** An archive of one chunk, "c". */
function archive({ regions = [], source, blocks = [] }: Stored): string {
  const path = join(mkdtempSync(join(tmpdir(), "vera-source-")), "a.vera");
  const bytes = (value: Encodable) => () => new TextEncoder().encode(spacedJson(value));
  writeVera(
    path,
    {
      createdAt: "2026-01-01T00:00:00+00:00",
      metadata: {
        format_name: "VERA",
        format_version: "0.2",
        default_embedding_model: "vera-hashing-8",
        default_embedding_dimension: "8",
        archive_metadata: compactJson({ source_attachment_id: "source" }),
      },
      chunks: [
        {
          id: "c",
          text: "words of c",
          metadataJson: compactJson({
            source_filename: "a.pdf",
            page_start: 2,
            page_end: 2,
            heading_path: "A > B",
            regions,
          }),
          vector: new Float32Array(8),
        },
      ],
      attachments: [
        { id: "viewer_blocks", mimeType: "application/json", metadataJson: "{}", data: bytes(blocks) },
        ...(source === undefined
          ? []
          : [{ ...source, id: "source", metadataJson: compactJson({ role: "source" }), data: () => source.data }]),
      ],
      links: [],
    },
    { overwrite: false },
  );
  return path;
}

test("sourcePage() draws the cited page of a PDF with its boxes, and any other", async () => {
  const path = archive({ regions: [region(2)], source: pdf });
  const { page, view } = await sourcePage(path, "c", 0, quiet);
  expect(page).toBe(2);
  expect(view).toMatchObject({ kind: "pdf", text: "words of c", page: 2, page_count: 3, notice: "" });
  expect(view).toMatchObject({ page_width: 600, page_height: 800, boxes: [[0.1, 0.1, 0.2, 0.05]] });
  expect(view).toMatchObject({ image: expect.stringMatching(/^data:image\/png;base64,iVBOR/) });
  expect((await sourcePage(path, "c", 3, quiet)).view).toMatchObject({ kind: "pdf", page: 3, boxes: [] });
});

test.each([
  ["another size", region(1, { page_width: 900 }), "No verified"],
  ["no size", region(1, { page_width: null }), "No verified"],
  ["a turned page", region(3), "rotated"],
  ["no numbers", region(1, { bbox: ["a", 0, 1, 2] }), "No verified"],
])("sourcePage() marks nothing by regions with %s", async (_, stored, notice) => {
  const { view } = await sourcePage(archive({ regions: [stored], source: pdf }), "c", 0, quiet);
  expect(view).toMatchObject({ kind: "pdf", boxes: [], notice: expect.stringContaining(notice) });
});

test("sourcePage() shows sections of a text as lines, scripts and all", async () => {
  const lines = ["# Pond", "", "<script>alert(1)</script> holds *all* water", ...Array<string>(300).fill("x")];
  const span = { kind: "text_span", block_id: "b", start: { line: 3, column: 1 }, end: { line: 3, column: 9 } };
  const source = { mimeType: "text/markdown", filename: "a.md", data: new TextEncoder().encode(lines.join("\n")) };
  const blocks = [{ block_id: "b", page_number: 1, block_type: "paragraph", text: "holds all water" }];
  const path = archive({ regions: [span], source, blocks });
  const { page, view } = await sourcePage(path, "c", 0, quiet);
  expect(page).toBe(1);
  expect(view).toMatchObject({ kind: "markdown", page_count: 2, line_start: 1, spans: [[3, 3]], notice: "" });
  expect(view).toMatchObject({
    lines: lines.slice(0, 200),
    marks: [
      [3, 26, 31],
      [3, 33, 36],
      [3, 38, 43],
    ],
  });
  expect((await sourcePage(path, "c", 2, quiet)).view).toMatchObject({ line_start: 201, page: 2 });
  await expect(sourcePage(path, "c", 99, quiet)).rejects.toThrow("Text section must be between 1 and 2.");
});

test("sourcePage() says why there is only text", async () => {
  const why = async (stored: Stored, page = 0, limit = 1e6) =>
    (await sourcePage(archive(stored), "c", page, { ...quiet, limit })).view;
  const stored = { regions: [region(1)], source: pdf };
  const missing = {
    kind: "text",
    notice: "Original source document is not stored in this archive",
    text: "words of c",
  };
  expect(await why({})).toEqual(missing as never);
  expect(await why(stored, 999)).toMatchObject({ kind: "text", notice: "Page must be between 1 and 3." });
  expect(await why(stored, 0, 10)).toMatchObject({ kind: "text", notice: expect.stringContaining("preview limit") });
  expect(await why({ source: { ...pdf, data: new Uint8Array([1]) } })).toMatchObject({
    kind: "text",
    text: "words of c",
  });
  expect(await why({ source: { ...pdf, mimeType: "image/tiff" } })).toMatchObject({ kind: "text" });
});

test("sourcePage() refuses a negative page and a chunk that is not there", async () => {
  const path = archive({});
  await expect(sourcePage(path, "c", -1, quiet)).rejects.toThrow("Page must be zero (first cited page) or a positive");
  await expect(sourcePage(path, "d", 0, quiet)).rejects.toThrow("Chunk not found: d");
});

test("sourceCard() tells what is known of a chunk, in VERA's order", () => {
  const file = archive({ regions: [region(2)] });
  const card = sourceCard({ file, chunk_id: "c", id: "C1" }, (path) => path);
  expect(card).toEqual({
    id: "C1",
    file,
    chunk_id: "c",
    text: "words of c",
    source_filename: "a.pdf",
    page_start: 2,
    page_end: 2,
    heading_path: "A > B",
    regions: [region(2)],
  });
  expect(Object.keys(card).join()).toBe(
    "id,file,chunk_id,text,source_filename,page_start,page_end,heading_path,regions",
  );
  expect("id" in sourceCard({ file, chunk_id: "c" }, (path) => path)).toBe(false);
});

test.each([
  ["a.vera", "c", "Use an absolute path to a .vera archive."],
  [join(import.meta.dir, "source-card.ts"), "c", "Use an absolute path to a .vera archive."],
  [fixture("manual"), "a/b", "Chunk not found: a/b"],
  [join(import.meta.dir, "none.vera"), "c", "Source could not be opened."],
])("sourceCard() of %s says what is wrong", (file, chunk_id, error) => {
  expect(sourceCard({ file, chunk_id }, (path) => path)).toEqual({ file, chunk_id, error });
});
