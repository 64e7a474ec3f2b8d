import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compactJson, spacedJson } from "../../engine/vera/encode-json.ts";
import { writeVera } from "../../engine/vera/write.ts";
import { figureObjects } from "./archive-figures.ts";
import { chosenFigures, getObject, inspectObject, overArchive } from "./archive-objects.ts";
import { writeFigures } from "./write-figures.ts";

const PICTURE = new Uint8Array([1, 2, 3]);

interface Figure {
  readonly id: string;
  readonly mimeType?: string;
  readonly filename?: string;
  readonly page?: number;
  readonly bbox?: readonly number[];
}

/** An archive of one chunk with figures, and captions at (page, top). */
function archiveWith(
  figures: readonly Figure[],
  captions: readonly [page: number, top: number, text: string][] = [],
): string {
  const path = join(mkdtempSync(join(tmpdir(), "vera-objects-")), "a.vera");
  const blocks = captions.map(([page_number, top, text], at) => ({
    block_id: `block_${at}`,
    page_number,
    block_type: "caption",
    text,
    bbox: [0, top, 100, top + 10],
    heading_level: null,
    sort_order: at + 1,
  }));
  const json = (id: string, value: Parameters<typeof spacedJson>[0]) => ({
    id,
    mimeType: "application/json",
    metadataJson: compactJson({ role: id }),
    data: () => new TextEncoder().encode(spacedJson(value)),
  });
  const stored = {
    file: "/spoofed",
    ok: false,
    error: "spoofed",
    path: "x",
    score: 9,
    company: "GRID",
    regions: [{ block_id: "b" }],
  };
  writeVera(
    path,
    {
      createdAt: "2026-01-01T00:00:00+00:00",
      metadata: {
        format_name: "VERA",
        format_version: "0.2",
        default_embedding_model: "vera-hashing-8",
        default_embedding_dimension: "8",
        archive_metadata: compactJson({ path: "spoofed", company: "GRID" }),
      },
      chunks: [{ id: "c1", text: "words", metadataJson: compactJson(stored), vector: new Float32Array(8) }],
      attachments: [
        json("viewer_pages", [{ page_number: 1, width: 595, height: 842, text: "" }]),
        json("viewer_blocks", blocks),
        ...figures.map(({ id, mimeType = "image/png", filename, page = 1, bbox = [0, 100, 50, 200] }) => ({
          id,
          mimeType,
          ...(filename === undefined ? {} : { filename }),
          metadataJson: compactJson({ role: "figure", page_number: page, bbox }),
          data: () => PICTURE,
        })),
      ],
      links: figures.slice(0, 1).map(({ id }) => ({ chunkId: "c1", attachmentId: id, role: "figure" })),
    },
    { overwrite: false },
  );
  return path;
}

test("what is stored cannot pass for what an answer says itself", () => {
  const path = archiveWith([]);
  expect(getObject(path, "c1", { figures: false, regions: false })).toEqual({
    company: "GRID",
    regions: [{ block_id: "b" }],
    chunk_id: "c1",
    text: "words",
    file: path,
    path,
    ok: true,
  });
  expect(inspectObject(path)).toMatchObject({ path, file: path, company: "GRID", chunks: 1, pages: 0, source: null });
});

test("a chunk has the figures that are linked to it, and no others", () => {
  const path = archiveWith([{ id: "image_b2" }, { id: "image_b1" }]);
  expect(getObject(path, "c1", { figures: true, regions: true })).toMatchObject({
    figures: [{ asset_id: "image_b2", block_id: "b2", page_width: 595, page_height: 842 }],
    regions: [{ block_id: "b" }],
  });
  expect(overArchive(path, figureObjects).map(({ asset_id }) => asset_id)).toEqual(["image_b1", "image_b2"]);
});

test.each([
  [[[1, 300, "only"]], "only"],
  [
    [
      [1, 90, "above"],
      [1, 210, "below"],
      [1, 400, "far below"],
    ],
    "below",
  ],
  [
    [
      [1, 20, "far above"],
      [1, 80, "above"],
    ],
    "above",
  ],
  [[[2, 210, "other page"]], null],
] as [[number, number, string][], string | null][])(
  "of the captions %j the figure's own is %p",
  (captions, expected) => {
    const [figure] = overArchive(archiveWith([{ id: "image_b" }], captions), figureObjects);
    expect(figure?.caption ?? null).toBe(expected);
  },
);

test("chosenFigures() goes by page and by id, and names what is not there", () => {
  const path = archiveWith([{ id: "image_a" }, { id: "image_b", page: 3 }]);
  const chosen = (choice: Parameters<typeof chosenFigures>[1]) =>
    overArchive(path, (archive) => chosenFigures(archive, choice).map(({ asset_id }) => asset_id));
  expect(chosen({ firstPage: 2 })).toEqual(["image_b"]);
  expect(chosen({ lastPage: 2 })).toEqual(["image_a"]);
  expect(chosen({ ids: ["image_b"] })).toEqual(["image_b"]);
  expect(() => chosen({ ids: ["x"] })).toThrow("Figure 'x' was not found");
  expect(() => chosen({ ids: ["x", "y'z"] })).toThrow(`Figures not found: 'x', "y'z"`);
});

test("writeFigures() names files by id and kind", () => {
  const path = archiveWith([
    { id: "image_a", mimeType: "image/jpeg" },
    { id: "image_b", filename: "x.JPEG" },
    { id: "image_c", mimeType: "application/odd", filename: "x" },
    { id: "image_d" },
  ]);
  const folder = join(path, "../out/deep");
  const written = overArchive(path, (archive) => writeFigures(archive, figureObjects(archive), folder));
  expect(written.map(({ path: file }) => file.slice(folder.length + 1))).toEqual([
    "image_a.jpg",
    "image_b.jpg",
    "image_c.bin",
    "image_d.png",
  ]);
  expect(new Uint8Array(readFileSync(written[0]?.path ?? ""))).toEqual(PICTURE);
});

test.each(["../x", "a/b", "..", "C:x"])("writeFigures() writes nothing for an id like %s", (id) => {
  const path = archiveWith([{ id: "image_a" }, { id }]);
  const folder = join(path, "../out");
  expect(() => overArchive(path, (archive) => writeFigures(archive, figureObjects(archive), folder))).toThrow(
    `Figure asset id '${id}' is not a safe relative name`,
  );
  expect(existsSync(folder)).toBe(false);
});
