import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { anywhere, within } from "./roots.ts";
import { matchesGlob, type WalkOptions, walk } from "./walk.ts";

let base = "";
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "walk-")));
  for (const name of ["a.pdf", "b.md", "c.bin", ".hidden.md", "sub/d.MD", "sub/deep/e.txt", "node_modules/x.md"]) {
    mkdirSync(join(base, name, ".."), { recursive: true });
    writeFileSync(join(base, name), name);
  }
  symlinkSync(base, join(base, "sub/loop"));
  symlinkSync("/etc/hostname", join(base, "sub/out.txt"));
});
afterAll(() => rmSync(base, { recursive: true }));

const options = (more: Partial<WalkOptions> = {}): WalkOptions => ({
  recursive: true,
  include: [],
  exclude: [],
  extensions: [".pdf", ".md", ".txt"],
  roots: within([base]),
  cwd: base,
  ...more,
});
const names = (paths: readonly string[]) => paths.map((path) => relative(base, path));

test("walk() takes known extensions below a folder, not hidden or vendored ones, and refuses a link that leads out", () => {
  const found = walk(["."], options());
  expect(names(found.files)).toEqual(["a.pdf", "b.md", "sub/d.MD", "sub/deep/e.txt"]);
  expect(found.errors.map((e) => [relative(base, e.path), e.error.code])).toEqual([
    ["sub/out.txt", "path_outside_root"],
  ]);
});

test("walk() stays in the folder itself when not recursive", () => {
  expect(names(walk(["."], options({ recursive: false })).files)).toEqual(["a.pdf", "b.md"]);
});

test("walk() takes a file named by itself whatever its extension, and expands globs", () => {
  expect(names(walk(["c.bin"], options()).files)).toEqual(["c.bin"]);
  expect(names(walk(["sub/**/*.txt"], options({ roots: anywhere() })).files)).toContain("sub/deep/e.txt");
});

test("walk() applies include and exclude globs", () => {
  expect(
    names(
      walk(["."], options({ include: ["*.bin", "sub/**"], exclude: ["**/deep/**"], roots: anywhere() })).files,
    ).filter((n) => !n.startsWith("..")),
  ).toEqual(["c.bin", "sub/d.MD"]);
});

test("walk() reports a path that does not exist and goes on", () => {
  const found = walk(["missing.pdf", "a.pdf"], options());
  expect(names(found.files)).toEqual(["a.pdf"]);
  expect(found.errors.map((e) => e.error.code)).toEqual(["path_not_found"]);
});

test("matchesGlob() tries a glob without a slash on the file name", () => {
  expect(matchesGlob("*.pdf", "x/y.pdf")).toBe(true);
  expect(matchesGlob("x/*.pdf", "y/x/z.pdf")).toBe(false);
});
