import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { toFootnoteError } from "../errors.ts";

/** The calls a write needs, so that tests can break each of them. */
export interface WriteCalls {
  open(path: string): number;
  write(handle: number, bytes: Uint8Array, offset: number): number;
  sync(handle: number): void;
  close(handle: number): void;
  rename(from: string, to: string): void;
  remove(path: string): void;
  syncFolder(folder: string): void;
}

export const SYSTEM_CALLS: WriteCalls = {
  open: (path) => openSync(path, "wx", 0o644),
  write: (handle, bytes, offset) => writeSync(handle, bytes, offset),
  sync: fsyncSync,
  close: closeSync,
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  syncFolder(folder) {
    // Windows cannot open folders; there the rename itself is the promise.
    if (process.platform === "win32") return;
    const handle = openSync(folder, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  },
};

/**
 * Writes a file, given whole or in parts, so that after a crash at any moment the old file or the new one is there, never a part: a temporary name in the
 * same folder, fsync, rename, fsync of the folder. On an error the temporary file is removed and the error is typed.
 */
export function writeAtomically(
  path: string,
  bytes: Uint8Array | readonly Uint8Array[],
  calls: WriteCalls = SYSTEM_CALLS,
): void {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  let handle: number | undefined;
  try {
    calls.remove(temporary);
    handle = calls.open(temporary);
    for (const part of bytes instanceof Uint8Array ? [bytes] : bytes)
      for (let offset = 0; offset < part.length; ) offset += calls.write(handle, part, offset);
    calls.sync(handle);
    calls.close(handle);
    handle = undefined;
    calls.rename(temporary, path);
    calls.syncFolder(folder);
  } catch (error) {
    if (handle !== undefined) quietly(() => calls.close(handle as number));
    quietly(() => calls.remove(temporary));
    throw toFootnoteError(error, path);
  }
}

/** Whether this is the name of a temporary file of `writeAtomically`: one that was abandoned, for whoever knows that nobody else writes there. */
export function isTemporary(name: string): boolean {
  return /^\..+\.\d+\.tmp$/.test(name);
}

function quietly(run: () => void): void {
  try {
    run();
  } catch {
    // The first error is the one to report.
  }
}
