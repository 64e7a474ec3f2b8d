import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { libraryFolder } from "./library-folder.ts";

let cwd = "";
beforeEach(() => {
  cwd = join(mkdtempSync(join(tmpdir(), "library-folder-")), "a", "b");
  mkdirSync(cwd, { recursive: true });
});
afterEach(() => rmSync(join(cwd, "..", ".."), { recursive: true }));

const at = (env: Record<string, string>, platform = "linux") => ({ cwd, home: "/home/u", platform, env });

test("libraryFolder() takes the option before the environment, the environment before .footnote/", () => {
  mkdirSync(join(cwd, "..", ".footnote"));
  expect(libraryFolder("lib", at({ FOOTNOTE_LIBRARY: "/env" }))).toBe(join(cwd, "lib"));
  expect(libraryFolder(undefined, at({ FOOTNOTE_LIBRARY: "/env" }))).toBe("/env");
  expect(libraryFolder(undefined, at({ FOOTNOTE_LIBRARY: "" }))).toBe(join(cwd, "..", ".footnote"));
});

test("libraryFolder() falls back to the user's data folder of each system", () => {
  expect(libraryFolder(undefined, at({}))).toBe("/home/u/.local/share/footnote");
  expect(libraryFolder(undefined, at({ XDG_DATA_HOME: "/data" }))).toBe("/data/footnote");
  expect(libraryFolder(undefined, at({ XDG_DATA_HOME: "data" }))).toBe("/home/u/.local/share/footnote");
  expect(libraryFolder(undefined, at({}, "darwin"))).toBe("/home/u/Library/Application Support/footnote");
  expect(libraryFolder(undefined, at({ LOCALAPPDATA: "/local" }, "win32"))).toBe("/local/footnote");
});
