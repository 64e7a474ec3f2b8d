import { type BigIntStats, fstatSync, lstatSync } from "node:fs";

/** What makes a file that file, whatever its name: device and inode. */
export interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

export function sameIdentity(a: Identity, b: Identity): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** The entry itself, links not followed; undefined when there is none. */
export function entryAt(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false });
}

export function factsOf(handle: number): BigIntStats {
  return fstatSync(handle, { bigint: true });
}
