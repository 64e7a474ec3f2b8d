/**
 * A second process for tests: `bun writer-for-tests.ts count ROOT TIMES` adds one to n.md so often; `rewrite ROOT` writes whole letters over a.md, moves it there
 * and back, creates and removes, until it is killed; `swap ROOT OUTSIDE` puts a link to OUTSIDE in the place of the folder `sub` and takes it away again, until killed.
 */
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openFolder } from "./folder-for-tests.ts";

const [, , what, root = "", more = ""] = process.argv;

if (what === "count") {
  const notes = await openFolder(root);
  for (let n = 0; n < Number(more); n++) {
    await notes.update("n.md", ({ text }) => ({ text: String(Number(text) + 1) }));
  }
}

if (what === "rewrite") {
  const notes = await openFolder(root);
  console.log("ready");
  for (let n = 0; ; n++) {
    const letter = String.fromCharCode(97 + (n % 26));
    await notes.update("a.md", () => ({ text: letter.repeat(200_000) }));
    const { sha256 } = await notes.create("new/b.md", letter.repeat(200_000));
    await notes.move("new/b.md", "c.md", sha256);
    await notes.remove("c.md", sha256);
  }
}

if (what === "swap") {
  console.log("ready");
  const [sub, away] = [join(root, "sub"), join(root, "away")];
  for (;;) {
    renameSync(sub, away);
    try {
      symlinkSync(more, sub);
    } catch {
      // The other process has made the folder anew.
    }
    rmSync(sub, { recursive: true, force: true });
    try {
      renameSync(away, sub);
    } catch {
      rmSync(sub, { recursive: true, force: true });
      renameSync(away, sub);
    }
  }
}
