import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import { anywhere } from "../../foundation/fs/roots.ts";
import type { Embedder } from "../embed/embedder.ts";
import { type AddOptions, addToLibrary } from "./add.ts";
import { manifestPath, readManifest } from "./manifest.ts";
import { removeFromLibrary } from "./remove.ts";

let top = "";
let library = "";
let sources = "";
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "add-"));
  library = join(top, "library");
  sources = join(top, "sources");
  mkdirSync(sources);
  writeFileSync(join(sources, "a.md"), "# Alpha\n\nThe first text.\n");
  writeFileSync(join(sources, "b.md"), "# Beta\n\nThe second text.\n");
});
afterEach(() => rmSync(top, { recursive: true }));

const embedder: Embedder = {
  model: { name: "lengths", sha256: "f".repeat(64), dimension: 4 },
  denseWeight: 0.5,
  embedQuery: async (text) => Float32Array.of(text.length, 1, 1, 1),
  embedPassages: async (texts) => texts.map((text) => Float32Array.of(text.length, 1, 1, 1)),
  close: async () => {},
};

function add(options: Partial<AddOptions> = {}) {
  return addToLibrary(library, {
    paths: [sources],
    recursive: true,
    include: [],
    exclude: [],
    keepSource: true,
    vectors: "off",
    roots: anywhere(),
    cwd: top,
    lockWaitMs: 0,
    signal: new AbortController().signal,
    progress: () => {},
    embedder: async () => embedder,
    now: () => 0,
    ...options,
  });
}

const outcomes = async (options: Partial<AddOptions> = {}) => (await add(options)).files.map(({ outcome }) => outcome);
const archives = () => readdirSync(join(library, "archives")).sort();
const archivePath = (at: number) => join(library, "archives", archives()[at] ?? "");

function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  writeFileSync(path, bytes);
}

test("addToLibrary() adds, leaves, replaces and drops, and keeps no archive of what is gone", async () => {
  expect(await outcomes()).toEqual(["added", "added"]);
  expect(archives()).toEqual([expect.stringMatching(/^a\.md-[0-9a-f]{12}\.folio$/), expect.stringMatching(/^b\.md-/)]);
  expect(await outcomes()).toEqual(["unchanged", "unchanged"]);
  writeFileSync(join(sources, "a.md"), "# Alpha\n\nAnother text.\n");
  rmSync(join(sources, "b.md"));
  expect(await outcomes()).toEqual(["replaced", "removed"]);
  expect(archives()).toHaveLength(1);
  expect(readManifest(library).entries.map(({ title }) => title)).toEqual(["Alpha"]);
});

test("addToLibrary() reads files of one content by their own names", async () => {
  writeFileSync(join(sources, "a.txt"), readFileSync(join(sources, "a.md")));
  await add();
  expect(readManifest(library).entries.map(({ mediaType }) => mediaType)).toEqual([
    "text/markdown",
    "text/plain",
    "text/markdown",
  ]);
  expect(archives()).toHaveLength(3);
});

test("addToLibrary() makes a damaged or missing archive again", async () => {
  await add();
  const sound = readFileSync(archivePath(0));
  flipByte(archivePath(0));
  rmSync(archivePath(1));
  expect(await outcomes()).toEqual(["replaced", "replaced"]);
  expect(readFileSync(archivePath(0))).toEqual(sound);
});

test("addToLibrary() takes up archives whose manifest was lost, and deletes none", async () => {
  await add({ vectors: "now" });
  const before = archives().map((_, at) => readFileSync(archivePath(at)));
  rmSync(manifestPath(library));
  expect(await removeFromLibrary(library, [sources], 0)).toEqual([]);
  expect(await outcomes({ paths: [join(sources, "a.md")] })).toEqual(["added"]);
  expect(archives().map((_, at) => readFileSync(archivePath(at)))).toEqual(before);
  // Now that there is a manifest again, what it does not name is left over.
  await add({ paths: [join(sources, "a.md")] });
  expect(archives()).toHaveLength(1);
});

test("addToLibrary() reports a damaged archive of another source and gives the rest their vectors", async () => {
  await add();
  flipByte(archivePath(0));
  const { files, vectors } = await add({ paths: [join(sources, "b.md")], vectors: "now" });
  expect(files).toMatchObject([
    { path: join(sources, "b.md"), outcome: "unchanged" },
    { path: join(sources, "a.md"), outcome: "failed", error: { code: "archive_damaged" } },
  ]);
  expect(vectors).toEqual({ ready: 1, of: 1 });
});

test("addToLibrary() tells of what stopped it, also when the manifest cannot be saved, and goes on later", async () => {
  await add({ paths: [join(sources, "a.md")] });
  const manifest = manifestPath(library);
  const kept = readFileSync(manifest);
  const stop = new AbortController();
  const adding = add({
    signal: stop.signal,
    progress({ kind }) {
      if (kind !== "file-done") return;
      stop.abort();
      // A folder in its place: the manifest can no longer be swapped.
      rmSync(manifest);
      mkdirSync(join(manifest, "in-the-way"), { recursive: true });
    },
  });
  await expect(adding).rejects.toMatchObject({ code: "cancelled" });
  rmSync(manifest, { recursive: true });
  writeFileSync(manifest, kept);
  expect(readdirSync(library).sort()).toEqual(["archives", "manifest.json"]);
  expect(await outcomes()).toEqual(["unchanged", "added"]);
});

test("addToLibrary() refuses to write over a damaged manifest", async () => {
  await add();
  writeFileSync(manifestPath(library), "{");
  await expect(add()).rejects.toMatchObject({ code: "library_damaged" });
  expect(archives()).toHaveLength(2);
});

test("addToLibrary() clears the temporary files of a killed run", async () => {
  mkdirSync(join(library, "archives"), { recursive: true });
  writeFileSync(join(library, `.manifest.json.${process.pid}.tmp`), "half");
  writeFileSync(join(library, "archives", ".x.folio.1.tmp"), "half");
  await add({ vectors: "now" });
  writeFileSync(`${archivePath(0)}.vectors`, "left by a kill after the swap");
  await add({ vectors: "now" });
  expect(readdirSync(library).sort()).toEqual(["archives", "manifest.json"]);
  expect(archives().map((name) => name.slice(-6))).toEqual([".folio", ".folio"]);
});

test("addToLibrary() resumes vectors and ends with the bytes of an undisturbed run", async () => {
  const text = Array.from({ length: 200 }, (_, at) => `## Part ${at}\n\n${`word${at} `.repeat(90)}\n`).join("\n");
  writeFileSync(join(sources, "a.md"), text);
  await add({ vectors: "now" });
  const whole = readFileSync(archivePath(0));
  rmSync(library, { recursive: true });
  let calls = 0;
  const breaking: Embedder = {
    ...embedder,
    embedPassages: async (texts) => {
      if (++calls > 1) throw new FootnoteError("cancelled");
      return embedder.embedPassages(texts);
    },
  };
  await expect(add({ vectors: "now", embedder: async () => breaking })).rejects.toMatchObject({ code: "cancelled" });
  expect(archives().map((name) => name.split(".").at(-1))).toEqual(["folio", "vectors", "folio"]);
  await add({ vectors: "now" });
  expect(readFileSync(archivePath(0))).toEqual(whole);
  expect(archives()).toHaveLength(2);
});

test("addToLibrary() embeds only what is new in a changed document, and ends with the bytes of a fresh one", async () => {
  const parts = Array.from({ length: 40 }, (_, at) => `## Part ${at}\n\n${`word${at} `.repeat(90)}\n`);
  writeFileSync(join(sources, "a.md"), parts.join("\n"));
  const asked: string[] = [];
  const listening: Embedder = {
    ...embedder,
    embedPassages: async (texts) => {
      asked.push(...texts);
      return embedder.embedPassages(texts);
    },
  };
  await add({ vectors: "now", embedder: async () => listening });
  expect(asked).toHaveLength(41);
  parts.splice(7, 1, "## Part 7\n\nwritten anew\n");
  writeFileSync(join(sources, "a.md"), parts.join("\n"));
  asked.length = 0;
  await add({ vectors: "now", embedder: async () => listening });
  expect(asked).toEqual(["Part 7\nwritten anew"]);
  const changed = archives().map((_, at) => readFileSync(archivePath(at)));
  rmSync(library, { recursive: true });
  await add({ vectors: "now" });
  expect(archives().map((_, at) => readFileSync(archivePath(at)))).toEqual(changed);
});
