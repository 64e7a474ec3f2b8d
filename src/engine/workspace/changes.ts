import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { type GateOptions, throughGate } from "./gate.ts";
import { type Change, type Journal, openJournal } from "./journal.ts";
import type { Ground, Place } from "./place.ts";
import { moveFile, putFile, removeFile } from "./put-file.ts";
import { type ReadBytes, readFile } from "./read-file.ts";
import { recover } from "./recover.ts";
import { temporaryName } from "./temporary-name.ts";

/** The changes that can be made to files, each entered in the journal first. Only to be had inside the gate. */
export interface Changes {
  readonly journal: Journal;
  /** Writes a new file; `note_exists` when anything is there. */
  create(place: Place, bytes: Uint8Array, extra?: Extra): number;
  /** Writes over what was read; `note_changed` (reason CHANGED_MEANWHILE) when that is no longer what is there. */
  replace(place: Place, was: ReadBytes, bytes: Uint8Array, extra?: Extra & Hashes): number;
  /** Moves what was read, never over anything. */
  move(from: Place, to: Place, was: ReadBytes, extra?: Extra): number;
  remove(place: Place, was: ReadBytes, extra?: Extra): number;
}

export interface Extra {
  /** The journal entry that this change takes back. */
  readonly undoes?: number;
  /** Permission bits of a new file. */
  readonly mode?: number;
}

/** Hex SHA-256 of what was and what will be there, where they are known. */
export interface Hashes {
  readonly hashes?: { readonly before: string; readonly after: string };
}

export interface ChangesOptions extends GateOptions {
  readonly ground: Ground;
  readonly now: () => Date;
}

export const CHANGED_MEANWHILE = "CHANGED_MEANWHILE";

/** Runs `run` alone among all writers of the folder, after clearing up what a killed one left. */
export function change<T>(options: ChangesOptions, run: (changes: Changes) => T): Promise<T> {
  return throughGate(options, () => {
    const journal = openJournal(options.indexFolder);
    try {
      recover(options.ground, journal);
      return run(changesOf(journal, options.now));
    } finally {
      journal.close();
    }
  });
}

function changesOf(journal: Journal, now: () => Date): Changes {
  const make = (entry: Change, act: (id: number) => void): number => {
    const id = journal.begin(entry, now().toISOString());
    try {
      act(id);
    } catch (error) {
      journal.forget(id);
      throw error;
    }
    journal.finish(id);
    return id;
  };
  return {
    journal,
    create(place, bytes, extra = {}) {
      const { mode, ...undoes } = extra;
      return make({ after: side(place, bytes), ...undoes }, (id) =>
        putFile(place, bytes, { temporary: temporaryName(id), put: "new", ...(mode !== undefined && { mode }) }),
      );
    },
    replace(place, was, bytes, { hashes, ...extra } = {}) {
      const before = side(place, was.bytes, hashes?.before);
      const entry = { before, after: side(place, bytes, hashes?.after), bytes: was.bytes, mode: was.mode };
      return make({ ...entry, ...extra }, (id) =>
        putFile(place, bytes, {
          temporary: temporaryName(id),
          put: "replace",
          mode: was.mode,
          check: () => requireSame(place, was),
        }),
      );
    },
    move(from, to, was, extra = {}) {
      return make({ before: side(from, was.bytes), after: side(to, was.bytes), ...extra }, () => {
        requireSame(from, was);
        moveFile(from, to);
      });
    },
    remove(place, was, extra = {}) {
      return make({ before: side(place, was.bytes), bytes: was.bytes, mode: was.mode, ...extra }, () => {
        requireSame(place, was);
        removeFile(place);
      });
    },
  };
}

function side(place: Place, bytes: Uint8Array, hash = sha256(bytes)): { path: string; sha256: string } {
  return { path: place.path, sha256: hash };
}

function requireSame(place: Place, was: ReadBytes): void {
  // One byte more than before is as much as has to be read to see a difference.
  const now = tryRead(place, was.bytes.length + 1);
  if (now !== undefined && Buffer.compare(now, was.bytes) === 0) return;
  throw new FootnoteError("note_changed", {
    path: place.path,
    problem: "another program wrote to it during the edit",
    reason: CHANGED_MEANWHILE,
  });
}

function tryRead(place: Place, limit: number): Uint8Array | undefined {
  try {
    return readFile(place, limit, "a file").bytes;
  } catch (error) {
    if (error instanceof FootnoteError && (error.code === "too_large" || error.code === "note_not_found"))
      return undefined;
    throw error;
  }
}
