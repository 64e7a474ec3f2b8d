/** Indexes a folder over and over, and tells of each step on stdout: to be killed by tests. */
import { writeSync } from "node:fs";
import { NotesFolder } from "./folder-for-tests.ts";

const [, , root = "", storage = ""] = process.argv;
const folder = new NotesFolder(root, storage);
const notes = folder.open();
for (;;) {
  for (const { path } of folder.source.list()) {
    notes.schedule(path);
    writeSync(1, ".");
    await notes.settled();
  }
  await notes.reindexNow({ scope: "all", force: false });
  writeSync(1, ".");
}
