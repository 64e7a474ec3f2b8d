import { fchmodSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { SYSTEM_CALLS, type WriteCalls, writeAtomically } from "../../foundation/fs/atomic.ts";
import { isErrno } from "./folder.ts";
import { entryAt, sameIdentity } from "./identity.ts";
import type { Place } from "./place.ts";

export interface PutOptions {
  /** Name of the temporary file, in the same folder. */
  readonly temporary: string;
  /** "replace" puts it over what is there; "new" fails with EEXIST when anything is. */
  readonly put: "replace" | "new";
  /** Permission bits to keep; the process's usual ones when not given. */
  readonly mode?: number;
  /** Called twice, before writing and right before the rename; throws when what is there is no longer what the caller read. */
  readonly check?: () => void;
  readonly calls?: WriteCalls;
}

/** Writes a whole file at a place, atomically: temporary name, fsync, rename or link, fsync of the folder. The temporary file never stays. */
export function putFile(place: Place, bytes: Uint8Array, options: PutOptions): void {
  const { folder, name } = place;
  const calls = options.calls ?? SYSTEM_CALLS;
  const temporary = folder.at(options.temporary);
  const target = folder.at(name);
  options.check?.();
  writeAtomically(target, bytes, {
    ...calls,
    open: () => openTemporary(temporary, options.mode),
    rename: () => {
      options.check?.();
      folder.verify();
      if (options.put === "replace") calls.rename(temporary, target);
      else rename(temporary, target);
    },
    remove: () => calls.remove(temporary),
    syncFolder: () => calls.syncFolder(folder.path),
  });
}

function openTemporary(path: string, mode: number | undefined): number {
  const handle = openSync(path, "wx", mode === undefined ? 0o666 : 0o600);
  if (mode !== undefined) fchmodSync(handle, mode);
  return handle;
}

/** Renames without overwriting: a second name, which fails when there is one, then the first goes. Where files cannot have two names, looking first must do. */
function rename(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!isErrno(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
    if (entryAt(to) !== undefined) throw Object.assign(new Error("exists"), { code: "EEXIST" });
    renameSync(from, to);
    return;
  }
  rmSync(from);
}

/** Moves the file at one place to another, never over something. A crash in between leaves both names of one file: `finishMove` ends it. */
export function moveFile(from: Place, to: Place, calls: WriteCalls = SYSTEM_CALLS): void {
  from.folder.verify();
  to.folder.verify();
  rename(from.folder.at(from.name), to.folder.at(to.name));
  calls.syncFolder(to.folder.path);
  calls.syncFolder(from.folder.path);
}

/** Removes the old name where a move was cut short between giving the new one and that. */
export function finishMove(from: Place, to: Place): void {
  const [old, now] = [entryAt(from.folder.at(from.name)), entryAt(to.folder.at(to.name))];
  if (old?.isFile() && now !== undefined && sameIdentity(old, now)) rmSync(from.folder.at(from.name));
}

export function removeFile(place: Place, calls: WriteCalls = SYSTEM_CALLS): void {
  place.folder.verify();
  rmSync(place.folder.at(place.name));
  calls.syncFolder(place.folder.path);
}
