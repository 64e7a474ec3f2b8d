import { join } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import type { Changes } from "./changes.ts";
import type { Mutated } from "./documents.ts";
import { entryAt } from "./identity.ts";
import { type Journal, type JournalEntry, LARGEST_ENTRY, openJournal, type Side } from "./journal.ts";
import { parsePath } from "./path-rules.ts";
import { atPlace, type Place } from "./place.ts";
import { type ReadBytes, readFile } from "./read-file.ts";
import type { Site } from "./site.ts";

export interface Undone extends Mutated {
  /** The change that was taken back. `change` is the id of the undo itself: undoing that makes the change again. */
  readonly undone: number;
}

/** Taking changes back. */
export interface Undo {
  /** The newest changes first; the journal is bounded, so the oldest are forgotten. */
  history(limit?: number): readonly JournalEntry[];
  /**
   * Takes back one change, by its id, or the newest of a path that is not yet undone, so that repeated calls go further back. Only while the file is still what
   * that change made of it (else note_changed); an edit_refused when the journal knows no such change.
   */
  undo(target: string | number): Promise<Undone>;
}

export function undoOf(site: Site): Undo {
  return {
    history(limit = 50) {
      if (entryAt(join(site.indexFolder, "journal.db")) === undefined) return [];
      const journal = openJournal(site.indexFolder);
      try {
        return journal.list(limit);
      } finally {
        journal.close();
      }
    },
    async undo(target) {
      site.requireWrites();
      const path = typeof target === "string" ? parsePath(target, "any").join("/") : undefined;
      return site.mutate((changes) => {
        const entry = path === undefined ? changes.journal.entry(Number(target)) : changes.journal.newestOf(path);
        if (entry === undefined) throw refusal(target, "the journal holds no change of it that could be undone");
        if (entry.undone) throw refusal(target, "it was undone already");
        return { ...takeBack(site, changes, entry), undone: entry.id };
      });
    },
  };
}

function takeBack(site: Site, changes: Changes, entry: JournalEntry): Mutated {
  const { before, after } = entry;
  const extra = { undoes: entry.id };
  const at = <T>(side: Side, use: (place: Place) => T): T =>
    atPlace(site.ground, parsePath(side.path, "any"), side.path, use, { makeFolders: side === before });
  if (after === undefined) {
    if (before === undefined) throw refusal(entry.id, "the journal's entry is empty");
    const bytes = keptBytes(changes.journal, entry, before);
    const mode = entry.mode === undefined ? {} : { mode: entry.mode };
    return at(before, (place) => answer(before, null, changes.create(place, bytes, { ...extra, ...mode })));
  }
  return at(after, (place) => {
    const was = readUnchanged(place, after, entry.id);
    if (before === undefined) return { ...answer(after, null, changes.remove(place, was, extra)), sha256: null };
    if (before.path !== after.path)
      return at(before, (old) => answer(before, after.path, changes.move(place, old, was, extra)));
    return answer(before, null, changes.replace(place, was, keptBytes(changes.journal, entry, before), extra));
  });
}

function answer(now: Side, previousPath: string | null, change: number): Mutated {
  return { path: now.path, sha256: now.sha256, previousPath, change };
}

function readUnchanged(place: Place, expected: Side, id: number): ReadBytes {
  const read = readFile(place, LARGEST_ENTRY, "an undo");
  if (sha256(read.bytes) === expected.sha256) return read;
  throw new FootnoteError("note_changed", {
    path: place.path,
    problem: `it is no longer what change ${id} made of it`,
    reason: "SOURCE_HASH_MISMATCH",
  });
}

/** The journal is a file like others and may be damaged or forged: what it gives back must have the hash that it states. */
function keptBytes(journal: Journal, { id }: JournalEntry, before: Side): Uint8Array {
  const bytes = journal.bytesBefore(id);
  if (bytes !== undefined && sha256(bytes) === before.sha256) return bytes;
  throw refusal(id, "the journal does not hold what the file was before");
}

function refusal(target: string | number, problem: string): FootnoteError {
  const path = typeof target === "number" ? `Change ${target}` : target;
  return new FootnoteError("edit_refused", { path, problem, remedy: "See the history for what can be undone." });
}
