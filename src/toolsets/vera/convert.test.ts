import { afterAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDocumentReader } from "../../engine/ingest/parse.ts";
import { openVeraAsFolio } from "../../engine/vera/convert.ts";
import { openVera } from "../../engine/vera/open.ts";
import { validateVera } from "../../engine/vera/validate.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { type ConvertContext, type ConvertOptions, convertDocument, veraText } from "./convert.ts";

const FIXTURES = join(import.meta.dir, "../../../test/fixtures/vera");
const reader = openDocumentReader();
afterAll(() => reader.close());

const PLAIN: ConvertOptions = { model: "hashing", pipeline: {}, embedder: {}, tags: {}, keepSource: true };

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "vera-convert-"));
}

function contextWith(steps: string[] = []): ConvertContext {
  return {
    reader,
    signal: new AbortController().signal,
    now: () => new Date("2026-01-02T03:04:05.678Z"),
    timing(step) {
      steps.push(step);
      return () => steps.push(`${step} done`);
    },
  };
}

async function converted(source: string, options: Partial<ConvertOptions> = {}, steps: string[] = []) {
  const output = join(emptyFolder(), "x.vera");
  await convertDocument(source, output, { ...PLAIN, ...options }, contextWith(steps));
  expect(validateVera(output).issues).toEqual([]);
  const archive = openVera(output);
  const found = {
    output,
    chunks: archive.chunks(),
    metadata: archive.archiveMetadata,
    model: archive.model,
    created: archive.metadata.created_at,
    attachments: archive.attachments().map(({ id }) => id),
    blocks: archive.blocks(),
    links: archive.links(),
  };
  archive.close();
  return found;
}

async function refused(source: string, options: Partial<ConvertOptions> = {}): Promise<[string, unknown]> {
  try {
    await converted(source, options);
    return ["", 0];
  } catch (thrown) {
    const error = toFootnoteError(thrown);
    return [veraText(error), error.details.exit];
  }
}

function markdown(text: string): string {
  const path = join(emptyFolder(), "notes.md");
  writeFileSync(path, text);
  return path;
}

const STRUCTURED = join(FIXTURES, "structured.pdf");

test("structured.pdf becomes what VERA makes of it: ids, paths, regions, block levels, the figure and its link", async () => {
  const steps: string[] = [];
  const { chunks, blocks, links, attachments, created } = await converted(STRUCTURED, {}, steps);
  expect(chunks.map(({ id, text, metadata }) => [id, text, metadata.heading_path, metadata.page_start])).toEqual([
    [
      "chunk_000001",
      "Restaurants require one parking space per 100 square feet of floor area.",
      "Chapter 110 Zoning > Article 5 Parking",
      1,
    ],
    [
      "chunk_000002",
      "Detention is required when impervious area increases beyond limits.",
      "Chapter 200 Stormwater",
      2,
    ],
  ]);
  expect(chunks[0]?.metadata.regions).toEqual([
    { block_id: "block_000003", bbox: [72, 128.2, 424.8, 143.3], page_number: 1, page_width: 595, page_height: 842 },
  ]);
  expect(blocks.map(({ block_id, block_type, heading_level }) => [block_id, block_type, heading_level])).toEqual([
    ["block_000001", "heading", 1],
    ["block_000002", "heading", 2],
    ["block_000003", "paragraph", null],
    ["block_000004", "image", null],
    ["block_000005", "heading", 1],
    ["block_000006", "paragraph", null],
  ]);
  expect(attachments).toEqual(["viewer_pages", "viewer_blocks", "image_block_000004", "source_original"]);
  expect(links.filter(({ role }) => role === "figure")).toEqual([
    { chunkId: "chunk_000001", attachmentId: "image_block_000004", role: "figure" },
  ]);
  expect(created).toBe("2026-01-02T03:04:05+00:00");
  expect(steps).toEqual(
    ["resolve_pipeline", "resolve_embedder", "ingest", "embed", "write_archive"].flatMap((step) => [
      step,
      `${step} done`,
    ]),
  );
});

test("a ruled table keeps its rows and columns in the chunk's text", async () => {
  const { chunks, blocks } = await converted(join(FIXTURES, "table.pdf"));
  expect(chunks.map(({ text }) => text)).toEqual([
    "Use Type\tRequired | Spaces\nRestaurant\t1 per 100 sf\nRetail\t1 per 200 sf\n\nAdditional notes follow the table.",
  ]);
  expect(blocks.find(({ block_type }) => block_type === "table")?.text).toBe(
    "| Use Type | Required \\| Spaces |\n| --- | --- |\n| Restaurant | 1 per 100 sf |\n| Retail | 1 per 200 sf |",
  );
});

test("with VERA's chunk size the words are cut by VERA's window, and its name says so", async () => {
  const words = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`).join(" ");
  const source = markdown(`# One\n\n${words("a", 80)}\n\n${words("b", 80)}\n`);
  const { chunks, metadata } = await converted(source, { pipeline: { chunk_size: 100, overlap: 10 } });
  expect(metadata.chunking_strategy).toBe("heading_block_sliding_window:100:10");
  expect(chunks.map(({ text }) => text)).toEqual([
    `One\n${words("a", 80)}`,
    `${words("a", 80).split(" ").slice(-10).join(" ")}\n${words("b", 80)}`,
  ]);
  expect(chunks.map(({ metadata: { token_count } }) => token_count)).toEqual([81, 90]);
});

test("tags stand on the archive and on every chunk, the title may be one", async () => {
  const { chunks, metadata } = await converted(STRUCTURED, { tags: { company: "GRID", year: 2026, title: "Code" } });
  expect([metadata.company, metadata.year, metadata.title]).toEqual(["GRID", 2026, "Code"]);
  expect(chunks.map(({ metadata: { company } }) => company)).toEqual(["GRID", "GRID"]);
});

test("the original is kept, or stands nowhere in the file", async () => {
  const source = markdown("# Zebra\n\nplain words here\n\n<!-- a remark that only the source has -->\n");
  const kept = await converted(source);
  expect(kept.metadata.source_attachment_id).toBe("source_original");
  expect(kept.chunks[0]?.metadata.source_filename).toBe("notes.md");
  const left = await converted(source, { keepSource: false });
  expect(left.attachments).toEqual(["viewer_pages", "viewer_blocks"]);
  expect(left.metadata.source_attachment_id).toBeNull();
  expect(left.metadata.source_file_hash).toBe(kept.metadata.source_file_hash ?? null);
  expect(openVeraAsFolio(left.output).source()).toBeUndefined();
  expect(readFileSync(left.output).includes("only the source has")).toBe(false);
});

test("models: VERA's hashing by any dimension, and the one that is built in", async () => {
  expect((await converted(STRUCTURED, { embedder: { dimension: 16 } })).model).toEqual({
    name: "vera-hashing-16",
    dimension: 16,
    normalization: "l2",
  });
  expect((await converted(STRUCTURED, { model: "vera-hashing-100" })).model.name).toBe("vera-hashing-100");
  expect((await converted(STRUCTURED, { model: "bge-small-en-v1.5" })).model).toEqual({
    name: "footnote:bge-small-en-v1.5",
    dimension: 384,
    normalization: "l2",
  });
});

test.each([
  [{ model: "foo" }, "Unknown embedding model 'foo'.", 2],
  [{ model: "foo:bar" }, "Unknown embedding provider 'foo' for model 'foo:bar'.", 2],
  [{ model: "all-MiniLM-L6-v2" }, "all-MiniLM-L6-v2 is not inside Footnote", 2],
  [{ model: "openai:text-embedding-3-small" }, "OPENAI_API_KEY", 1],
  [{ model: "vera-hashing-7" }, "dimension must be between 8 and 4096", 1],
  [{ embedder: { dimension: 12 } }, "dimension must be a multiple of 8", 1],
  [{ embedder: { foo: 1 } }, "Unknown Hashing option(s): 'foo'", 1],
  [{ parser: "foo" }, "Unknown ingest parser pipeline 'foo'.", 2],
  [{ parser: "pymupdf:x" }, "Unknown PyMuPDF pipeline variant 'x'", 2],
  [{ parser: "pymupdf:" }, "Invalid ingest pipeline spec 'pymupdf:'; expected 'provider[:variant]'.", 2],
  [{ parser: "markdown" }, "Ingest pipeline 'markdown' does not support .pdf files (supports: .md, .markdown).", 1],
  [{ pipeline: { chunk_size: 5 } }, "chunk_size must be between 100 and 3000", 1],
  [{ pipeline: { chunk_size: "abc" } }, "chunk_size must be an integer", 1],
  [{ pipeline: { overlap: 2000 } }, "overlap must be between 0 and 1000", 1],
  [{ pipeline: { ocr_dpi: 10 } }, "ocr_dpi must be between 72 and 600", 1],
  [{ pipeline: { ocr_mode: "bad" } }, "Unsupported ocr_mode 'bad'; use one of: auto, force, off", 1],
  [{ pipeline: { ocr_mode: "force" } }, "OCR is not available", 1],
  [{ pipeline: { ocr_language: "x y" } }, "Invalid OCR language code(s): 'x y'.", 1],
  [{ pipeline: { foo: 1 } }, "Unknown PyMuPDF option(s): 'foo'", 1],
  [{ tags: { file: 1, ok: 2 } }, "Reserved metadata key(s): file, ok", 2],
] as [Partial<ConvertOptions>, string, number][])("%j is refused in VERA's words", async (options, text, exit) => {
  const [problem, code] = await refused(STRUCTURED, options);
  expect(problem).toStartWith(text.startsWith("OPENAI") ? "openai" : text);
  expect(problem).toContain(text);
  expect(code).toBe(exit);
});

test("files are refused for what they are", async () => {
  expect(await refused("/nowhere/a.pdf")).toEqual(["/nowhere/a.pdf", 1]);
  const odd = join(emptyFolder(), "a.xyz");
  writeFileSync(odd, "x");
  expect(await refused(odd)).toEqual(["No installed ingest pipeline supports .xyz files.", 1]);
  expect(await refused(markdown("\n"))).toEqual(["No searchable text or chunks were extracted from this file.", 1]);
  const locked = join(FIXTURES, "enc.pdf");
  expect((await refused(locked))[0]).toContain("is encrypted and needs a password");
});

test("Markdown passes over what is asked of PDFs alone, as VERA does", async () => {
  const { chunks } = await converted(markdown("# A\n\nwords\n"), { pipeline: { ocr_mode: "force", ocr_dpi: 1 } });
  expect(chunks.length).toBe(1);
  const [problem] = await refused(markdown("# A\n\nwords\n"), { pipeline: { foo: 1 } });
  expect(problem).toBe("Unknown Markdown option(s): 'foo'");
});

test("an archive that is there is replaced, but stays as it is when anything fails", async () => {
  const folder = emptyFolder();
  const output = join(folder, "a.vera");
  writeFileSync(output, "what was there");
  const source = join(folder, "a.pdf");
  cpSync(join(FIXTURES, "enc.pdf"), source);
  await expect(convertDocument(source, output, PLAIN, contextWith())).rejects.toThrow("encrypted");
  expect(readFileSync(output, "utf8")).toBe("what was there");
  cpSync(STRUCTURED, source);
  await convertDocument(source, output, PLAIN, contextWith());
  expect(validateVera(output).ok).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["a.pdf", "a.vera"]);
  expect(existsSync(`${output}-journal`)).toBe(false);
});
