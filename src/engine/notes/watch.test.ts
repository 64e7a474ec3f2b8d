import { expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NotesFolder } from "./folder-for-tests.ts";

/** Until `is` holds; the test's own limit ends what never does. */
async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await Bun.sleep(20);
}

test("watch() follows files and folders that are made, changed, renamed and removed", async () => {
  const folder = new NotesFolder();
  folder.write("a.md", "Detention ponds hold storm water.\n");
  const notes = folder.open();
  await notes.reindexNow({ scope: "changed", force: false });
  notes.watch();
  const found = async (query: string): Promise<string> => {
    const { hits } = await notes.search({ query, mode: "lexical", limit: 10 });
    return hits.map(({ path }) => path).join();
  };
  writeFileSync(join(folder.root, "a.md"), "Bicycle racks stand near the door.\n");
  await until(async () => (await found("bicycle")) === "a.md" && (await found("ponds")) === "");
  mkdirSync(join(folder.root, "deep/down"), { recursive: true });
  writeFileSync(join(folder.root, "deep/down/b.md"), "A zyzzyva is a weevil.\n");
  await until(async () => (await found("zyzzyva")) === "deep/down/b.md");
  renameSync(join(folder.root, "deep"), join(folder.root, "other"));
  await until(async () => (await found("zyzzyva")) === "other/down/b.md");
  renameSync(join(folder.root, "a.md"), join(folder.root, "c.md"));
  await until(async () => (await found("bicycle")) === "c.md");
  rmSync(join(folder.root, "other"), { recursive: true });
  await until(async () => (await found("zyzzyva")) === "");
  await notes.settled();
  expect(notes.status()).toMatchObject({ pending: [], lastError: null, documents: 1 });
  await notes.close();
}, 20_000);
