import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import { takeLock } from "../../foundation/fs/lock.ts";

/** All changes that this process makes to any folder of notes go one after the other (kb.md §3.4). */
let last: Promise<unknown> = Promise.resolve();

export interface GateOptions {
  /** Where the lock file is; made when missing. */
  readonly indexFolder: string;
  /** How long to wait for another process, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Runs one change alone: after every earlier one of this process, and with the folder's lock against other processes. Without it two writers that both
 * read, then both write, lose one's edit. Throws `note_busy` when another process keeps the lock.
 */
export function throughGate<T>(options: GateOptions, run: () => T): Promise<T> {
  const turn = last.then(async () => {
    mkdirSync(options.indexFolder, { recursive: true });
    const giveBack = await lock(options);
    try {
      return run();
    } finally {
      giveBack();
    }
  });
  last = turn.catch(() => {});
  return turn;
}

async function lock({ indexFolder, waitMs }: GateOptions): Promise<() => void> {
  try {
    return await takeLock(join(indexFolder, "write.lock"), "", { command: process.argv0, waitMs });
  } catch (error) {
    if (!(error instanceof FootnoteError) || error.code !== "library_locked") throw error;
    throw new FootnoteError("note_busy", { owner: error.details.owner ?? "another process" }, error);
  }
}
