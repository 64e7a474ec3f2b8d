import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { FootnoteError, toFootnoteError } from "../errors.ts";

/**
 * The folders that paths from outside may lead into. Without any, every path is allowed (a person at the command line).
 * A path is judged by its real place: links are followed on the deepest part that exists (so also for a target that
 * does not exist yet), and folders are compared by whole segments (`/root-evil` is not inside `/root`).
 */
export interface Roots {
  readonly folders: readonly string[];
  /** The real absolute path, or `path_outside_root`. Does not ask that the target exists. */
  resolve(path: string, cwd: string): string;
  /** Reads a regular file; the place is checked again on the open handle, so that a link swapped in between is caught. */
  read(path: string, cwd: string): Uint8Array;
}

/** No limits: what a person types is what a person means. */
export function anywhere(): Roots {
  return makeRoots([]);
}

/** Limits paths to `folders` and what lies below them. Folders must exist. */
export function within(folders: readonly string[]): Roots {
  return makeRoots(folders.map((folder) => realPath(resolve(folder))));
}

function makeRoots(folders: readonly string[]): Roots {
  const check = (real: string, asked: string): string => {
    if (folders.length > 0 && !folders.some((root) => contains(root, real))) {
      throw new FootnoteError("path_outside_root", { path: asked, roots: folders.join(", ") });
    }
    return real;
  };
  const resolveIn = (path: string, cwd: string): string => {
    if (path.includes("\0"))
      throw new FootnoteError("invalid_argument", { what: "path", problem: "contains a NUL byte", command: "" });
    return check(realPath(resolve(cwd, path)), path);
  };
  return {
    folders,
    resolve: resolveIn,
    read(path, cwd) {
      const real = resolveIn(path, cwd);
      try {
        return readChecked(real, (opened) => check(opened, path));
      } catch (error) {
        throw toFootnoteError(error, path);
      }
    },
  };
}

function readChecked(real: string, check: (opened: string) => string): Uint8Array {
  // O_NONBLOCK so that a pipe put in the file's place cannot hang the reader.
  const handle = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = fstatSync(handle);
    if (!facts.isFile()) throw new FootnoteError("io_failed", { path: real, problem: "it is not a regular file" });
    check(process.platform === "linux" ? realpathSync(`/proc/self/fd/${handle}`) : realPath(real));
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** True when `path` is `root` or lies below it, segment by segment. Both absolute. */
export function contains(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (!isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`));
}

/** The real path of the deepest part that exists, with the rest appended. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const missing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
    if (!missing || parse(path).root === path) throw toFootnoteError(error, path);
    return join(realPath(dirname(path)), basename(path));
  }
}
