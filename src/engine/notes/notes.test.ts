import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { NotesFolder, wordModel } from "./folder-for-tests.ts";
import type { Notes } from "./notes.ts";

const CHANGED = { scope: "changed", force: false } as const;

let folder: NotesFolder;
let notes: Notes;
beforeEach(() => {
  folder = new NotesFolder();
  folder.write(
    "guide/parking.md",
    "# Parking\n\nRestaurants need one parking space for every 100 square feet.\n\n## Bicycles\n\nRacks stand near the door.\n",
  );
  folder.write(
    "water.md",
    "# Water\n\nDetention ponds hold storm water.\n\n| Site | Depth |\n|---|---|\n| EL-A | 4.2 m |\n",
  );
  notes = folder.open();
});
afterEach(() => notes.close());

const search = (query: string, more = {}) => notes.search({ query, mode: "lexical", limit: 10, ...more });
const paths = async (query: string, more = {}) => [
  ...new Set((await search(query, more)).hits.map(({ path }) => path)),
];

test("an empty index refuses to be searched; one of headings alone, too", async () => {
  expect(search("parking")).rejects.toMatchObject({ code: "note_index_not_ready" });
  const bare = new NotesFolder();
  bare.write("a.md", "# Only a heading\n");
  const index = bare.open();
  await index.reindexNow(CHANGED);
  expect(index.search({ query: "heading", mode: "lexical", limit: 3 })).rejects.toMatchObject({
    code: "note_index_not_ready",
  });
  await index.close();
});

test("a hit tells the element that matched, its lines and its hash", async () => {
  await notes.reindexNow(CHANGED);
  const { hits, mode, refusal } = await search("racks near the door");
  expect([mode, refusal, hits.length]).toEqual(["lexical", undefined, 1]);
  const quote = "Racks stand near the door.";
  expect(hits[0]).toMatchObject({
    path: "guide/parking.md",
    rank: 1,
    headingPath: "Parking > Bicycles",
    snippet: "[Racks] stand [near] the [door].",
    indexedSourceHash: sha256(readFileSync(join(folder.root, "guide/parking.md"))),
    element: {
      kind: "paragraph",
      lineStart: 7,
      lineEnd: 7,
      quote,
      quoteSha256: sha256(new TextEncoder().encode(quote)),
    },
  });
  expect(hits[0]?.element.pointer).toMatch(/^1\.1\.p1~[0-9a-f]{16}~[0-9a-f]{16}$/);
});

test("identifiers, numbers in tables, headings and file names are found; what is not there is refused", async () => {
  await notes.reindexNow(CHANGED);
  expect((await search("EL-A")).hits[0]?.element.kind).toBe("table");
  expect(await paths("4.2")).toEqual(["water.md"]);
  expect((await paths("bicycles"))[0]).toBe("guide/parking.md");
  expect((await search("helicopter landing")).refusal?.reason).toBe("no_match");
});

test("globs choose before the best are taken", async () => {
  folder.write("other/parking.md", "# Parking\n\nRestaurants need parking elsewhere.\n");
  await notes.reindexNow(CHANGED);
  expect(await paths("restaurants parking", { limit: 1, includeGlobs: ["OTHER/**"] })).toEqual(["other/parking.md"]);
  expect(await paths("restaurants parking", { excludeGlobs: ["other/**"] })).toEqual(["guide/parking.md"]);
  for (const glob of ["", "/etc/*", "../x", "c:\\x", "a\u0007"])
    expect(search("x", { includeGlobs: [glob] })).rejects.toMatchObject({ code: "invalid_argument" });
});

test("where chunks hold all words, allWords gives those alone; else the nearest", async () => {
  folder.write("half.md", "Restaurants are open late.\n");
  await notes.reindexNow(CHANGED);
  expect(await paths("restaurants parking", { allWords: true })).toEqual(["guide/parking.md"]);
  expect((await paths("restaurants helicopter", { allWords: true })).sort()).toEqual(["guide/parking.md", "half.md"]);
});

describe("reindex", () => {
  test("a second run skips, and reads nothing of what has the same size and time", async () => {
    expect(await notes.reindexNow(CHANGED)).toEqual({
      scannedFiles: 2,
      indexedFiles: 2,
      skippedFiles: 0,
      deletedFiles: 0,
      chunksIndexed: 3,
      warning: null,
    });
    expect(await notes.reindexNow(CHANGED)).toMatchObject({ indexedFiles: 0, skippedFiles: 2 });
    utimesSync(join(folder.root, "water.md"), 1, 1);
    expect(await notes.reindexNow(CHANGED)).toMatchObject({ indexedFiles: 0, skippedFiles: 2 });
    expect(await notes.reindexNow({ scope: "all", force: false })).toMatchObject({ indexedFiles: 2, chunksIndexed: 3 });
  });

  test("files that went or are excluded now leave no row behind", async () => {
    await notes.reindexNow(CHANGED);
    await notes.close();
    notes = folder.open({ exclude: ["guide/**"] });
    expect(await notes.reindexNow(CHANGED)).toMatchObject({ scannedFiles: 1, deletedFiles: 1 });
    const database = new Database(folder.storage, { readonly: true });
    const count = (sql: string) => Object.values(database.query<Record<string, number>, []>(sql).get() ?? {})[0];
    expect([
      count("SELECT count(*) FROM documents"),
      count("SELECT count(*) FROM chunks"),
      count("SELECT sum(living) FROM segments"),
    ]).toEqual([1, 1, 1]);
    database.close();
    expect(await paths("parking")).toEqual([]);
  });

  test("exclude patterns are patterns of paths, not parts of names", async () => {
    await notes.close();
    folder.write("src/bin/x.md", "parking\n");
    folder.write("binary-notes.md", "parking\n");
    notes = folder.open({ exclude: ["**/bin/**"] });
    await notes.reindexNow(CHANGED);
    expect((await paths("parking")).includes("binary-notes.md")).toBe(true);
    expect((await paths("parking")).includes("src/bin/x.md")).toBe(false);
  });

  test("other settings need force, and are told by key with both values", async () => {
    await notes.reindexNow(CHANGED);
    await notes.close();
    notes = folder.open({ maxBytes: 100 });
    expect(notes.status().problems).toEqual(["chunking_max_chunk_bytes: the index has 4096, the settings say 100"]);
    expect(notes.reindexNow(CHANGED)).rejects.toThrow(
      "chunking_max_chunk_bytes: the index has 4096, the settings say 100",
    );
    await notes.settled();
    expect(notes.status().last?.error).toContain("force=true");
    expect(await paths("parking")).toEqual(["guide/parking.md"]);
    expect(await notes.reindexNow({ scope: "changed", force: true })).toMatchObject({ indexedFiles: 2 });
    expect(notes.status().problems).toEqual([]);
  });

  test("one at a time: a second start tells of the first", async () => {
    const first = notes.startReindex(CHANGED);
    const second = notes.startReindex({ scope: "all", force: true });
    expect([first.started, second.started, second.current.scope]).toEqual([true, false, "changed"]);
    await notes.settled();
    expect(notes.status()).toMatchObject({
      current: null,
      last: { outcome: "succeeded", result: { indexedFiles: 2 } },
    });
  });
});

test("schedule() takes a file in, renews it, and lets it go", async () => {
  await notes.reindexNow(CHANGED);
  folder.write("new.md", "A zyzzyva is a weevil.\n");
  notes.schedule("new.md");
  expect(notes.status().pending).toEqual(["new.md"]);
  await notes.settled();
  expect([notes.status().pending, await paths("zyzzyva")]).toEqual([[], ["new.md"]]);
  folder.write("new.md", "A quokka is a marsupial.\n");
  notes.schedule("new.md");
  await notes.settled();
  expect([await paths("zyzzyva"), await paths("quokka")]).toEqual([[], ["new.md"]]);
  renameSync(join(folder.root, "new.md"), join(folder.root, "moved.md"));
  for (const path of ["new.md", "moved.md"]) notes.schedule(path);
  await notes.settled();
  expect(await paths("quokka")).toEqual(["moved.md"]);
  rmSync(join(folder.root, "moved.md"));
  notes.schedule("moved.md");
  await notes.settled();
  expect(await paths("quokka")).toEqual([]);
});

describe("vectors", () => {
  test("hybrid runs by words and says so until there are vectors; semantic refuses", async () => {
    await notes.close();
    notes = folder.open({ vectors: true }, async () => wordModel());
    notes.startReindex(CHANGED);
    await notes.settled();
    const { mode, warning } = await search("parking", { mode: "hybrid" });
    expect([mode, warning]).toEqual([
      "lexical",
      "Only words were searched: no vectors have been made yet, they follow in the background.",
    ]);
    expect(search("parking", { mode: "semantic" })).rejects.toMatchObject({ code: "note_index_not_ready" });
    notes.fillVectors();
    await notes.settled();
    expect(notes.status().vectors).toEqual({ ready: 3, of: 3 });
    expect(await search("parking", { mode: "hybrid" })).toMatchObject({ mode: "hybrid", warning: null });
    const semantic = await search("detention ponds hold storm water", { mode: "semantic" });
    expect([semantic.mode, semantic.hits[0]?.path, semantic.vectors]).toEqual([
      "semantic",
      "water.md",
      { ready: 3, of: 3 },
    ]);
  });

  test("what was embedded once is not embedded again, also under another folder", async () => {
    await notes.close();
    let embedded = 0;
    const model = wordModel();
    const counting = {
      ...model,
      embedPassages(texts: readonly string[]) {
        embedded += texts.length;
        return model.embedPassages(texts);
      },
    };
    notes = folder.open({ vectors: true }, async () => counting);
    await notes.reindexNow(CHANGED);
    expect(embedded).toBe(3);
    folder.write("moved/water.md", readFileSync(join(folder.root, "water.md"), "utf8"));
    rmSync(join(folder.root, "water.md"));
    await notes.reindexNow({ scope: "all", force: false });
    expect([embedded, notes.status().vectors]).toEqual([3, { ready: 3, of: 3 }]);
  });

  test("switched off, hybrid says so", async () => {
    await notes.reindexNow(CHANGED);
    expect(await search("parking", { mode: "hybrid" })).toMatchObject({
      mode: "lexical",
      warning: "Only words were searched: embeddings are switched off.",
    });
  });
});

test("a database that is somebody else's is refused and left alone; a damaged one is made anew", async () => {
  await notes.close();
  rmSync(folder.storage);
  writeFileSync(folder.storage, "not a database at all, but somebody's notes");
  expect(() => folder.open()).toThrow(`${folder.storage} cannot be used`);
  expect(readFileSync(folder.storage, "utf8")).toStartWith("not a database");
  rmSync(folder.storage);
  const foreign = new Database(folder.storage, { create: true });
  foreign.run("CREATE TABLE songs (title TEXT)");
  foreign.close();
  expect(() => folder.open()).toThrow("it is a database of another program");
  rmSync(folder.storage);
  notes = folder.open();
  await notes.reindexNow(CHANGED);
  expect(await paths("parking")).toEqual(["guide/parking.md"]);
});
