import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anywhere } from "../../foundation/fs/roots.ts";
import { openFolio } from "../archive/open.ts";
import type { Embedder } from "../embed/embedder.ts";
import { addToLibrary } from "./add.ts";
import { journalPath } from "./vectors-journal.ts";
import { vectorsReady } from "./vectors-ready.ts";

let top = "";
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "ready-"));
  const text = Array.from({ length: 100 }, (_, at) => `## Part ${at}\n\n${`word${at} `.repeat(90)}\n`).join("\n");
  writeFileSync(join(top, "long.md"), text);
});
afterEach(() => rmSync(top, { recursive: true }));

const MODEL = { name: "lengths", sha256: "f".repeat(64), dimension: 4 };

/** Gives up after `batches` batches. */
function embedder(batches: number): Embedder {
  const embedQuery = async (text: string) => Float32Array.of(text.length, 1, 1, 1);
  let left = batches;
  return {
    model: MODEL,
    denseWeight: 0.5,
    embedQuery,
    async embedPassages(texts) {
      if (left-- === 0) throw new Error("pulled the plug");
      return Promise.all(texts.map(embedQuery));
    },
    close: async () => {},
  };
}

const add = (vectors: "now" | "later" | "off", batches = Number.POSITIVE_INFINITY) =>
  addToLibrary(join(top, "library"), {
    paths: [top],
    recursive: false,
    include: [],
    exclude: [],
    keepSource: true,
    vectors,
    roots: anywhere(),
    cwd: top,
    lockWaitMs: 0,
    signal: new AbortController().signal,
    progress: () => {},
    embedder: async () => embedder(batches),
    now: () => 0,
  });

function archive(): string {
  const archives = join(top, "library", "archives");
  const name = readdirSync(archives).find((one) => one.endsWith(".folio"));
  return join(archives, name ?? "");
}

function ready() {
  const folio = openFolio(archive());
  const { passages } = folio.meta;
  const found = vectorsReady(folio);
  folio.close();
  return { ...found, of: passages };
}

test("vectorsReady() counts none, those of the journal, and all", async () => {
  expect((await add("later")).vectors).toEqual({ ready: 0, of: 100 });
  expect(ready()).toEqual({ ready: 0, of: 100 });
  await expect(add("now", 1)).rejects.toThrow("pulled the plug");
  expect(ready()).toEqual({ ready: 64, model: MODEL, of: 100 });
  for (const vectors of ["later", "off"] as const) expect((await add(vectors)).vectors).toEqual({ ready: 64, of: 100 });
  await add("now");
  expect(ready()).toEqual({ ready: 100, model: MODEL, of: 100 });
});

test("vectorsReady() does not count what a crash tore, nor another archive's journal", async () => {
  await expect(add("now", 1)).rejects.toThrow("pulled the plug");
  const journal = journalPath(archive());
  truncateSync(journal, statSync(journal).size - 1);
  expect(ready()).toEqual({ ready: 63, model: MODEL, of: 100 });
  writeFileSync(journal, "something else");
  expect(ready()).toEqual({ ready: 0, of: 100 });
});
