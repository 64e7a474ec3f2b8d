import { expect, test } from "bun:test";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keptVera } from "./kept.ts";

const FIXTURES = join(import.meta.dir, "../../../test/fixtures/vera");

test("keptVera() gives the same archive again, until its file changes", () => {
  const path = join(mkdtempSync(join(tmpdir(), "kept-")), "a.vera");
  cpSync(join(FIXTURES, "manual.vera"), path);
  const first = keptVera(path);
  const chunks = first.chunks();
  first.close();
  expect(keptVera(path)).toBe(first);
  expect(keptVera(path).chunks()).toBe(chunks);
  cpSync(join(FIXTURES, "structured.vera"), path);
  const second = keptVera(path);
  expect(second).not.toBe(first);
  expect(second.chunks()[0]?.text).toContain("of floor area");
  expect(() => keptVera(`${path}.none`)).toThrow("does not exist");
});

test("ids alone, and the vectors of some chunks, are those of all chunks", () => {
  const archive = keptVera(join(FIXTURES, "structured.vera"));
  const ids = archive.chunks().map(({ id }) => id);
  expect(archive.chunkIds()).toEqual(ids);
  const { rows, dimension } = archive.vectors();
  const some = archive.vectorsById(["chunk_000002", "none", "it's"]);
  expect([...some.keys()]).toEqual(["chunk_000002"]);
  expect(some.get("chunk_000002")).toEqual(rows.slice(dimension, 2 * dimension));
});
