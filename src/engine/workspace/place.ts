import { mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import { failure } from "./failure.ts";
import { type Folder, FolderChanged, isErrno, openFolderIn, openTop } from "./folder.ts";
import { entryAt, sameIdentity } from "./identity.ts";
import { isGitFolder } from "./path-rules.ts";
import { realName } from "./real-name.ts";

/** The folder that paths lead into, and what in it no tool may touch. */
export interface Ground {
  /** Real absolute path. */
  readonly root: string;
  /** Absolute paths: the index folder, a database. What begins with one of them and "-" is its sidecar. */
  readonly offLimits: readonly string[];
  /** Whether to go by open handles (folder.ts). */
  readonly pin: boolean;
}

/** A name in an open folder. Nothing need be there yet. */
export interface Place {
  readonly folder: Folder;
  readonly name: string;
  /** Relative to the root with "/", spelt as the folders really hold it. */
  readonly path: string;
}

export interface PlaceOptions {
  /** Makes the folders on the way that are missing; they are removed again when `use` throws. */
  readonly makeFolders?: boolean;
}

/**
 * Goes from the root to the folder of the last segment, one open folder after the other, and hands that to `use`. Refuses links and junctions anywhere
 * below the root (`note_path`), the last segment included, and what is off limits. A missing folder is `note_not_found`.
 */
export function atPlace<T>(
  ground: Ground,
  segments: readonly string[],
  asked: string,
  use: (place: Place) => T,
  options: PlaceOptions = {},
): T {
  const open: Folder[] = [];
  const made: { parent: Folder; name: string }[] = [];
  try {
    const top = openTop(ground.root, ground.pin);
    open.push(top);
    let folder = top;
    const spelt: string[] = [];
    for (const segment of segments.slice(0, -1)) {
      if (options.makeFolders === true && makeFolder(folder, segment)) made.push({ parent: folder, name: segment });
      const name = nameIn(folder, segment);
      spelt.push(name);
      refuseOffLimits(ground, spelt, asked);
      folder = openFolderIn(folder, name);
      open.push(folder);
      refuseSameFolder(ground, folder, asked);
    }
    const name = nameIn(folder, segments.at(-1) ?? "");
    spelt.push(name);
    refuseOffLimits(ground, spelt, asked);
    if (entryAt(folder.at(name))?.isSymbolicLink()) throw new FolderChanged();
    return use({ folder, name, path: spelt.join("/") });
  } catch (error) {
    for (const { parent, name } of made.reverse()) removeEmpty(parent.at(name));
    // A file where a folder would have to be made is in the way for good.
    if (options.makeFolders === true && isErrno(error, "ENOTDIR"))
      throw new FootnoteError("note_path", { path: asked });
    throw failure(error, asked);
  } finally {
    for (const folder of open) folder.close();
  }
}

/** Refuses a place at which anything stands. `reason`: for callers that tell kinds of files apart. */
export function requireFree(place: Place, reason?: string): void {
  if (entryAt(place.folder.at(place.name)) === undefined) return;
  throw new FootnoteError("note_exists", { path: place.path, ...(reason === undefined ? {} : { reason }) });
}

function nameIn(folder: Folder, segment: string): string {
  const names = { identity: (name: string) => entryAt(folder.at(name)), all: () => readdirSync(folder.path) };
  const name = realName(names, segment) ?? segment;
  if (isGitFolder(name)) throw new FolderChanged();
  return name;
}

function makeFolder(folder: Folder, name: string): boolean {
  try {
    folder.verify();
    mkdirSync(folder.at(name));
    return true;
  } catch (error) {
    if (isErrno(error, "EEXIST")) return false;
    throw error;
  }
}

function removeEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody has put something there meanwhile: then it stays.
  }
}

function refuseOffLimits(ground: Ground, spelt: readonly string[], asked: string): void {
  if (isOffLimits(ground, spelt.join("/"))) throw new FootnoteError("note_path", { path: asked });
}

/** Whether a path below the root is Footnote's own or Git's. Compared without case, which refuses too much rather than too little. */
export function isOffLimits(ground: Ground, path: string): boolean {
  const absolute = join(ground.root, path).toLowerCase();
  return ground.offLimits.some((limit) => {
    const own = limit.toLowerCase();
    return absolute === own || absolute.startsWith(`${own}-`) || absolute.startsWith(join(own, "/"));
  });
}

function refuseSameFolder(ground: Ground, folder: Folder, asked: string): void {
  for (const limit of ground.offLimits) {
    const entry = entryAt(limit);
    if (entry !== undefined && sameIdentity(entry, folder.identity))
      throw new FootnoteError("note_path", { path: asked });
  }
}
