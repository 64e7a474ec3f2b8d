import { type Dirent, readdirSync } from "node:fs";
import { FootnoteError } from "../../foundation/errors.ts";
import { failure } from "./failure.ts";
import { type Folder, FolderChanged, isErrno, openFolderIn, openTop } from "./folder.ts";
import { entryAt } from "./identity.ts";
import type { Ignored } from "./ignored.ts";
import { isGitFolder } from "./path-rules.ts";
import { type Ground, isOffLimits } from "./place.ts";
import { readFile } from "./read-file.ts";
import { isTemporaryName } from "./temporary-name.ts";

export interface FoundFile {
  /** Relative to the root, with "/". */
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
  readonly inode: bigint;
}

const IGNORE_FILE_LIMIT = 1024 * 1024;

/**
 * Every regular file below the root, in no promised order; never through a link, nothing of Git's or Footnote's own. A folder that cannot be read fails the
 * whole walk: half a listing is not one (kb.md §1.4). What disappears during the walk is not listed.
 * With `ignored`, what it names is left out, and each folder's .gitignore is obeyed. `enters` tells of a folder whether anything in it is wanted.
 */
export function walkGround(
  ground: Ground,
  ignored?: Ignored,
  enters: (folder: string) => boolean = () => true,
): readonly FoundFile[] {
  const found: FoundFile[] = [];
  const top = openTop(ground.root, ground.pin);
  try {
    walk(top, "", ignored);
  } finally {
    top.close();
  }
  return found;

  function walk(folder: Folder, path: string, above: Ignored | undefined): void {
    const entries = entriesOf(folder, path);
    const here = entries.some(({ name }) => name === ".gitignore")
      ? above?.withFile(path, ignoreFileOf(folder))
      : above;
    for (const entry of entries) {
      const own = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isSymbolicLink() || isGitFolder(entry.name) || isTemporaryName(entry.name) || isOffLimits(ground, own))
        continue;
      if (here?.has(entry.isDirectory() ? `${own}/` : own)) continue;
      if (entry.isDirectory()) {
        if (enters(own)) enter(folder, entry.name, own, here);
      } else if (entry.isFile()) take(folder, entry.name, own);
    }
  }

  function enter(parent: Folder, name: string, path: string, above: Ignored | undefined): void {
    let folder: Folder;
    try {
      folder = openFolderIn(parent, name);
    } catch (error) {
      // Gone, or something else by now.
      if (error instanceof FolderChanged || isErrno(error, "ENOENT", "ENOTDIR")) return;
      throw failure(error, path);
    }
    try {
      walk(folder, path, above);
    } finally {
      folder.close();
    }
  }

  function take(folder: Folder, name: string, path: string): void {
    const facts = entryAt(folder.at(name));
    if (facts?.isFile()) found.push({ path, size: Number(facts.size), modified: facts.mtime, inode: facts.ino });
  }
}

function entriesOf(folder: Folder, path: string): readonly Dirent[] {
  try {
    const entries = readdirSync(folder.path, { withFileTypes: true });
    folder.verify();
    return entries;
  } catch (error) {
    throw failure(error, path === "" ? "." : path);
  }
}

function ignoreFileOf(folder: Folder): string {
  try {
    return new TextDecoder().decode(
      readFile({ folder, name: ".gitignore", path: ".gitignore" }, IGNORE_FILE_LIMIT, "a .gitignore file").bytes,
    );
  } catch (error) {
    // A link or a folder of that name: Git does not read these either.
    if (error instanceof FolderChanged || (error instanceof FootnoteError && error.code === "note_not_found"))
      return "";
    throw failure(error, ".gitignore");
  }
}
