import { mkdirSync } from "node:fs";
import { toFootnoteError } from "../../foundation/errors.ts";
import { type LockOptions, takeLock } from "../../foundation/fs/lock.ts";
import { archivesFolder, lockPath } from "./layout.ts";

/** Does `work` as the library's one writer; its folders are there by then. Throws `library_locked` when another one does not end in time. */
export async function asWriter<T>(library: string, lock: LockOptions, work: () => T | Promise<T>): Promise<T> {
  try {
    mkdirSync(archivesFolder(library), { recursive: true });
  } catch (error) {
    throw toFootnoteError(error, library);
  }
  const release = await takeLock(lockPath(library), library, lock);
  try {
    return await work();
  } finally {
    release();
  }
}
