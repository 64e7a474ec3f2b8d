import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { within } from "../../foundation/fs/roots.ts";
import { openLibrary } from "./library.ts";

let top = "";
let inside = "";
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "library-"));
  inside = join(top, "inside");
  mkdirSync(inside);
  writeFileSync(join(top, "secret.md"), "# Secret\n");
});
afterEach(() => rmSync(top, { recursive: true }));

/** What `path` means in an empty library whose roots are `inside`: titles, and what was skipped with its code. */
async function meant(path: string) {
  const library = openLibrary(join(top, "library"));
  const { documents, skipped } = await library.documents([path], {
    cwd: inside,
    roots: within([inside]),
    signal: new AbortController().signal,
    progress: () => {},
    embedder: () => Promise.reject(new Error("not in this test")),
  });
  const found = documents.map(({ title }) => title);
  library.close();
  return { found, skipped: skipped.map(({ path, error }) => [path, error.code, error.message]) };
}

test("documents() gives the reader's own error for a document that is read on the way", async () => {
  const path = join(inside, "empty.pdf");
  writeFileSync(path, "");
  const skipped = [[path, "empty_file", `${path} is empty (0 bytes).`]];
  expect(await meant("empty.pdf")).toEqual({ found: [], skipped });
  expect(await meant(inside)).toEqual({ found: [], skipped });
});

test("documents() gives the walk's own error, also beside documents that can be read", async () => {
  const link = join(inside, "link.md");
  symlinkSync(join(top, "secret.md"), link);
  const skipped = [[link, "path_outside_root", expect.stringContaining("lies outside the allowed roots")]];
  expect(await meant(inside)).toEqual({ found: [], skipped });
  writeFileSync(join(inside, "good.md"), "# Good\n");
  expect(await meant(inside)).toEqual({ found: ["Good"], skipped });
});

test("documents() gives path_not_found only for what is not there", async () => {
  expect(await meant("nowhere.md")).toEqual({
    found: [],
    skipped: [["nowhere.md", "path_not_found", expect.stringContaining("nowhere.md does not exist.")]],
  });
});
