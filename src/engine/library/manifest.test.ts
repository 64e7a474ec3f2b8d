import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Entry, manifestStamp, readManifest, writeManifest } from "./manifest.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "manifest-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const entry = (path: string): Entry => ({
  path,
  sha256: "ab",
  size: 1,
  mtimeMs: 2,
  pipeline: "p",
  title: "T",
  mediaType: "text/plain",
  pages: 1,
  passages: 3,
  statuses: { text: 1 },
  archive: "t-ab.folio",
});

test("readManifest() gives back what writeManifest() wrote, sorted by path; absent means empty", () => {
  expect(readManifest(folder)).toEqual({ entries: [] });
  expect(manifestStamp(folder)).toBe("");
  writeManifest(folder, [entry("/b"), entry("/a")]);
  expect(readManifest(folder).entries).toEqual([entry("/a"), entry("/b")]);
  expect(readdirSync(folder)).toEqual(["manifest.json"]);
  const stamp = manifestStamp(folder);
  writeManifest(folder, [entry("/a")]);
  expect(manifestStamp(folder)).not.toBe(stamp);
});

test("readManifest() refuses damage and archive names that lead elsewhere", () => {
  const damaged = (text: string) => {
    writeFileSync(join(folder, "manifest.json"), text);
    return () => readManifest(folder);
  };
  expect(damaged("{")).toThrow("it is not JSON");
  expect(damaged('{"format":2,"entries":[]}')).toThrow("format");
  expect(damaged(JSON.stringify({ format: 1, entries: [{ ...entry("/a"), archive: "../../etc/x.folio" }] }))).toThrow(
    "not a plain file name",
  );
});
