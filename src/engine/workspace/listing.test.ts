import { afterEach, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, openFolder, removeFolder } from "./folder-for-tests.ts";
import type { ListOptions } from "./listing.ts";
import { openWorkspace } from "./workspace.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

async function pathsIn(files: Readonly<Record<string, string>>, options: ListOptions = {}): Promise<readonly string[]> {
  const root = makeFolder(files);
  folders.push(root);
  const notes = await openFolder(root, { excluded: ["drafts/"] });
  return notes.list(options).map(({ path }) => path);
}

describe("list()", () => {
  test("gives path, kind, size and time, ordered without case, then by code unit", async () => {
    const root = makeFolder({ "b.md": "12345", "a.MD": "", "B.md": "", "c/x.png": "1" });
    folders.push(root);
    const notes = await openFolder(root);
    expect(notes.list().map(({ path, kind, size }) => [path, kind, size])).toEqual([
      ["a.MD", "markdown", 0],
      ["B.md", "markdown", 0],
      ["b.md", "markdown", 5],
      ["c/x.png", "asset", 1],
    ]);
    expect(notes.list()[0]?.modified).toBeInstanceOf(Date);
  });

  test("skips Git's folder in any case, links, pipes, and the index with its sidecars", async () => {
    const root = makeFolder({
      ".git/config": "",
      "sub/.GIT/x.md": "",
      "a.md": "",
      "notes.db": "",
      "notes.db-wal": "",
      "notes.dbx": "",
    });
    folders.push(root);
    symlinkSync(join(root, "a.md"), join(root, "link.md"));
    symlinkSync("/", join(root, "all"));
    Bun.spawnSync(["mkfifo", join(root, "pipe.md")]);
    const notes = await openWorkspace(root, { allowWrites: true, offLimits: [join(root, "notes.db")] });
    await notes.create("b.md", "");
    expect(notes.list().map(({ path }) => path)).toEqual(["a.md", "b.md", "notes.dbx"]);
  });

  test("restricts to a folder or a file, without case", async () => {
    const files = { "Sub/a.md": "", "subway.md": "", "sub.md": "", "x/sub/b.md": "" };
    expect(await pathsIn(files, { pathPrefix: "sUB" })).toEqual(["Sub/a.md"]);
    expect(await pathsIn(files, { pathPrefix: "SUB.md" })).toEqual(["sub.md"]);
    expect(await pathsIn(files, { pathPrefix: "none" })).toEqual([]);
    await expect(pathsIn(files, { pathPrefix: "../x" })).rejects.toMatchObject({ code: "note_path" });
  });

  test("takes globs: * in a segment, ** across, without case", async () => {
    const files = { "a.md": "", "sub/B.md": "", "sub/c.png": "" };
    expect(await pathsIn(files, { includeGlob: "*.MD" })).toEqual(["a.md"]);
    expect(await pathsIn(files, { includeGlob: "**/*.md" })).toEqual(["a.md", "sub/B.md"]);
    for (const includeGlob of ["", "/a", "\\a", "c:a", "x/../y", "a\u0001"]) {
      await expect(pathsIn(files, { includeGlob })).rejects.toMatchObject({ code: "invalid_argument" });
    }
  });

  test("fails as a whole when a folder cannot be read", async () => {
    const root = makeFolder({ "a.md": "", "closed/b.md": "" });
    folders.push(root);
    // Root may read everything, so the listing runs as somebody else where tests run as root.
    const script = `
      import { openWorkspace } from ${JSON.stringify(join(import.meta.dir, "workspace.ts"))};
      const notes = await openWorkspace(${JSON.stringify(root)}, { allowWrites: false });
      try { console.log(notes.list().length); } catch (error) { console.log(error.code, error.details.path); }`;
    const file = join(root, "..", `${root.split("/").at(-1)}.index`);
    mkdirSync(file);
    writeFileSync(join(file, "list.ts"), script);
    Bun.spawnSync(["chmod", "0755", root, file]);
    Bun.spawnSync(["chmod", "0000", join(root, "closed")]);
    const nobody = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
    const run = Bun.spawnSync([...nobody, process.execPath, join(file, "list.ts")]);
    Bun.spawnSync(["chmod", "0755", join(root, "closed")]);
    expect(run.stdout.toString()).toBe("permission_denied closed\n");
  });
});

describe("list() that skips what is ignored", () => {
  const skipIgnored = true;

  test("leaves out hidden folders, dependencies and what the workspace excludes, but keeps binary-notes.md", async () => {
    const files = {
      ".obsidian/a.md": "",
      "node_modules/x/a.md": "",
      "drafts/a.md": "",
      "sub/drafts/b.md": "",
      "binary-notes.md": "",
      ".hidden.md": "",
    };
    expect(await pathsIn(files, { skipIgnored })).toEqual([".hidden.md", "binary-notes.md"]);
    expect((await pathsIn(files)).length).toBe(6);
  });

  test("obeys .gitignore files, a deeper one before a higher one", async () => {
    const files = {
      ".gitignore": "*.log\n/only-here.md\nbuild/\n",
      "a.log": "",
      "only-here.md": "",
      "sub/only-here.md": "",
      "sub/.gitignore": "!keep.log\n/local.md",
      "sub/keep.log": "",
      "sub/local.md": "",
      "local.md": "",
      "build/.gitignore": "!*",
      "build/x.md": "",
    };
    expect(await pathsIn(files, { skipIgnored })).toEqual([
      ".gitignore",
      "local.md",
      "sub/.gitignore",
      "sub/keep.log",
      "sub/only-here.md",
    ]);
  });

  test("does not read a .gitignore that is a link", async () => {
    const root = makeFolder({ "a.md": "", "rules.txt": "*.md" });
    folders.push(root);
    symlinkSync(join(root, "rules.txt"), join(root, ".gitignore"));
    const notes = await openFolder(root);
    expect(notes.list({ skipIgnored }).map(({ path }) => path)).toEqual(["a.md", "rules.txt"]);
  });

  test("leaves out a pattern that would take for ever", async () => {
    const deep = `${"a/".repeat(100)}b.md`;
    const files = { ".gitignore": `${"**/a/".repeat(8)}c\n`, [deep]: "" };
    expect(await pathsIn(files, { skipIgnored })).toEqual([".gitignore", deep]);
  });
});
