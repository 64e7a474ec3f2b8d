import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FootnoteError, toFootnoteError } from "../errors.ts";
import { SYSTEM_CALLS } from "./atomic.ts";

/** The calls that put a finished file in place, so that tests can break them. */
export interface PublishCalls {
  /** Makes `to` another name of `from`; fails when `to` is there. */
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
}

const SYSTEM: PublishCalls = { link: linkSync, rename: renameSync };

export interface PublishOptions {
  /** Whether a file that is there may be replaced; otherwise it stays and the call throws target_exists. */
  readonly overwrite: boolean;
}

/**
 * Lets `make` write a whole file by itself, under a temporary name in the same folder, then puts it in place at once: a reader sees the old file,
 * none, or all of the new one. On an error the temporary file and what `make` left beside it are removed.
 */
export function publishFile(
  path: string,
  options: PublishOptions,
  make: (temporary: string) => void,
  calls: PublishCalls = SYSTEM,
): void {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.tmp`);
  try {
    if (!options.overwrite && existsSync(path)) throw new FootnoteError("target_exists", { path });
    rmSync(temporary, { force: true });
    make(temporary);
    syncFile(temporary);
    if (options.overwrite) calls.rename(temporary, path);
    else putNew(temporary, path, calls);
    SYSTEM_CALLS.syncFolder(folder);
  } catch (error) {
    for (const name of [temporary, `${temporary}-journal`]) rmSync(name, { force: true });
    throw toFootnoteError(error, path);
  }
}

/** A second name is given only where none is, so of two writers one is told. Where files cannot have two names, looking first must do. */
function putNew(temporary: string, path: string, calls: PublishCalls): void {
  try {
    calls.link(temporary, path);
    rmSync(temporary);
  } catch (error) {
    if (existsSync(path)) throw new FootnoteError("target_exists", { path }, error);
    calls.rename(temporary, path);
  }
}

function syncFile(path: string): void {
  const handle = openSync(path, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
