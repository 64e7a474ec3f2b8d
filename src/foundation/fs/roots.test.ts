import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FootnoteError } from "../errors.ts";
import { anywhere, contains, within } from "./roots.ts";

let base = "";
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "roots-")));
  mkdirSync(join(base, "root/inner"), { recursive: true });
  mkdirSync(join(base, "root-evil"));
  writeFileSync(join(base, "root/inner/a.txt"), "a");
  writeFileSync(join(base, "secret.txt"), "s");
  symlinkSync(join(base, "secret.txt"), join(base, "root/link.txt"));
  symlinkSync(base, join(base, "root/up"));
});
afterAll(() => rmSync(base, { recursive: true }));

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof FootnoteError ? error.code : String(error);
  }
  return "none";
};

test("within() allows files below the root and gives their real path", () => {
  expect(within([join(base, "root")]).resolve("inner/a.txt", join(base, "root"))).toBe(join(base, "root/inner/a.txt"));
  expect(new TextDecoder().decode(within([join(base, "root")]).read(join(base, "root/inner/a.txt"), "/"))).toBe("a");
});

test("within() refuses .., a sibling that shares the prefix, and links that lead out", () => {
  const roots = within([join(base, "root")]);
  for (const path of ["../secret.txt", "../root-evil", "link.txt", "up/secret.txt", "inner/../../secret.txt"]) {
    expect(codeOf(() => roots.resolve(path, join(base, "root")))).toBe("path_outside_root");
  }
});

test("within() judges a target that does not exist yet by its deepest existing parent", () => {
  const roots = within([join(base, "root")]);
  expect(roots.resolve("new/deep/file.md", join(base, "root"))).toBe(join(base, "root/new/deep/file.md"));
  expect(codeOf(() => roots.resolve("up/new/file.md", join(base, "root")))).toBe("path_outside_root");
});

test("anywhere() has no limit, and reading a folder or a missing file is a typed error", () => {
  expect(new TextDecoder().decode(anywhere().read("secret.txt", base))).toBe("s");
  expect(codeOf(() => anywhere().read("root", base))).toBe("io_failed");
  expect(codeOf(() => anywhere().read("nothing", base))).toBe("path_not_found");
  expect(codeOf(() => anywhere().read("a\0b", base))).toBe("invalid_argument");
});

test("contains() compares whole segments", () => {
  expect(contains("/a/b", "/a/b")).toBe(true);
  expect(contains("/a/b", "/a/b/c")).toBe(true);
  expect(contains("/a/b", "/a/bc")).toBe(false);
  expect(contains("/a/b", "/a")).toBe(false);
  expect(contains("/a/b", "/a/b/..c")).toBe(true);
});
