import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { FootnoteError } from "../../../foundation/errors.ts";
import { byCodePoint } from "../../../foundation/text/code-points.ts";
import { type Ignored, ignored } from "../../workspace/ignored.ts";
import type { Flagged } from "./made-row.ts";

const MOST_FILES = 200_000;
const DEEPEST = 64;

/** Relative paths, sorted component by component by code unit ("a/z" before "a-b/c"); hidden folders included, links followed once. */
export function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const found: string[] = [];
  const walk = (below: string, above: readonly string[]): void => {
    const facts = statSync(join(root, below));
    const place = `${facts.dev}:${facts.ino}`;
    if (above.includes(place)) return;
    for (const entry of readdirSync(join(root, below), { withFileTypes: true }).sort((a, b) =>
      byCodePoint(a.name, b.name),
    )) {
      const path = `${below}/${entry.name}`;
      const target = entry.isSymbolicLink() ? statSync(join(root, path), { throwIfNoEntry: false }) : entry;
      if (target?.isDirectory() === true) walk(path, [...above, place]);
      else if (target?.isFile() === true) found.push(path);
      if (found.length > MOST_FILES)
        throw new FootnoteError("too_large", {
          path: folder,
          size: found.length,
          limit: MOST_FILES,
          format: "a corpus",
        });
    }
  };
  walk(folder, []);
  return found;
}

/** What a tree holds beside what people write in it, in .gitignore syntax; the last two lead back. */
const LEFT_OUT = [
  "target/",
  "vendor/",
  "third_party/",
  "dist/",
  "build/",
  "site-packages/",
  "*.egg-info/",
  "!.claude/",
  "!.github/",
];
const IGNORE_FILE_LIMIT = 1 << 20;

interface Listing {
  /** In the order of `filesBelow`. */
  readonly files: readonly string[];
  readonly flagged: readonly Flagged[];
}

/**
 * Every file of a repository but those that Git ignores, that are built or vendored, or lie in another repository within it (a folder with `.git`). Links are not
 * followed. What cannot be listed, is too deep or too much is flagged.
 */
export function repositoryFiles(root: string): Listing {
  const files: string[] = [];
  const flagged: Flagged[] = [];
  const walk = (folder: string, above: Ignored, depth: number): void => {
    const entries = entriesOf(root, folder, flagged);
    if (folder !== "" && entries.some(({ name }) => name === ".git")) return;
    const rules = entries.some((entry) => entry.name === ".gitignore" && entry.isFile())
      ? above.withFile(folder, ignoreFile(join(root, folder, ".gitignore")))
      : above;
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (files.length >= MOST_FILES) return;
      if (entry.isFile()) {
        if (!rules.has(path)) files.push(path);
      } else if (entry.isDirectory() && !rules.has(`${path}/`)) {
        if (depth < DEEPEST) walk(path, rules, depth + 1);
        else flagged.push({ item: path, reason: `folder lies more than ${DEEPEST} deep — not read` });
      }
    }
  };
  walk("", ignored(LEFT_OUT), 0);
  if (files.length >= MOST_FILES)
    flagged.push({ item: ".", reason: `more than ${MOST_FILES} files — those after ${files.at(-1)} are not read` });
  return { files, flagged };
}

/** The files below a folder as `filesBelow` has them, but through no link that leads out of the repository, and no deeper than 64; what is left out is flagged. */
export function filesBelowWithin(root: string, folder: string): Listing {
  const files: string[] = [];
  const flagged: Flagged[] = [];
  const real = realpathSync(root);
  const walk = (below: string, above: readonly string[]): void => {
    const place = realPath(join(root, below));
    if (place === undefined || above.includes(place)) return;
    if (place !== real && !place.startsWith(real + sep)) {
      flagged.push({ item: below, reason: "link leads out of the repository — not followed" });
      return;
    }
    if (above.length >= DEEPEST) {
      flagged.push({ item: below, reason: `folder lies more than ${DEEPEST} deep — not read` });
      return;
    }
    for (const entry of entriesOf(root, below, flagged)) {
      const path = `${below}/${entry.name}`;
      if (files.length >= MOST_FILES) return;
      if (!entry.isSymbolicLink()) {
        if (entry.isDirectory()) walk(path, [...above, place]);
        else if (entry.isFile()) files.push(path);
        continue;
      }
      const target = realPath(join(root, path));
      const facts = target === undefined ? undefined : statSync(target, { throwIfNoEntry: false });
      if (facts?.isDirectory() === true) walk(path, [...above, place]);
      else if (facts?.isFile() === true) {
        if (target?.startsWith(real + sep) === true) files.push(path);
        else flagged.push({ item: path, reason: "link leads out of the repository — not followed" });
      }
    }
  };
  if (existsSync(join(root, folder))) walk(folder, []);
  return { files, flagged };
}

function entriesOf(root: string, folder: string, flagged: Flagged[]) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => byCodePoint(a.name, b.name));
  } catch {
    flagged.push({ item: folder === "" ? "." : folder, reason: "folder cannot be read" });
    return [];
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function ignoreFile(path: string): string {
  try {
    const bytes = readFileSync(path);
    return bytes.length > IGNORE_FILE_LIMIT ? "" : bytes.toString("utf8");
  } catch {
    return "";
  }
}
