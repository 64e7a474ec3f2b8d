import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import { MemoryStore } from "./store.ts";

const MODEL = { name: "plane", sha256: "ab", dimension: 2 };
const folder = mkdtempSync(join(tmpdir(), "memory-"));
const fresh = (() => {
  let made = 0;
  return () => join(folder, `${made++}.db`);
})();
const at = (degrees: number) =>
  new Float32Array([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);
const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const kept = (now: Date, importance = 1) => ({ importance, metadata: { source: "tero-l1" }, now });

function problem(open: () => unknown): string {
  try {
    open();
  } catch (error) {
    if (error instanceof FootnoteError && error.code === "memory_unusable") return error.message;
    throw error;
  }
  throw new Error("it was opened");
}

test("the key is of what the text says; the same text again replaces itself", () => {
  const store = new MemoryStore(fresh(), MODEL);
  // printf 'tabs over spacestero' | sha256sum
  expect(store.put("tabs over spaces", at(0), kept(day(1)))).toBe("930fa6c30d781202");
  store.put("tabs over spaces", at(90), kept(day(2), 0.5));
  expect(store.count).toBe(1);
  expect(store.nearest(at(90), 5, 0.5)).toMatchObject([
    {
      record: { content: "tabs over spaces", domain: "tero", importance: 0.5, time: "2026-01-02T00:00:00.000Z" },
      score: 1,
    },
  ]);
});

test("the nearest come first, those below the threshold not at all, and no more than asked for", () => {
  const store = new MemoryStore(fresh(), MODEL);
  for (const degrees of [80, 10, 40, 0]) store.put(`at ${degrees}`, at(degrees), kept(day(1)));
  const found = (most: number, least: number) =>
    store.nearest(at(0), most, least).map(({ record, score }) => [record.content, score.toFixed(2)]);
  expect(found(9, 0.5)).toEqual([
    ["at 0", "1.00"],
    ["at 10", "0.98"],
    ["at 40", "0.77"],
  ]);
  expect(found(1, 0.5)).toEqual([["at 0", "1.00"]]);
});

test("consolidation lets go what is unimportant and old, both; its vector goes, too", () => {
  const path = fresh();
  const store = new MemoryStore(path, MODEL);
  store.put("old, unimportant", at(0), kept(day(1), 0.19));
  store.put("old, at the border", at(0), kept(day(1), 0.2));
  store.put("new, unimportant", at(0), kept(day(2), 0.1));
  expect(store.consolidate(day(31))).toEqual({ processed: 3, deleted: 0 });
  expect(store.consolidate(new Date(day(31).getTime() + 1))).toEqual({ processed: 3, deleted: 1 });
  expect(store.list(9, 0).map(({ content }) => content)).toEqual(["new, unimportant", "old, at the border"]);
  expect(store.list(1, 1).map(({ content }) => content)).toEqual(["old, at the border"]);
  store.close();
  expect(new Database(path).query("SELECT count(*) AS n FROM context_embeddings").get()).toEqual({ n: 2 });
});

test("what is forgotten is gone; a key that is not there is told of", () => {
  const store = new MemoryStore(fresh(), MODEL);
  const key = store.put("a", at(0), kept(day(1)));
  expect([store.forget(key), store.forget(key), store.count]).toEqual([true, false, 0]);
  expect(store.nearest(at(0), 9, 0)).toEqual([]);
});

test("the file is kept over restarts, for its owner alone, in WAL, with its model named", () => {
  const path = fresh();
  writeFileSync(path, "", { mode: 0o644 });
  const store = new MemoryStore(path, MODEL);
  store.put("a", at(0), kept(day(1)));
  if (process.platform !== "win32")
    for (const file of [path, `${path}-wal`, `${path}-shm`].filter(existsSync))
      expect([file, (statSync(file).mode & 0o777).toString(8)]).toEqual([file, "600"]);
  store.close();
  expect(new MemoryStore(path, MODEL).count).toBe(1);
  const database = new Database(path);
  expect(database.query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(database.query("SELECT value FROM store_meta WHERE key = 'model'").get()).toEqual({ value: "plane ab" });
  expect(database.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()).toEqual([
    { name: "context_embeddings" },
    { name: "learning_contexts" },
    { name: "store_meta" },
  ]);
});

test("a database of another model, or of another program, or none at all, is refused and left as it is", () => {
  const path = fresh();
  new MemoryStore(path, MODEL).close();
  expect(problem(() => new MemoryStore(path, { ...MODEL, name: "sphere" }))).toBe(
    "the database has vectors of plane, the model here is sphere",
  );
  const foreign = fresh();
  new Database(foreign).run("CREATE TABLE learning_contexts (a)");
  expect(problem(() => new MemoryStore(foreign, MODEL))).toBe("the database was made by another program");
  const text = fresh();
  writeFileSync(text, "no database, but a text of more than one hundred bytes ".repeat(40));
  expect(problem(() => new MemoryStore(text, MODEL))).toBe("file is not a database");
  expect(readFileSync(text, "utf8")).toStartWith("no database");
  expect(new Database(foreign).query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "delete" });
  if (process.platform !== "win32")
    for (const file of [foreign, text]) expect((statSync(file).mode & 0o077) > 0).toBe(true);
  expect(problem(() => new MemoryStore(join(folder, "gone", "a.db"), MODEL))).toBe(
    `${join(folder, "gone", "a.db")} does not exist.`,
  );
  mkdirSync(join(folder, "folder"));
  expect(problem(() => new MemoryStore(join(folder, "folder"), MODEL))).toContain("EISDIR");
});
