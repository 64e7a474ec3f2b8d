import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { discover } from "./discover.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "vera-discover-"));
for (const name of [
  "b.vera",
  "A.VERA",
  "archive/old.vera",
  "companies/GRID/archives/grid.vera",
  "notes.txt",
  "[x].vera",
]) {
  mkdirSync(dirname(join(FOLDER, name)), { recursive: true });
  writeFileSync(join(FOLDER, name), "");
}
symlinkSync(join(FOLDER, "companies"), join(FOLDER, "linked"));
symlinkSync(join(FOLDER, "b.vera"), join(FOLDER, "link.vera"));

function found(part: Partial<Parameters<typeof discover>[1]>): string[] {
  const paths = discover(FOLDER, { recursive: true, excludes: [], includes: [], ...part });
  return paths.map((path) => path.slice(FOLDER.length + 1));
}

test("discover() sorts by lower-cased path, and follows no links", () => {
  expect(found({})).toEqual(["[x].vera", "A.VERA", "archive/old.vera", "b.vera", "companies/GRID/archives/grid.vera"]);
  expect(found({ recursive: false })).toEqual(["[x].vera", "A.VERA", "b.vera"]);
});

test.each([
  [{ excludes: ["archive"] }, ["[x].vera", "A.VERA", "b.vera", "companies/GRID/archives/grid.vera"]],
  [{ includes: ["companies/GRID/archives/**"] }, ["companies/GRID/archives/grid.vera"]],
  [{ includes: ["/companies/*"] }, ["companies/GRID/archives/grid.vera"]],
  [{ includes: ["*.vera"], excludes: ["b*"] }, ["[x].vera", "archive/old.vera", "companies/GRID/archives/grid.vera"]],
  [{ includes: ["?.vera"] }, ["b.vera"]],
  [{ includes: ["[a-c].vera"] }, ["b.vera"]],
  [{ includes: ["[!a].vera"] }, ["b.vera"]],
])("discover() with %j", (part, expected) => {
  expect(found(part)).toEqual(expected);
});

test("discover() refuses a folder without archives in VERA's words", () => {
  const empty = mkdtempSync(join(tmpdir(), "vera-empty-"));
  expect(() => discover(empty, { recursive: true, excludes: [], includes: [] })).toThrow(
    `No .vera files found in ${empty}`,
  );
});
