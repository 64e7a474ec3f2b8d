import { closeSync, constants, openSync, readSync } from "node:fs";
import { FootnoteError } from "../../foundation/errors.ts";
import { FolderChanged, isErrno } from "./folder.ts";
import { entryAt, factsOf, sameIdentity } from "./identity.ts";
import type { Place } from "./place.ts";

/** O_NONBLOCK so that a pipe put in the file's place cannot hang the reader. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface ReadBytes {
  readonly bytes: Uint8Array;
  /** Permission bits. */
  readonly mode: number;
  readonly modified: Date;
}

/**
 * Reads the regular file at a place, at most `limit` bytes (else `too_large`), never through a link: what was opened is compared by device and inode with
 * what stands there. A folder, a pipe or nothing is `note_not_found`.
 */
export function readFile(place: Place, limit: number, format: string): ReadBytes {
  const path = place.folder.at(place.name);
  let handle: number;
  try {
    handle = openSync(path, READ);
  } catch (error) {
    // O_NOFOLLOW met a link; EISDIR and ENXIO are a folder and a socket.
    if (isErrno(error, "ELOOP")) throw new FolderChanged();
    if (isErrno(error, "EISDIR", "ENXIO")) throw new FootnoteError("note_not_found", { path: place.path });
    throw error;
  }
  try {
    const facts = factsOf(handle);
    if (!facts.isFile()) throw new FootnoteError("note_not_found", { path: place.path });
    if (constants.O_NOFOLLOW === undefined) refuseSwapped(path, facts);
    place.folder.verify();
    if (facts.size > BigInt(limit)) throw tooLarge(place.path, Number(facts.size), limit, format);
    const bytes = readAll(handle, Number(facts.size), limit);
    if (bytes === undefined) throw tooLarge(place.path, limit + 1, limit, format);
    return { bytes, mode: Number(facts.mode & 0o7777n), modified: facts.mtime };
  } finally {
    closeSync(handle);
  }
}

function tooLarge(path: string, size: number, limit: number, format: string): FootnoteError {
  return new FootnoteError("too_large", { path, size, limit, format });
}

/** Where links cannot be refused by a flag: the entry must not be one, and must be what was opened. */
function refuseSwapped(path: string, opened: { dev: bigint; ino: bigint }): void {
  const entry = entryAt(path);
  if (entry === undefined || entry.isSymbolicLink() || !sameIdentity(entry, opened)) throw new FolderChanged();
}

/** All that the handle gives, also when the file grows meanwhile; undefined beyond the limit. */
function readAll(handle: number, expected: number, limit: number): Uint8Array | undefined {
  let bytes = new Uint8Array(expected + 1);
  let length = 0;
  for (;;) {
    const read = readSync(handle, bytes, length, bytes.length - length, length);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
    if (length > limit) return undefined;
    if (length === bytes.length) {
      const larger = new Uint8Array(Math.min(limit + 1, length * 2));
      larger.set(bytes);
      bytes = larger;
    }
  }
}
