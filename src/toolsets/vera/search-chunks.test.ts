import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLibrary } from "../../engine/library/library.ts";
import { hashingVector } from "../../engine/vera/hashing.ts";
import { anywhere } from "../../foundation/fs/roots.ts";
import { stderrLogger } from "../../foundation/log.ts";
import type { Context } from "../context.ts";
import { type ChunkSearch, searchArchive, searchFolder } from "./search-chunks.ts";

const FIXTURES = join(import.meta.dir, "../../../test/fixtures/vera");
const FOLDER = mkdtempSync(join(tmpdir(), "vera-search-"));
const library = openLibrary(join(FOLDER, "library"));

const CONTEXT: Context = {
  library: async () => library,
  embedder: () => Promise.reject(new Error("no model is needed")),
  roots: anywhere(),
  cwd: FOLDER,
  log: stderrLogger(false),
  progress() {},
  signal: new AbortController().signal,
};

const PLAIN: ChunkSearch = {
  query: "restaurant parking",
  mode: "hybrid",
  topK: 10,
  contextChunks: 0,
  figures: false,
  regions: false,
  where: {},
  strict: false,
};

function ids(results: readonly Readonly<Record<string, unknown>>[]): unknown[] {
  return results.map(({ chunk_id }) => chunk_id);
}

const search = (name: string, part: Partial<ChunkSearch>) =>
  searchArchive(join(FIXTURES, `${name}.vera`), { ...PLAIN, ...part }, CONTEXT);

test("Footnote's ranking finds what VERA's keyword search gets wrong, and nothing for what is not there", async () => {
  expect(ids((await search("q", { query: "4.2", mode: "keyword" })).results)).toEqual(["a"]);
  expect(ids((await search("q", { query: "4.2", mode: "keyword", strict: true })).results)).toEqual(["c"]);
  expect(ids((await search("q", { query: "EL-A", mode: "keyword" })).results)).toEqual(["b"]);
  expect(ids((await search("q", { query: "EL-A", mode: "keyword", strict: true })).results)).toEqual([]);
  expect((await search("q", { query: "helicopter landing" })).results).toEqual([]);
  expect((await search("q", { query: "helicopter landing", strict: true })).results.length).toBeGreaterThan(0);
});

test("scores are on VERA's scales", async () => {
  const [hit] = (await search("structured", {})).results;
  expect(hit).toMatchObject({ chunk_id: "chunk_000001", score: 1, semantic_score: 0.20412416756153107 });
  const [strict] = (await search("manual", { strict: true })).results;
  expect(strict).toMatchObject({ score: 1, semantic_score: 0.20412416756153107, keyword_score: 1.8895705521472395e-6 });
});

test("a hit carries figures, regions and neighbours when these are asked for", async () => {
  const [hit] = (await search("structured", { figures: true, regions: true, contextChunks: 1 })).results;
  expect(hit).toMatchObject({
    figures: [{ asset_id: "image_block_000004" }],
    regions: [{ block_id: "block_000003" }],
    before_chunks: [],
    after_chunks: [{ chunk_id: "chunk_000002" }],
  });
  const [plain] = (await search("structured", {})).results;
  expect(Object.keys(plain ?? {})).not.toContain("before_chunks");
});

test("metadata is asked for before the best are taken", async () => {
  const where = { page_start: [2] };
  expect(ids((await search("structured", { query: "area", where, topK: 1 })).results)).toEqual(["chunk_000002"]);
  expect(ids((await search("structured", { query: "area", where, topK: 1, strict: true })).results)).toEqual([
    "chunk_000002",
  ]);
});

test("searchFolder() answers from what can be read, and tells of the rest", async () => {
  const folder = join(FOLDER, "archives");
  mkdirSync(join(folder, "old"), { recursive: true });
  cpSync(join(FIXTURES, "structured.vera"), join(folder, "zoning.vera"));
  cpSync(join(FIXTURES, "manual.vera"), join(folder, "old/manual.vera"));
  writeFileSync(join(folder, "junk.vera"), "junk");
  const how = { recursive: true, excludes: ["old"], includes: [] };
  const { results, index, skipped_files } = await searchFolder(folder, how, PLAIN, CONTEXT);
  expect(results.map(({ file, score }) => [file, score])).toEqual([[join(folder, "zoning.vera"), 2 / 61]]);
  expect([index.used, index.reasons]).toEqual([false, ["index is missing"]]);
  expect(skipped_files).toEqual([
    { file: join(folder, "junk.vera"), category: "invalid", reason: "file is not a database" },
  ]);
  const all = await searchFolder(folder, { ...how, excludes: [] }, PLAIN, CONTEXT);
  expect(all.results.length).toBe(2);
});

test("white space finds nothing; an empty query is refused", async () => {
  const folder = mkdtempSync(join(FOLDER, "one-"));
  cpSync(join(FIXTURES, "manual.vera"), join(folder, "manual.vera"));
  for (const strict of [true, false]) {
    for (const mode of ["keyword", "hybrid"] as const) {
      expect((await search("q", { query: "  ", mode, strict })).results).toEqual([]);
      await expect(search("q", { query: "", mode, strict })).rejects.toThrow(`${mode} search requires text`);
      const asked = { ...PLAIN, query: "", mode, strict };
      await expect(searchFolder(folder, {}, asked, CONTEXT)).rejects.toThrow(`${mode} search requires text`);
    }
  }
});

test("by VERA's rules several models are fused by rank, and words are found under any model", async () => {
  const folder = mkdtempSync(join(FOLDER, "models-"));
  for (const name of ["a", "b", "foreign"]) cpSync(join(FIXTURES, "manual.vera"), join(folder, `${name}.vera`));
  setModel(join(folder, "b.vera"), "vera-hashing-64", 64);
  setModel(join(folder, "foreign.vera"), "acme:x", 384);
  const strict = { ...PLAIN, query: "impervious", strict: true };
  const found = async (mode: "keyword" | "semantic") =>
    (await searchFolder(folder, {}, { ...strict, mode }, CONTEXT)).results.map(({ file, chunk_id: id }) => [
      String(file).slice(folder.length + 1),
      id,
    ]);
  expect(await found("keyword")).toEqual([
    ["a.vera", "chunk_000002"],
    ["b.vera", "chunk_000002"],
    ["foreign.vera", "chunk_000002"],
  ]);
  // Chunk 2 is first under either model, though its cosines under them differ.
  expect(await found("semantic")).toEqual([
    ["a.vera", "chunk_000002"],
    ["b.vera", "chunk_000002"],
    ["a.vera", "chunk_000001"],
    ["b.vera", "chunk_000001"],
  ]);
});

/** Another model's name on an archive; vectors of its dimension, the first chunk's across the query's, the second's along it. */
function setModel(path: string, name: string, dimension: number): void {
  const database = new Database(path);
  const set = database.prepare("UPDATE vera_metadata SET value = ? WHERE key = ?");
  set.run(name, "default_embedding_model");
  set.run(String(dimension), "default_embedding_dimension");
  database.run("UPDATE embeddings SET model_name = ?, model_dimension = ?", [name, dimension]);
  if (dimension === 64)
    for (const [id, query] of [
      ["chunk_000001", "nothing"],
      ["chunk_000002", "impervious"],
    ] as const)
      database.run("UPDATE embeddings SET vector = ? WHERE chunk_id = ?", [
        new Uint8Array(hashingVector(query, dimension).buffer),
        id,
      ]);
  database.close();
}
