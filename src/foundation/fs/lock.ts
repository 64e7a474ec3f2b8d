import {
  constants,
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { FootnoteError, toFootnoteError } from "../errors.ts";

/** Who holds a lock, as written in the lock file. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  readonly command: string;
  /** Tells two processes apart that got the same pid one after the other. */
  readonly token: string;
}

export interface LockOptions {
  readonly command: string;
  /** How long to wait for another owner, in milliseconds. */
  readonly waitMs: number;
  readonly alive?: (pid: number) => boolean;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Locks that this process holds or waits for. A lock with its pid but none of these is a dead one's: containers hand out the same pid again. */
const ownTokens = new Set<string>();

/**
 * Takes the lock file `path` for one writer. It appears by link(2), which fails when it is there, with its owner already inside.
 * A lock whose process is gone (same host) is taken over; "busy" is never taken for "broken": then `library_locked` names the owner.
 * Returns the function that gives it back.
 */
export async function takeLock(path: string, library: string, options: LockOptions): Promise<() => void> {
  const alive = options.alive ?? processIsAlive;
  const sleep = options.sleep ?? ((ms: number) => Bun.sleep(ms));
  const mine: LockOwner = { pid: process.pid, host: hostname(), command: options.command, token: crypto.randomUUID() };
  const isGone = ({ host, pid, token }: LockOwner): boolean =>
    host === mine.host && (pid === mine.pid ? !ownTokens.has(token) : !alive(pid));
  const own = `${path}.${mine.token}`;
  ownTokens.add(mine.token);
  let taken = false;
  try {
    writeFileSync(own, JSON.stringify(mine));
    for (let waited = 0; !taken; waited += 50) {
      if (options.signal?.aborted) throw new FootnoteError("cancelled");
      taken = tryLink(own, path);
      if (taken) break;
      const owner = readOwner(path);
      if (owner !== undefined && isGone(owner)) {
        takeOver(path, owner.token);
      } else if (waited >= options.waitMs) {
        throw new FootnoteError("library_locked", { library, owner: describe(owner) });
      } else {
        await sleep(50);
      }
    }
    removeLeftOver(path, isGone);
  } catch (error) {
    throw toFootnoteError(error, path);
  } finally {
    rmSync(own, { force: true });
    if (!taken) ownTokens.delete(mine.token);
  }
  return () => {
    giveBack(path, mine.token);
    ownTokens.delete(mine.token);
  };
}

/** True when a process with this id runs (also one of another user). */
function processIsAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") return false;
    // FAT and some network file systems have no hard links; there the copy appears before it is complete, which reads as "busy".
    if (code === "EPERM" || code === "ENOTSUP" || code === "ENOSYS") return tryCopy(from, to);
    throw error;
  }
}

function tryCopy(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Removes what processes left beside the lock that were killed while they took it. */
function removeLeftOver(path: string, isGone: (owner: LockOwner) => boolean): void {
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const owner = readOwner(join(dirname(path), name));
    if (owner !== undefined && isGone(owner)) rmSync(join(dirname(path), name), { force: true });
  }
}

function readOwner(path: string): LockOwner | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isOwner(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is LockOwner {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  return typeof fields.pid === "number" && ["host", "command", "token"].every((key) => typeof fields[key] === "string");
}

/** Moves a dead owner's lock aside; should another process have taken it meanwhile, its lock is put back. */
function takeOver(path: string, deadToken: string): void {
  const aside = `${path}.dead.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return; // Someone else was faster.
  }
  if (readOwner(aside)?.token !== deadToken) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function giveBack(path: string, token: string): void {
  if (readOwner(path)?.token === token) rmSync(path, { force: true });
}

function describe(owner: LockOwner | undefined): string {
  if (owner === undefined) return "another process";
  return `process ${owner.pid} on ${owner.host} (${basename(owner.command)})`;
}
