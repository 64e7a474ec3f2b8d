import { statSync } from "node:fs";

/** What tells that a file is another, or was written. */
export interface Stamp {
  readonly size: bigint;
  readonly inode: bigint;
  readonly modified: bigint;
  readonly changed: bigint;
}

/** Undefined for a file that is not there. */
export function stampOf(path: string): Stamp | undefined {
  try {
    const { size, ino, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return { size, inode: ino, modified: mtimeNs, changed: ctimeNs };
  } catch {
    return undefined;
  }
}

export function isSame(a: Stamp | undefined, b: Stamp | undefined): boolean {
  return a?.size === b?.size && a?.inode === b?.inode && a?.modified === b?.modified && a?.changed === b?.changed;
}
