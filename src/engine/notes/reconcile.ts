import { FootnoteError } from "../../foundation/errors.ts";
import { PreparePool } from "./prepare-pool.ts";
import { matching, mayDiffer } from "./reindex.ts";
import type { NotesSettings } from "./settings.ts";
import type { NotesSource, SourceFile } from "./source.ts";
import type { Store } from "./store.ts";

/** Brings what is known of a file, or of all in a folder, up to what is there: new, changed, gone or no longer wanted. */
export async function reconcile(
  store: Store,
  source: NotesSource,
  settings: NotesSettings,
  path: string,
  now: Date,
): Promise<void> {
  const wanted = matching(filesAt(source, path), settings);
  const known = new Map(store.documentsAt(path).map((document) => [document.path, document]));
  const gone = [...known.keys()].filter((one) => !wanted.has(one));
  // A large file would keep everybody waiting who asks meanwhile.
  const pool = new PreparePool(settings, 1);
  try {
    for (const one of wanted.values()) {
      const before = known.get(one.path);
      // One that is named was changed, whatever its time says.
      if (one.path !== path && !mayDiffer(one, before)) continue;
      const file = source.load(one.path);
      if (file === undefined) gone.push(one.path);
      else if (file.sha256 === before?.sha256) store.touch(file);
      else store.replace(await pool.prepare([file]), now);
    }
  } finally {
    pool.close();
  }
  if (gone.length > 0) store.remove(gone);
  store.merge();
}

/** A name that no file of these folders can have names none. */
function filesAt(source: NotesSource, path: string): readonly SourceFile[] {
  try {
    return source.list(path);
  } catch (error) {
    if (error instanceof FootnoteError && error.code === "note_path") return [];
    throw error;
  }
}
