import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everythingIn, makeFolder, openFolder, removeFolder } from "./folder-for-tests.ts";
import { openJournal } from "./journal.ts";
import type { Workspace } from "./workspace.ts";

let root: string;
let notes: Workspace;
beforeEach(async () => {
  root = makeFolder({ "a.md": "one" });
  notes = await openFolder(root);
});
afterEach(() => removeFolder(root));

const read = (path: string) => readFileSync(join(root, path), "utf8");
const write = (path: string, text: string) => notes.update(path, () => ({ text }));

describe("undo()", () => {
  test("goes back step by step by path, and forth again by the id of an undo", async () => {
    await write("a.md", "two");
    await write("a.md", "three");
    const first = await notes.undo("a.md");
    expect([read("a.md"), first.undone, first.change]).toEqual(["two", 2, 3]);
    const second = await notes.undo("./a.md");
    expect([read("a.md"), second.undone]).toEqual(["one", 1]);
    await expect(notes.undo("a.md")).rejects.toMatchObject({ code: "edit_refused" });
    await notes.undo(second.change as number);
    await notes.undo(first.change as number);
    expect(read("a.md")).toBe("three");
    expect((await notes.undo("a.md")).undone).toBe(2);
    expect(read("a.md")).toBe("two");
  });

  test("takes back a creation, a removal with its permissions, and a move", async () => {
    await notes.create("x/new.md", "new");
    await notes.undo("x/new.md");
    chmodSync(join(root, "a.md"), 0o600);
    const { sha256 } = notes.load("a.md");
    await notes.move("a.md", "y/b.md", sha256);
    await notes.remove("y/b.md", sha256);
    expect(everythingIn(root)).toEqual(["x/", "y/"]);
    await notes.undo("y/b.md");
    expect([read("y/b.md"), statSync(join(root, "y/b.md")).mode & 0o777]).toEqual(["one", 0o600]);
    expect(await notes.undo("y/b.md")).toMatchObject({ path: "a.md", previousPath: "y/b.md", sha256 });
    expect(everythingIn(root)).toEqual(["a.md", "x/", "y/"]);
  });

  test("refuses when the file is no longer what the change made, and leaves it", async () => {
    const { change } = await write("a.md", "two");
    writeFileSync(join(root, "a.md"), "foreign");
    await expect(notes.undo("a.md")).rejects.toMatchObject({ code: "note_changed" });
    await expect(notes.undo(change as number)).rejects.toMatchObject({ code: "note_changed" });
    expect(read("a.md")).toBe("foreign");
    expect(notes.history().map(({ id, undone }) => [id, undone])).toEqual([[1, false]]);
  });

  test("refuses to put a removed file back over a new one", async () => {
    await notes.remove("a.md", notes.load("a.md").sha256);
    writeFileSync(join(root, "a.md"), "new");
    await expect(notes.undo("a.md")).rejects.toMatchObject({ code: "note_exists" });
    expect(read("a.md")).toBe("new");
  });

  test("asks for permission to write, and for a path inside", async () => {
    const readOnly = await openFolder(root, { allowWrites: false });
    await expect(readOnly.undo("a.md")).rejects.toMatchObject({ code: "note_writes_disabled" });
    expect(readOnly.history()).toEqual([]);
    await expect(notes.undo("../a.md")).rejects.toMatchObject({ code: "note_path" });
    await expect(notes.undo(99)).rejects.toMatchObject({ code: "edit_refused" });
  });

  test("does not believe a forged journal: neither its paths nor its bytes", async () => {
    await write("a.md", "two");
    const database = new Database(join(`${root}.index`, "journal.db"));
    database.run("UPDATE changes SET packed = ?, size = 4", [Bun.zstdCompressSync(Buffer.from("evil"))]);
    await expect(notes.undo("a.md")).rejects.toMatchObject({ code: "edit_refused" });
    database.run("UPDATE changes SET before_path = '../out.md', after_path = '../out.md', finished = 0");
    await expect(notes.undo(1)).rejects.toMatchObject({ code: "note_path" });
    database.close();
    expect(read("a.md")).toBe("two");
  });
});

describe("the journal", () => {
  test("tells what happened, newest first", async () => {
    await write("a.md", "two");
    await notes.create("b.md", "b");
    expect(notes.history().map(({ id, at, before, after }) => [id, at, before?.path, after?.path])).toEqual([
      [2, "1970-01-01T00:00:00.000Z", undefined, "b.md"],
      [1, "1970-01-01T00:00:00.000Z", "a.md", "a.md"],
    ]);
    expect(notes.history(1).length).toBe(1);
  });

  test("holds no entry for what was refused", async () => {
    writeFileSync(join(root, "c.md"), "");
    await expect(notes.create("c.md", "x")).rejects.toThrow();
    expect(notes.history()).toEqual([]);
  });

  test("is bounded in bytes and in entries, and keeps the newest always", () => {
    const folder = `${root}.index`;
    const noise = () => crypto.getRandomValues(new Uint8Array(1000));
    const byBytes = openJournal(folder, { bytes: 3500, entries: 100 });
    for (let n = 0; n < 6; n++) byBytes.begin({ bytes: noise() }, "t");
    expect(byBytes.list(9).map(({ id }) => id)).toEqual([6, 5, 4]);
    byBytes.begin({ bytes: crypto.getRandomValues(new Uint8Array(9000)) }, "t");
    expect(byBytes.list(9).map(({ id }) => id)).toEqual([7]);
    byBytes.close();
    const byEntries = openJournal(folder, { bytes: 1e6, entries: 2 });
    for (let n = 0; n < 4; n++) byEntries.begin({}, "t");
    expect(byEntries.list(9).map(({ id }) => id)).toEqual([11, 10]);
    byEntries.close();
  });

  test("is set aside when it is damaged, and notes can still be edited", async () => {
    await write("a.md", "two");
    const path = join(`${root}.index`, "journal.db");
    writeFileSync(path, "this is no database at all".repeat(200));
    await write("a.md", "three");
    expect(read("a.md")).toBe("three");
    expect(readdirSync(`${root}.index`)).toContain("journal.db.damaged");
    expect(notes.history().length).toBe(1);
  });

  test("loses its temporary files when a writer died, wherever it stood", async () => {
    const folder = `${root}.index`;
    const hash = notes.load("a.md").sha256;
    const journal = openJournal(folder);
    const id = journal.begin(
      {
        before: { path: "a.md", sha256: hash },
        after: { path: "a.md", sha256: "f".repeat(64) },
        bytes: Buffer.from("one"),
      },
      "t",
    );
    journal.close();
    writeFileSync(join(root, `.footnote-${id}.tmp`), "half");
    const reopened = await openFolder(root);
    expect(existsSync(join(root, `.footnote-${id}.tmp`))).toBe(false);
    expect([reopened.history(), read("a.md")]).toEqual([[], "one"]);
  });
});
