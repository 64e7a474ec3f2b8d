import { type Dirent, existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { FootnoteError, toFootnoteError } from "../errors.ts";
import type { Roots } from "./roots.ts";

export interface WalkOptions {
  readonly recursive: boolean;
  /** Globs on the path relative to the folder walked, with forward slashes. A file must match one of them, when there are any. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Lower-case extensions with the dot that a folder walk picks up; a file named by itself is always taken. */
  readonly extensions: readonly string[];
  readonly roots: Roots;
  readonly cwd: string;
}

export interface WalkResult {
  /** Real absolute paths, sorted, without repeats. */
  readonly files: readonly string[];
  /** Real absolute paths of the folders that were walked to the end. */
  readonly folders: readonly string[];
  readonly errors: readonly { path: string; error: FootnoteError }[];
}

const ALWAYS_SKIPPED = new Set(["node_modules", "__pycache__"]);

/** Finds the files that `paths` (files, folders, globs) mean. A path that cannot be read is reported and the walk goes on. */
export function walk(paths: readonly string[], options: WalkOptions): WalkResult {
  const files = new Set<string>();
  const folders: string[] = [];
  const errors: { path: string; error: FootnoteError }[] = [];
  for (const path of paths) {
    try {
      for (const target of expandGlob(path, options.cwd)) take(target);
    } catch (error) {
      errors.push({ path, error: toFootnoteError(error, path) });
    }
  }
  return { files: [...files].sort(), folders, errors };

  function take(target: string): void {
    const real = options.roots.resolve(target, options.cwd);
    const facts = statSync(real);
    if (facts.isDirectory()) walkFolder(real, real);
    else files.add(real);
  }

  function walkFolder(folder: string, top: string): void {
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      errors.push({ path: folder, error: toFootnoteError(error, folder) });
      return;
    }
    if (folder === top) folders.push(top);
    for (const entry of entries) {
      if (entry.name.startsWith(".")) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (options.recursive && !ALWAYS_SKIPPED.has(entry.name)) walkFolder(path, top);
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        takeFound(path, relative(top, path).split(sep).join("/"), entry.isSymbolicLink());
      }
    }
  }

  function takeFound(path: string, name: string, isLink: boolean): void {
    if (!wanted(name, options)) return;
    try {
      const real = options.roots.resolve(path, options.cwd);
      // Links to folders are not followed: that is how walks loop.
      if (isLink && !statSync(real).isFile()) return;
      files.add(real);
    } catch (error) {
      errors.push({ path, error: toFootnoteError(error, path) });
    }
  }
}

function wanted(name: string, options: WalkOptions): boolean {
  const matches = (globs: readonly string[]) => globs.some((glob) => matchesGlob(glob, name));
  if (matches(options.exclude)) return false;
  if (options.include.length > 0) return matches(options.include);
  const dot = name.lastIndexOf(".");
  return dot >= 0 && options.extensions.includes(name.slice(dot).toLowerCase());
}

/** A glob without a slash is tried on the file name too, as people expect of `*.pdf`. */
export function matchesGlob(glob: string, name: string): boolean {
  const pattern = new Bun.Glob(glob);
  return pattern.match(name) || (!glob.includes("/") && pattern.match(name.slice(name.lastIndexOf("/") + 1)));
}

function expandGlob(path: string, cwd: string): string[] {
  const absolute = resolve(cwd, path);
  if (!/[*?{[]/.test(path) || existsSync(absolute)) return [absolute];
  const found = [...new Bun.Glob(path).scanSync({ cwd, absolute: true, onlyFiles: true })];
  if (found.length === 0) throw new FootnoteError("path_not_found", { path });
  return found;
}
