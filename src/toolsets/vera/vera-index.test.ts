import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readVeraIndex } from "./vera-index.ts";

const GENERATION = `generation-${"a1".repeat(16)}`;
const VECTORS = "vectors-4e267d6e131f2d99-384.npy";

/** A folder `.vera-index` with the tables that VERA 0.3.2 makes, as far as they are read. */
function indexFolder({ config = '{"recursive": true, "excludes": ["old"], "includes": []}', group = VECTORS } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "vera-own-index-"));
  const generation = join(folder, "generations", GENERATION);
  mkdirSync(generation, { recursive: true });
  const database = new Database(join(generation, "index.sqlite3"));
  database.run("CREATE TABLE index_metadata (key TEXT PRIMARY KEY, value TEXT)");
  database.run("INSERT INTO index_metadata VALUES ('config', ?)", [config]);
  database.run(
    "CREATE TABLE files (file_id INTEGER PRIMARY KEY, relative_path TEXT, size INTEGER, mtime_ns INTEGER, content_hash TEXT)",
  );
  database.run("INSERT INTO files VALUES (1, 'sub/a.vera', 7, 1796118492499608168, 'ab')");
  database.run(
    "CREATE TABLE skipped_files (relative_path TEXT, size INTEGER, mtime_ns INTEGER, category TEXT, reason TEXT)",
  );
  database.run("INSERT INTO skipped_files VALUES ('b.vera', 5, 9, 'invalid', 'file is not a database')");
  database.run("CREATE TABLE chunks (row_id INTEGER PRIMARY KEY, file_id INTEGER, model_name TEXT, dimension INTEGER)");
  database.run("INSERT INTO chunks VALUES (1, 1, 'vera-hashing-384', 384), (2, 1, 'vera-hashing-384', 384)");
  database.run("CREATE TABLE vector_groups (model_name TEXT, dimension INTEGER, filename TEXT, row_count INTEGER)");
  database.run("INSERT INTO vector_groups VALUES ('vera-hashing-384', 384, ?, 2)", [group]);
  database.close();
  return { folder, point: (pointer: unknown) => writeFileSync(join(folder, "current.json"), JSON.stringify(pointer)) };
}

const POINTER = { generation: GENERATION, index_version: 1, created_at: "2026-12-01T09:48:12+00:00" };

test("readVeraIndex() reads settings, files to the nanosecond, what was passed over, and which vectors are there", () => {
  const { folder, point } = indexFolder();
  expect(readVeraIndex(folder)).toBeUndefined();
  point(POINTER);
  const read = readVeraIndex(folder);
  if (typeof read !== "object") throw new Error(`it says ${read}`);
  expect(read.record).toEqual({
    version: 1,
    createdAt: POINTER.created_at,
    recursive: true,
    excludes: ["old"],
    includes: [],
    files: [
      {
        path: "sub/a.vera",
        size: 7,
        mtime: "1796118492499608168",
        sha256: "ab",
        chunks: 2,
        model: "vera-hashing-384",
        dimension: 384,
      },
    ],
    skipped: [{ path: "b.vera", size: 5, mtime: "9", category: "invalid", reason: "file is not a database" }],
  });
  expect([read.generation, [...read.vectorFiles.values()]]).toEqual([
    GENERATION,
    [{ file: VECTORS, bytes: undefined }],
  ]);
});

test("readVeraIndex() follows the pointer when it is swapped, and only to a generation", () => {
  const { folder, point } = indexFolder();
  point({ ...POINTER, index_version: 2 });
  expect(readVeraIndex(folder)).toBe("unsupported");
  point({ ...POINTER, generation: "../../elsewhere" });
  expect(readVeraIndex(folder)).toBeUndefined();
  point({ ...POINTER, created_at: "2026-12-01T10:00:00+00:00" });
  expect(readVeraIndex(folder)).toMatchObject({ record: { createdAt: "2026-12-01T10:00:00+00:00" } });
});

test("readVeraIndex() calls an index unreadable whose database is gone, says nonsense or names a file outside", () => {
  for (const damage of [{ config: "{}" }, { config: "no JSON" }, { group: "../../../etc/passwd" }]) {
    const { folder, point } = indexFolder(damage);
    point(POINTER);
    expect(readVeraIndex(folder)).toBe("unreadable");
  }
  const { folder, point } = indexFolder();
  rmSync(join(folder, "generations"), { recursive: true });
  point(POINTER);
  expect(readVeraIndex(folder)).toBe("unreadable");
});
