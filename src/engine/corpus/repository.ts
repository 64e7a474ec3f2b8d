import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { basename } from "node:path/posix";
import { FootnoteError } from "../../foundation/errors.ts";
import { contains, type Roots, realPath, within } from "../../foundation/fs/roots.ts";
import type { CorpusIndex } from "./index.ts";
import { linesOf } from "./passage.ts";

/** Bytes of a file that a row may point into. */
const LIMIT = 64 * 1024 * 1024;
/** Rows by whose files a repository is known. */
const SAMPLED = 32;
/** Entries looked at for a file that has moved. */
const MOST_ENTRIES = 50_000;
const PASSED_OVER: ReadonlySet<string> = new Set([".git", "node_modules", "target", ".venv"]);

/** The files that an index is of: read below their root and nowhere else, as they are now. */
export class Repository {
  readonly root: string;
  readonly #roots: Roots;
  readonly #lines = new Map<string, readonly string[] | undefined>();
  #byName: Map<string, string[]> | undefined;

  constructor(root: string) {
    this.root = root;
    this.#roots = within([root]);
  }

  /** The lines of a file, read once; undefined for one that is not there, lies elsewhere, is too large or is no text. */
  lines(path: string): readonly string[] | undefined {
    if (!this.#lines.has(path)) this.#lines.set(path, this.#read(path));
    return this.#lines.get(path);
  }

  /** Whether there is such a file or folder. */
  has(path: string): boolean {
    try {
      return existsSync(this.absolute(path));
    } catch (error) {
      if (error instanceof FootnoteError) return false;
      throw error;
    }
  }

  /** Files of that name, by their paths. */
  named(name: string): readonly string[] {
    this.#byName ??= this.#walk();
    return this.#byName.get(name) ?? [];
  }

  /** The absolute path of a file of the repository. Throws path_outside_root. */
  absolute(path: string): string {
    return this.#roots.resolve(path, this.root);
  }

  #read(path: string): readonly string[] | undefined {
    try {
      const bytes = this.#roots.read(path, this.root);
      return bytes.length > LIMIT ? undefined : linesOf(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch (error) {
      if (error instanceof FootnoteError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  #walk(): Map<string, string[]> {
    const found = new Map<string, string[]>();
    const folders = [""];
    for (let at = 0, left = MOST_ENTRIES; at < folders.length && left > 0; at++) {
      const folder = folders[at] ?? "";
      for (const entry of entriesOf(join(this.root, folder))) {
        left--;
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) folders.push(path);
        else if (entry.isFile()) found.set(entry.name, [...(found.get(entry.name) ?? []), path]);
      }
    }
    return found;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * The repository that an index is of: where it says so itself, or the folder at or above its own in which most of its files are. Undefined where none has any, or where it lies outside of
 * `roots`. An index may come from anybody, so that it cannot lead far: no further up than the folder that Git works in, or, without one, than where builders put their indices; elsewhere only
 * into roots that were named.
 */
export function repositoryOf({ path, root, rows }: CorpusIndex, roots: Roots): Repository | undefined {
  const folder = dirname(realPath(resolve(path)));
  const top = topOf(folder);
  const named = root === undefined ? nearestWith(filesOf(rows), folder, top) : resolve(folder, root);
  if (named === undefined) return undefined;
  try {
    const real = roots.resolve(named, folder);
    return contains(top, real) || roots.folders.length > 0 ? new Repository(real) : undefined;
  } catch (error) {
    if (error instanceof FootnoteError) return undefined;
    throw error;
  }
}

function topOf(from: string): string {
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, ".git"))) return folder;
  return from.endsWith(join("docs", "tero-index")) ? dirname(dirname(from)) : from;
}

function filesOf(rows: CorpusIndex["rows"]): string[] {
  const step = Math.max(1, Math.floor(rows.length / SAMPLED));
  return [...new Set(rows.filter((_, at) => at % step === 0).map(({ file }) => file))].filter(
    (file) => basename(file) !== "" && !file.startsWith("/"),
  );
}

function nearestWith(files: readonly string[], from: string, top: string): string | undefined {
  let best: { readonly folder: string; readonly count: number } | undefined;
  for (let folder = from; contains(top, folder); folder = dirname(folder)) {
    const count = files.filter((file) => existsSync(join(folder, file))).length;
    if (count > (best?.count ?? 0)) best = { folder, count };
    if (dirname(folder) === folder) break;
  }
  return best?.folder;
}
