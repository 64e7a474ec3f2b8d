import { expect, test } from "bun:test";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { memoryFile } from "../archive/folio-file.ts";
import { type Folio, readFolio } from "../archive/open.ts";
import { encodeFolio } from "../archive/write.ts";
import type { Block, Box, PageWords, ParsedDocument } from "../document.ts";
import { makePassages } from "../ingest/passages.ts";
import type { NewFigure } from "./figures.ts";
import { folioToVera } from "./from-folio.ts";
import type { VeraParts } from "./write.ts";

const NOW = new Date("2026-12-01T05:00:00.999Z");

interface Line {
  readonly text: string;
  readonly kind?: Block["kind"];
  readonly level?: number;
  readonly hidden?: Block["hidden"];
  readonly lines?: readonly [number, number];
}

/** A document of one block a line, with blocks 20 pt apart from (72, 100) on and words 10 pt wide, on pages of 600 × 800 pt unless it has source lines. */
function folioOf(pages: readonly (readonly Line[])[], source = "the source"): Folio {
  let text = "";
  const blocks: Block[] = [];
  const words: PageWords[] = [];
  const paged = !pages.flat().some(({ lines }) => lines);
  const laid = pages.map((lines, at) => {
    if (at > 0) text += "\f";
    const start = text.length;
    const boxes: { start: number; end: number; box: Box }[] = [];
    for (const [index, { text: line, kind = "paragraph", level = 0, hidden = "", lines: numbers }] of lines.entries()) {
      if (index > 0) text += "\n\n";
      const from = text.length;
      text += line;
      const top = 100 + 20 * index;
      const parent = blocks.findLastIndex((block) => block.kind === "heading");
      const box: Box = paged ? [72, top, 300, top + 12] : [0, 0, 0, 0];
      const [lineStart, lineEnd] = numbers ?? [0, 0];
      blocks.push({
        kind,
        level,
        hidden,
        start: from,
        end: text.length,
        parent,
        page: at + 1,
        box,
        continues: false,
        lineStart,
        lineEnd,
      });
      for (const [number, match] of [...line.matchAll(/\S+/g)].entries())
        boxes.push({
          start: from + match.index,
          end: from + match.index + match[0].length,
          box: [72 + 12 * number, top, 82 + 12 * number, top + 12],
        });
    }
    const placed = paged ? boxes : [];
    words.push({
      starts: Uint32Array.from(placed, (one) => one.start),
      ends: Uint32Array.from(placed, (one) => one.end),
      boxes: Float32Array.from(placed.flatMap(({ box }) => box)),
    });
    return {
      number: at + 1,
      start,
      end: text.length,
      width: paged ? 600 : 0,
      height: paged ? 800 : 0,
      status: "text" as const,
    };
  });
  const document: ParsedDocument = {
    title: "Zoning",
    mediaType: "text/plain",
    paged,
    text,
    pages: laid,
    blocks,
    words,
  };
  const bytes = new TextEncoder().encode(source);
  const file = encodeFolio({
    document,
    meta: { fileName: "zoning.txt", sha256: sha256(bytes), pipeline: "test-1" },
    passages: makePassages(document),
    index: { terms: new Uint8Array(0), postings: new Uint8Array(0) },
    source: bytes,
  });
  return readFolio(memoryFile("zoning.folio", file));
}

function attachment({ attachments }: VeraParts, id: string): unknown {
  const data = attachments.find((one) => one.id === id)?.data();
  return JSON.parse(new TextDecoder().decode(data));
}

test("folioToVera() describes a document with pages as VERA does", () => {
  const parts = folioToVera(
    folioOf([
      [
        { text: "Parking", kind: "heading", level: 1 },
        { text: "Two spaces per flat." },
        { text: "unseen", hidden: "invisible" },
      ],
      [{ text: "More." }],
    ]),
    { now: NOW },
  );
  expect(parts.metadata).toMatchObject({
    format_name: "VERA",
    format_version: "0.2",
    created_at: "2026-12-01T05:00:00+00:00",
    default_embedding_model: "vera-hashing-384",
    default_embedding_dimension: "384",
    default_embedding_normalization: "l2",
  });
  expect(JSON.parse(parts.metadata.archive_metadata ?? "")).toMatchObject({
    title: "Zoning",
    source_file_name: "zoning.txt",
    source_file_hash: sha256(new TextEncoder().encode("the source")),
    parser_name: "footnote",
    page_count: 2,
    source_attachment_id: "source_original",
  });
  expect(parts.chunks.map(({ id, text }) => [id, text])).toEqual([
    ["chunk_000001", "Two spaces per flat."],
    ["chunk_000002", "More."],
  ]);
  expect(parts.chunks[0]?.metadataJson).toBe(
    '{"document_id":"document_0001","heading_path":"Parking","page_end":1,"page_start":1,"regions":[{"bbox":[72.0,120.0,118.0,132.0],"block_id":"block_000002","page_height":800.0,"page_number":1,"page_width":600.0}],"source_filename":"zoning.txt","token_count":4}',
  );
  expect(attachment(parts, "viewer_blocks")).toEqual([
    {
      block_id: "block_000001",
      page_number: 1,
      block_type: "heading",
      text: "Parking",
      bbox: [72, 100, 300, 112],
      heading_level: 1,
      sort_order: 1,
    },
    {
      block_id: "block_000002",
      page_number: 1,
      block_type: "paragraph",
      text: "Two spaces per flat.",
      bbox: [72, 120, 300, 132],
      heading_level: null,
      sort_order: 2,
    },
    {
      block_id: "block_000003",
      page_number: 2,
      block_type: "paragraph",
      text: "More.",
      bbox: [72, 100, 300, 112],
      heading_level: null,
      sort_order: 3,
    },
  ]);
  expect(parts.links).toEqual(
    ["chunk_000001", "chunk_000002"].map((chunkId) => ({ chunkId, attachmentId: "source_original", role: "source" })),
  );
});

test("folioToVera() gives source lines where there are no boxes, up to the last line's end in characters", () => {
  const parts = folioToVera(
    folioOf(
      [
        [
          { text: "one two", lines: [1, 2] },
          { text: "three", lines: [4, 4] },
        ],
      ],
      "one\ntwo 𝒳日\n\nthree",
    ),
    { now: NOW },
  );
  expect(JSON.parse(parts.chunks[0]?.metadataJson ?? "").regions).toEqual([
    { block_id: "block_000001", kind: "text_span", start: { line: 1, column: 1 }, end: { line: 2, column: 6 } },
    { block_id: "block_000002", kind: "text_span", start: { line: 4, column: 1 }, end: { line: 4, column: 5 } },
  ]);
  expect(attachment(parts, "viewer_pages")).toEqual([
    { page_number: 1, width: null, height: null, text: "one two\n\nthree" },
  ]);
});

test("folioToVera() puts figures among the blocks, and links each to one chunk on its page", () => {
  const figure = (page: number, top: number): NewFigure => ({
    page,
    box: [72, top, 172, top + 10],
    extension: "png",
    data: Uint8Array.of(page),
  });
  const pages = [
    [{ text: "Parking", kind: "heading" as const, level: 1 }, { text: "Two spaces." }],
    [{ text: "More." }],
    [],
  ];
  const parts = folioToVera(folioOf(pages), { now: NOW, figures: [figure(2, 50), figure(1, 135), figure(3, 10)] });
  const blocks = attachment(parts, "viewer_blocks") as { block_id: string; block_type: string; page_number: number }[];
  expect(blocks.map(({ block_type, page_number }) => [block_type, page_number])).toEqual([
    ["heading", 1],
    ["paragraph", 1],
    ["image", 1],
    ["image", 2],
    ["paragraph", 2],
    ["image", 3],
  ]);
  expect(parts.attachments.map(({ id, filename }) => [id, filename]).slice(2, 5)).toEqual([
    ["image_block_000003", "page0001_block_000003.png"],
    ["image_block_000004", "page0002_block_000004.png"],
    ["image_block_000006", "page0003_block_000006.png"],
  ]);
  expect(
    parts.links.filter(({ role }) => role === "figure").map(({ chunkId, attachmentId }) => [chunkId, attachmentId]),
  ).toEqual([
    ["chunk_000001", "image_block_000003"],
    ["chunk_000002", "image_block_000004"],
  ]);
});

test("folioToVera() stamps tags on the archive and every chunk, and leaves the source out when told", () => {
  const parts = folioToVera(folioOf([[{ text: "One." }]]), { now: NOW, tags: { company: "GRID" }, keepSource: false });
  expect(JSON.parse(parts.metadata.archive_metadata ?? "")).toMatchObject({
    company: "GRID",
    source_attachment_id: null,
  });
  expect(JSON.parse(parts.chunks[0]?.metadataJson ?? "").company).toBe("GRID");
  expect(parts.attachments.map(({ id }) => id)).toEqual(["viewer_pages", "viewer_blocks"]);
});
