import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { anywhere } from "../../foundation/fs/roots.ts";
import { change, changed, fixture } from "../vera/archives-for-tests.ts";
import { veraIn } from "../vera/vera-section.ts";
import { openLibrary } from "./library.ts";

let top = "";
let folder = "";
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "library-vera-"));
  folder = join(top, "documents");
  mkdirSync(folder);
});
afterEach(() => rmSync(top, { recursive: true }));

const surroundings = () => ({
  cwd: folder,
  roots: anywhere(),
  signal: new AbortController().signal,
  progress: () => {},
  embedder: () => Promise.reject(new Error("not in this test")),
});

function put(name: string, from: string): string {
  const path = join(folder, name);
  copyFileSync(from, path);
  return path;
}

/** What `path` means: of each document its first passage, and what was skipped. */
async function ask(path: string) {
  const library = openLibrary(join(top, "library"));
  const { documents, skipped } = await library.documents([path], surroundings());
  const texts = documents.map((document) => document.passageText(0));
  library.close();
  return { texts, skipped: skipped.map((one) => [one.path, one.error.code]) };
}

const RESTAURANTS = "Restaurants require one parking space per 100 square feet of floor area.";

test("a .vera archive is a document: passages are its chunks, cited by its own hash", async () => {
  const path = put("a.vera", fixture("structured"));
  const library = openLibrary(join(top, "library"));
  const [document] = (await library.documents(["a.vera"], surroundings())).documents;
  expect(document?.path).toBe(path);
  expect(document?.sha256).toBe(sha256(readFileSync(path)));
  expect(document?.passageText(0)).toBe(RESTAURANTS);
  expect(document?.headingPath(0)).toEqual(["Chapter 110 Zoning", "Article 5 Parking"]);
  expect(document && veraIn(document.folio)?.chunks.map(({ id }) => id)).toEqual(["chunk_000001", "chunk_000002"]);
  library.close();
  const later = openLibrary(join(top, "library"));
  expect(later.byHash(document?.sha256.slice(0, 12) ?? "")?.path).toBe(path);
  later.close();
});

test("a folder's .vera archives are its documents; sources beside them are not read a second time", async () => {
  put("b.vera", fixture("q"));
  put("a.vera", fixture("structured"));
  writeFileSync(join(folder, "notes.md"), "# Notes\n");
  expect((await ask(".")).texts).toEqual([RESTAURANTS, "Section 4.2 Detention design for ponds."]);
});

test("an archive is read again only when size or time changed", async () => {
  const path = put("a.vera", fixture("q"));
  await ask(path);
  const [cached = ""] = readdirSync(join(top, "library", "cache", "archives"));
  const made = statSync(join(top, "library", "cache", "archives", cached)).mtimeMs;
  await ask(path);
  expect(statSync(join(top, "library", "cache", "archives", cached)).mtimeMs).toBe(made);
  change(path, "UPDATE chunks SET text = 'Ponds are deep.' WHERE chunk_id = 'a'");
  utimesSync(path, 1, 1);
  expect((await ask(path)).texts).toEqual(["Ponds are deep."]);
});

test("`add` takes archives as documents, and keeps the original that is in them", async () => {
  const path = put("a.vera", fixture("structured"));
  const library = openLibrary(join(top, "library"));
  const options = {
    ...surroundings(),
    recursive: true,
    include: [],
    exclude: [],
    keepSource: true,
    vectors: "off" as const,
    lockWaitMs: 0,
    now: () => 0,
  };
  const first = await library.add({ ...options, paths: [folder] });
  expect(first.files.map(({ path, outcome, entry }) => [path, outcome, entry?.pages, entry?.passages])).toEqual([
    [path, "added", 2, 2],
  ]);
  const again = await library.add({ ...options, paths: [folder] });
  expect(again.files.map(({ outcome }) => outcome)).toEqual(["unchanged"]);
  library.close();
});

describe("bad archives are skipped with a reason, the others answer, and no byte changes:", () => {
  const whole = readFileSync(fixture("q"));
  const flipped = Uint8Array.from(whole, (byte, at) => (at >= 100 && at < 200 ? byte ^ 0x55 : byte));
  const cases: [what: string, make: () => string | Uint8Array, code: string][] = [
    ["not SQLite", () => "hello world ".repeat(1000), "vera_invalid"],
    ["empty", () => "", "vera_invalid"],
    ["truncated", () => whole.subarray(0, 30_000), "vera_invalid"],
    ["bit-flipped", () => flipped, "vera_invalid"],
    ["version 0.1", () => file("UPDATE vera_metadata SET value = '0.1' WHERE key = 'format_version'"), "vera_version"],
    [
      "a view for a table",
      () => file("ALTER TABLE chunks RENAME TO c2", "CREATE VIEW chunks AS SELECT * FROM c2"),
      "vera_invalid",
    ],
    [
      "megabytes of metadata",
      () => file(`UPDATE chunks SET metadata_json = '{"a":"' || hex(zeroblob(1000000)) || '"}'`),
      "vera_limit",
    ],
    [
      "metadata nested without end",
      () => file(`UPDATE chunks SET metadata_json = '{"a":' || replace(hex(zeroblob(50000)), '0', '[') || '}'`),
      "vera_invalid",
    ],
    [
      "a damaged stored page list",
      () => structured("UPDATE attachments SET data = CAST('[{}]' AS BLOB) WHERE attachment_id = 'viewer_pages'"),
      "vera_invalid",
    ],
  ];
  const file = (...statements: string[]): Uint8Array => readFileSync(changed("q", ...statements));
  const structured = (...statements: string[]): Uint8Array => readFileSync(changed("structured", ...statements));

  test.each(cases)("%s", async (_, make, code) => {
    put("good.vera", fixture("structured"));
    const bad = join(folder, "bad.vera");
    writeFileSync(bad, make());
    const before = sha256(readFileSync(bad));
    const { texts, skipped } = await ask(".");
    expect(skipped).toEqual([[bad, code]]);
    expect(texts).toEqual([RESTAURANTS]);
    expect(sha256(readFileSync(bad))).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(["bad.vera", "good.vera"]);
  });

  test("an archive with changes waiting beside it", async () => {
    const bad = put("bad.vera", changed("q", "PRAGMA journal_mode = wal"));
    writeFileSync(`${bad}-wal`, "waiting");
    put("good.vera", fixture("structured"));
    expect(await ask(".")).toEqual({ texts: [RESTAURANTS], skipped: [[bad, "vera_busy"]] });
  });
});

describe("odd archives answer:", () => {
  test("foreign tables, triggers and views, ids with quotes and NULs, a zip that would burst as source", async () => {
    const id = "a'\"; DROP TABLE chunks; --\0";
    put(
      "odd.vera",
      changed(
        "structured",
        "PRAGMA foreign_keys = OFF",
        "CREATE TABLE x_other (a)",
        "CREATE VIEW v AS SELECT * FROM chunks",
        "CREATE TRIGGER t AFTER INSERT ON chunks BEGIN DELETE FROM chunks; END",
        ["UPDATE chunks SET chunk_id = ? WHERE chunk_id = 'chunk_000001'", id],
        "UPDATE attachments SET mime_type = 'application/zip', data = zeroblob(10000000) WHERE attachment_id = 'source_original'",
      ),
    );
    const library = openLibrary(join(top, "library"));
    const [document] = (await library.documents(["odd.vera"], surroundings())).documents;
    expect(document?.passageText(0)).toBe(RESTAURANTS);
    expect(document && veraIn(document.folio)?.chunks[0]?.id).toBe(id);
    library.close();
  });

  test("more chunks than SQLite takes variables", async () => {
    const path = changed(
      "q",
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 33000)
       INSERT INTO chunks SELECT 'n' || i, 'word' || i, '{}', '', '' FROM n`,
    );
    const library = openLibrary(join(top, "library"));
    const [document] = (await library.documents([path], surroundings())).documents;
    expect(document?.passages.length).toBe(33_005);
    expect(document?.passageText(33_004)).toBe("word33000");
    library.close();
  });
});
