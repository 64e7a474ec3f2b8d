import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { removeDatabase } from "./database.ts";
import { NotesFolder } from "./folder-for-tests.ts";
import type { Notes } from "./notes.ts";

const CHANGED = { scope: "changed", force: false } as const;

let folder: NotesFolder;
let notes: Notes;
beforeEach(() => {
  folder = new NotesFolder();
  for (let at = 0; at < 40; at++)
    folder.write(`part-${at % 4}/note-${at}.md`, `# Note ${at}\n\nThe quokka number${at} eats leaves.\n`.repeat(5));
  notes = folder.open();
});
afterEach(() => notes.close());

const paths = async (of: Notes, query: string) => [
  ...new Set((await of.search({ query, mode: "lexical", limit: 10 })).hits.map(({ path }) => path)),
];

test("two processes on one index: each sees what the other has done, and neither spoils it", async () => {
  await notes.reindexNow(CHANGED);
  const other = folder.open();
  expect(await paths(other, "number7")).toEqual(["part-3/note-7.md"]);
  folder.write("new.md", "A zyzzyva is a weevil.\n");
  other.schedule("new.md");
  await other.settled();
  expect(await paths(notes, "zyzzyva")).toEqual(["new.md"]);
  const all = { scope: "all", force: false } as const;
  await Promise.all([notes.reindexNow(all), other.reindexNow(all)]);
  for (const one of [notes, other]) {
    expect([one.status().documents, one.status().chunks]).toEqual([41, 201]);
    expect(await paths(one, "number7")).toEqual(["part-3/note-7.md"]);
  }
  await other.close();
});

test("a second writer that waits too long says so, and the path stays pending", async () => {
  await notes.close();
  notes = folder.open({}, undefined, 20);
  await notes.reindexNow(CHANGED);
  const writer = new Database(folder.storage);
  writer.run("BEGIN IMMEDIATE");
  folder.write("new.md", "A zyzzyva is a weevil.\n");
  notes.schedule("new.md");
  await notes.settled();
  expect(notes.status()).toMatchObject({
    pending: ["new.md"],
    lastError: "The folder of notes is being written by another process, which is indexing it.",
  });
  expect(await paths(notes, "number7")).toEqual(["part-3/note-7.md"]);
  writer.run("ROLLBACK");
  writer.close();
  notes.schedule("new.md");
  await notes.settled();
  expect([notes.status().pending, notes.status().lastError]).toEqual([[], null]);
  expect(await paths(notes, "zyzzyva")).toEqual(["new.md"]);
});

test("a process killed while it indexes leaves an index that goes on from there", async () => {
  await notes.close();
  for (let round = 0; round < 6; round++) {
    const killed = Bun.spawn(
      [process.execPath, join(import.meta.dir, "indexer-for-tests.ts"), folder.root, folder.storage],
      {
        stdout: "pipe",
        stderr: "inherit",
      },
    );
    const output = killed.stdout.getReader();
    for (let told = 0; told < 1 + 3 * round; told++) await output.read();
    killed.kill("SIGKILL");
    await killed.exited;
  }
  notes = folder.open();
  const database = new Database(folder.storage, { readonly: true });
  expect(database.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  database.close();
  await notes.reindexNow(CHANGED);
  expect([notes.status().documents, notes.status().chunks]).toEqual([40, 200]);
  expect(await paths(notes, "number39")).toEqual(["part-3/note-39.md"]);
}, 30_000);

test("an index that is removed while it is used is made anew", async () => {
  await notes.reindexNow(CHANGED);
  removeDatabase(folder.storage);
  expect(paths(notes, "quokka")).rejects.toMatchObject({ code: "note_index_not_ready" });
  await notes.settled();
  expect(await paths(notes, "number7")).toEqual(["part-3/note-7.md"]);
  removeDatabase(folder.storage);
  folder.write("new.md", "A zyzzyva is a weevil.\n");
  notes.schedule("new.md");
  await notes.settled();
  expect(await paths(notes, "zyzzyva")).toEqual(["new.md"]);
  expect(notes.status().documents).toBe(41);
});

test("an index that is damaged is not believed: it is named and made anew", async () => {
  await notes.reindexNow(CHANGED);
  await notes.close();
  const { size } = Bun.file(folder.storage);
  const file = openSync(folder.storage, "r+");
  writeSync(file, Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096);
  closeSync(file);
  notes = folder.open();
  const refused = await notes.search({ query: "quokka", mode: "lexical", limit: 3 }).catch((error: Error) => error);
  expect((refused as Error).message).toContain(folder.storage);
  await notes.settled();
  expect(await paths(notes, "number7")).toEqual(["part-3/note-7.md"]);
});

test("a place where no index can be written is named", () => {
  const blocked = join(folder.root, "file");
  writeFileSync(blocked, "");
  const at = Object.assign(new NotesFolder(), { storage: join(blocked, "index.db") });
  expect(() => at.open()).toThrow(blocked);
});

test("a folder that is renamed, and one that is removed, are followed by their own names", async () => {
  await notes.reindexNow(CHANGED);
  renameSync(join(folder.root, "part-3"), join(folder.root, "moved"));
  rmSync(join(folder.root, "part-2"), { recursive: true });
  for (const path of ["part-3", "moved", "part-2"]) notes.schedule(path);
  await notes.settled();
  expect(await paths(notes, "number7")).toEqual(["moved/note-7.md"]);
  expect(notes.status().documents).toBe(30);
});

test("closing stops a reindex, which goes on the next time", async () => {
  const running = notes.reindexNow(CHANGED);
  const closing = notes.close();
  expect(running).rejects.toMatchObject({ code: "cancelled" });
  await closing;
  notes = folder.open();
  expect(await notes.reindexNow(CHANGED)).toMatchObject({ indexedFiles: 40 });
});
