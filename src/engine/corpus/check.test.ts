import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { anywhere, within } from "../../foundation/fs/roots.ts";
import { rowsInFile } from "./build/rows-in-file.ts";
import { checkRow, type RowCheck } from "./check.ts";
import { CorpusIndex } from "./index.ts";
import { Repository, repositoryOf } from "./repository.ts";
import type { Row } from "./row.ts";

const GUIDE = "# Guide\n\nA lead.\n\n## Limits\n\nAt most ten.\n\n## Windows\n\nThree of them.\n";
const ISSUES = "issues:\n  - id: T-1\n    title: One\n  - id: T-2\n    title: Two\n    body: |\n      Text.\n";
let root = "";
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "footnote-check-"));
  put("docs/guide.md", GUIDE);
  put("tools/github/issues.yaml", ISSUES);
});
afterEach(() => rmSync(root, { recursive: true }));

/** The index of both files as they were at first. */
function indexOf(strip: readonly string[] = [], more: { readonly root?: string } = {}): CorpusIndex {
  const made = [
    ...rowsInFile({ path: "docs/guide.md", text: GUIDE }, "doc"),
    ...rowsInFile({ path: "tools/github/issues.yaml", text: ISSUES }, "issue"),
  ];
  const rows = made.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([key]) => !strip.includes(key))) as unknown as Row,
  );
  return new CorpusIndex({
    path: join(root, "docs/tero-index/index.json"),
    rows,
    siblings: [],
    flagged: [],
    sha256: "",
    ...more,
  });
}

function check(anchor: string, index = indexOf()): Promise<RowCheck> {
  const row = index.at(anchor);
  if (row === undefined) throw new Error(`no ${anchor}`);
  return checkRow(row, index, new Repository(root));
}

test("a row whose lines say what they said is current, whatever else changes in its file", async () => {
  put("docs/guide.md", GUIDE.replace("Three of them", "Four of them"));
  expect(await check("guide")).toEqual({
    verdict: "current",
    by: "digest",
    file: "docs/guide.md",
    line: 1,
    end_line: 3,
  });
  expect(await check("guide--limits")).toMatchObject({ verdict: "current", line: 5, end_line: 7 });
  expect(await check("T-2")).toMatchObject({ verdict: "current", line: 4, end_line: 7 });
});

test("it is moved where other lines came before it, or its file has another folder", async () => {
  put("docs/guide.md", GUIDE.replace("A lead.", "A lead.\n\nOf two.\n\nOf three."));
  expect(await check("guide--limits")).toEqual({
    verdict: "moved",
    by: "digest",
    file: "docs/guide.md",
    line: 9,
    end_line: 11,
    how: "it stands at line 9 of docs/guide.md now",
  });
  mkdirSync(join(root, "manual/old"), { recursive: true });
  renameSync(join(root, "docs/guide.md"), join(root, "manual/old/guide.md"));
  expect(await check("guide--limits")).toMatchObject({ verdict: "moved", file: "manual/old/guide.md", line: 9 });
  put("tools/github/issues.yaml", ISSUES.replace("issues:\n", "# All of them\nissues:\n"));
  expect(await check("T-1")).toMatchObject({ verdict: "moved", line: 3 });
});

test("it is changed where it says something else under its name, and missing where nothing has that name or the file is gone", async () => {
  put("docs/guide.md", GUIDE.replace("At most ten.", "At most ten,\nor eleven.").replace("Windows", "Doors"));
  expect(await check("guide--limits")).toEqual({
    verdict: "changed",
    by: "digest",
    file: "docs/guide.md",
    line: 5,
    end_line: 8,
    how: "its text is another (4 lines instead of 3)",
  });
  expect(await check("guide--windows")).toEqual({
    verdict: "missing",
    by: "digest",
    how: "nothing in docs/guide.md is called “Windows” any more",
  });
  put("tools/github/issues.yaml", ISSUES.replace("title: Two", "title: Two and a half"));
  expect(await check("T-2")).toMatchObject({
    verdict: "changed",
    how: "its text is another (4 lines, called “Two and a half”)",
  });
  rmSync(join(root, "tools/github/issues.yaml"));
  expect(await check("T-2")).toEqual({
    verdict: "missing",
    by: "digest",
    how: "tools/github/issues.yaml is not there",
  });
});

test("without digests a row is known by its title alone, and that is said", async () => {
  const bare = indexOf(["digest", "end_line"]);
  expect(await check("guide--limits", bare)).toMatchObject({
    verdict: "current",
    by: "title",
    how: "by its title; the index has no digest of its text",
  });
  put("docs/guide.md", `\n\n${GUIDE}`);
  expect(await check("guide--limits", bare)).toMatchObject({ verdict: "moved", by: "title", line: 7 });
});

test("a repository is found by where the files of the rows are, or by what the index says, within the roots", () => {
  const outside = mkdtempSync(join(tmpdir(), "footnote-check-outside-"));
  put("docs/tero-index/index.json", "{}");
  expect(repositoryOf(indexOf(), anywhere())?.root).toBe(root);
  expect(repositoryOf(indexOf(), within([root]))?.root).toBe(root);
  expect(repositoryOf(indexOf(), within([outside]))).toBeUndefined();
  expect(repositoryOf(indexOf([], { root: "../.." }), within([root]))?.root).toBe(root);
  expect(repositoryOf(indexOf([], { root: "../../.." }), within([root]))).toBeUndefined();
  // An index that somebody else wrote leads no further up than where builders put theirs, or than Git works in.
  expect(repositoryOf(indexOf([], { root: "../../.." }), anywhere())).toBeUndefined();
  expect(repositoryOf(indexOf([], { root: "/" }), anywhere())).toBeUndefined();
  put("docs/tero-index/.git/HEAD", "");
  expect(repositoryOf(indexOf([], { root: "../.." }), anywhere())).toBeUndefined();
  expect(repositoryOf(indexOf(), anywhere())).toBeUndefined();
  expect(repositoryOf(indexOf([], { root: "../.." }), within([root]))?.root).toBe(root);
  rmSync(outside, { recursive: true });
});

test("no file outside of the repository is read, by whatever path or link", () => {
  const outside = mkdtempSync(join(tmpdir(), "footnote-check-secret-"));
  writeFileSync(join(outside, "secret.md"), GUIDE);
  symlinkSync(join(outside, "secret.md"), join(root, "docs/link.md"));
  const repository = new Repository(root);
  for (const path of [
    "docs/link.md",
    join(outside, "secret.md"),
    `../${outside.split("/").at(-1)}/secret.md`,
    "docs/\0.md",
    "docs",
  ])
    expect([path, repository.lines(path), path === "docs" || !repository.has(path)]).toEqual([path, undefined, true]);
  rmSync(outside, { recursive: true });
});
