import { beforeEach, expect, test } from "bun:test";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLibrary } from "../../engine/library/library.ts";
import { anywhere } from "../../foundation/fs/roots.ts";
import { stderrLogger } from "../../foundation/log.ts";
import type { Context } from "../context.ts";
import { buildIndex, updateIndex } from "./index-build.ts";
import { indexStatus } from "./index-status.ts";
import { type ChunkSearch, searchFolder } from "./search-chunks.ts";

const FIXTURES = join(import.meta.dir, "../../../test/fixtures/vera");
const NOW = new Date("2026-01-02T03:04:05Z");
const library = openLibrary(mkdtempSync(join(tmpdir(), "vera-index-library-")));
const CONTEXT: Context = {
  library: async () => library,
  embedder: () => Promise.reject(new Error("no model is needed")),
  roots: anywhere(),
  cwd: tmpdir(),
  log: stderrLogger(false),
  progress() {},
  signal: new AbortController().signal,
};
const ASKED: ChunkSearch = {
  query: "parking",
  mode: "keyword",
  topK: 10,
  contextChunks: 0,
  figures: false,
  regions: false,
  where: {},
  strict: false,
};

let folder = "";
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vera-index-"));
  for (const name of ["nested", "archive"]) mkdirSync(at(name));
  cpSync(join(FIXTURES, "structured.vera"), at("zoning.vera"));
  cpSync(join(FIXTURES, "manual.vera"), at("nested/manual.vera"));
  cpSync(join(FIXTURES, "title.vera"), at("archive/title.vera"));
  writeFileSync(at("junk.vera"), "junk");
});

const HOW = { recursive: true, excludes: ["archive"], includes: [] };
const build = () => buildIndex(folder, HOW, NOW, CONTEXT);
const reasons = (verify: boolean) => indexStatus(folder, verify, NOW).reasons;

test("buildIndex() tells what it took and what it passed over", async () => {
  const { generation_id, ...report } = await build();
  expect(generation_id).toMatch(/^generation-[0-9a-f]{32}$/);
  expect(report).toEqual({
    ok: true,
    operation: "build",
    directory: folder,
    index: at(".vera-index"),
    created_at: "2026-01-02T03:04:05+00:00",
    ...HOW,
    discovered: 3,
    indexed: 2,
    chunks: 4,
    skipped: 1,
    invalid: [{ file: "junk.vera", reason: "file is not a database" }],
    incompatible: [],
    added: 2,
    changed: 0,
    moved: 0,
    removed: 0,
  });
  expect(indexStatus(folder, true, NOW)).toMatchObject({
    fresh: true,
    reasons: [],
    file_count: 2,
    skipped: 1,
    indexed_chunks: 4,
    model_groups: [{ model: "vera-hashing-384", dimension: 384, documents: 2, chunks: 4 }],
  });
});

test("an index that is up to date says where to look, also below the folder", async () => {
  const plain = await searchFolder(folder, {}, ASKED, CONTEXT, NOW);
  expect([plain.index.used, plain.index.reasons, plain.results.length]).toEqual([false, ["index is missing"], 1]);
  await build();
  const indexed = await searchFolder(folder, {}, ASKED, CONTEXT, NOW);
  expect([indexed.index.used, indexed.results.length, indexed.index.verified_at]).toEqual([true, 2, null]);
  expect(indexed.skipped_files).toEqual([
    { file: at("junk.vera"), category: "invalid", reason: "file is not a database" },
  ]);
  const other = await searchFolder(folder, { excludes: ["nested"] }, ASKED, CONTEXT, NOW);
  expect(other.index.used).toBe(false);
});

test("updateIndex() tells what moved, went and came", async () => {
  await build();
  renameSync(at("nested/manual.vera"), at("nested/handbook.vera"));
  rmSync(at("zoning.vera"));
  cpSync(join(FIXTURES, "table.vera"), at("table.vera"));
  expect(reasons(false)).toEqual(["library files were added, removed, or moved"]);
  expect(await updateIndex(folder, NOW, CONTEXT)).toMatchObject({
    operation: "update",
    indexed: 2,
    moved: 1,
    removed: 1,
    added: 1,
    changed: 0,
  });
  expect(reasons(true)).toEqual([]);
});

test("a change of size or time is seen at once, one of content alone when asked to look", async () => {
  await build();
  const { atime, mtime, mtimeMs } = statSync(at("zoning.vera"));
  const bytes = readFileSync(at("zoning.vera"));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(at("zoning.vera"), bytes);
  utimesSync(at("zoning.vera"), atime, new Date(mtimeMs + 60_000));
  expect(reasons(false)).toEqual(["file changed: zoning.vera"]);
  utimesSync(at("zoning.vera"), atime, mtime);
  // Times are set to the microsecond here, and told to the nanosecond.
  if (reasons(false).length === 0) expect(reasons(true)).toEqual(["file content changed: zoning.vera"]);
});

test("a build that fails leaves the index as it was", async () => {
  await build();
  const before = readFileSync(at(".vera-index/footnote.json"), "utf8");
  for (const name of ["zoning.vera", "nested/manual.vera"]) writeFileSync(at(name), "junk");
  await expect(build()).rejects.toThrow("No valid .vera files could be indexed");
  expect(readFileSync(at(".vera-index/footnote.json"), "utf8")).toBe(before);
});

test("without an index, or with one that is broken, there is nothing to update", async () => {
  expect(reasons(false)).toEqual(["index is missing"]);
  await expect(updateIndex(folder, NOW, CONTEXT)).rejects.toThrow("run 'vera index build' first");
  mkdirSync(at(".vera-index"));
  writeFileSync(at(".vera-index/current.json"), "{}");
  expect(reasons(false)).toEqual(["index is missing"]);
  const later = { generation: `generation-${"0".repeat(32)}`, index_version: 2, created_at: "" };
  writeFileSync(at(".vera-index/current.json"), JSON.stringify(later));
  expect(reasons(false)).toEqual(["index version is unsupported"]);
  writeFileSync(at(".vera-index/footnote.json"), "{");
  expect(reasons(false)).toEqual(["index configuration is unreadable"]);
});
