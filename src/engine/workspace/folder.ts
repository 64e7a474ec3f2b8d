import { closeSync, constants, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { entryAt, factsOf, type Identity, sameIdentity } from "./identity.ts";

/**
 * A folder that stays the same one while it is used. On Linux it is an open handle and its entries are reached through /proc/self/fd (what openat(2) does),
 * so that a link put in the place of any folder above cannot lead elsewhere. Elsewhere the way is written down and `verify()` compares it again.
 */
export interface Folder {
  readonly identity: Identity;
  /** The path by which the file system reaches an entry of it. */
  at(name: string): string;
  /** The path of the folder itself. */
  readonly path: string;
  /** Throws FolderChanged when a folder on the way is no longer what it was. */
  verify(): void;
  close(): void;
}

/** A folder was swapped, for a link for instance, while its entries were used. */
export class FolderChanged extends Error {
  override readonly name = "FolderChanged";
}

/** Whether entries can be reached through an open handle here. */
export const CAN_PIN = process.platform === "linux" && existsSync("/proc/self/fd");

const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

interface Step {
  readonly path: string;
  readonly identity: Identity;
}

/** Opens the top folder, which may be reached through links: who configured it meant it so. */
export function openTop(path: string, pin: boolean): Folder {
  const handle = pin ? openSync(path, FOLDER) : undefined;
  const facts = handle === undefined ? entryAt(path) : factsOf(handle);
  if (facts === undefined) throw Object.assign(new Error("no such folder"), { code: "ENOENT" });
  return makeFolder(path, facts, handle, []);
}

/**
 * Opens a folder in a folder, never through a link. Errors: errno ENOENT (nothing there) and ENOTDIR (a file), FolderChanged for a link or
 * when the entry was swapped between look and open.
 */
export function openFolderIn(parent: Folder, name: string): Folder {
  const path = parent.at(name);
  const seen = entryAt(path);
  if (seen === undefined) throw Object.assign(new Error("no such folder"), { code: "ENOENT" });
  if (seen.isSymbolicLink()) throw new FolderChanged();
  if (!seen.isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
  const pinned = parent.path.startsWith("/proc/self/fd/");
  if (!pinned) return makeFolder(path, seen, undefined, stepsOf(parent));
  let handle: number;
  try {
    handle = openSync(path, FOLDER | NO_FOLLOW);
  } catch (error) {
    if (isErrno(error, "ELOOP", "ENOTDIR", "ENOENT")) throw new FolderChanged();
    throw error;
  }
  const facts = factsOf(handle);
  if (!sameIdentity(facts, seen)) {
    closeSync(handle);
    throw new FolderChanged();
  }
  return makeFolder(path, facts, handle, []);
}

export function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

const ways = new WeakMap<Folder, readonly Step[]>();

function stepsOf(folder: Folder): readonly Step[] {
  return ways.get(folder) ?? [];
}

function makeFolder(path: string, identity: Identity, handle: number | undefined, above: readonly Step[]): Folder {
  const own = handle === undefined ? path : `/proc/self/fd/${handle}`;
  const steps = handle === undefined ? [...above, { path, identity: { dev: identity.dev, ino: identity.ino } }] : [];
  const folder: Folder = {
    identity: { dev: identity.dev, ino: identity.ino },
    path: own,
    at: (name) => join(own, name),
    verify() {
      for (const step of steps) {
        const now = entryAt(step.path);
        if (now === undefined || !sameIdentity(now, step.identity)) throw new FolderChanged();
      }
    },
    close() {
      if (handle !== undefined) closeSync(handle);
    },
  };
  ways.set(folder, steps);
  return folder;
}
