import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { isVeraName } from "../../engine/vera/pipeline.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { refusal } from "./refusal.ts";

export interface Discovery {
  readonly recursive: boolean;
  readonly excludes: readonly string[];
  readonly includes: readonly string[];
}

/** The archives of a folder by VERA's rules, as absolute paths sorted by lower-cased relative path. Links are passed over. */
export function discover(folder: string, { recursive, excludes, includes }: Discovery): string[] {
  const root = resolve(folder);
  const found: string[] = [];
  const walk = (below: string): void => {
    for (const entry of entriesOf(join(root, below))) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (excludes.some((pattern) => matches(pattern, name))) continue;
      if (entry.isDirectory()) {
        if (recursive) walk(name);
      } else if (entry.isFile() && isVeraName(name)) {
        if (includes.length === 0 || includes.some((pattern) => matches(pattern, name))) found.push(name);
      }
    }
  };
  walk("");
  if (found.length === 0) throw refusal(`No .vera files found in ${root}`);
  const key = (name: string): string => name.toLowerCase();
  return found.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0)).map((name) => join(root, name));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = toFootnoteError(error, folder);
    throw new FootnoteError(code === "path_not_found" ? code : "permission_denied", { path: folder }, error);
  }
}

/** A shell's pattern on the whole relative path or on one of its parts; with a slash and two stars at its end also the beginning of a path. */
function matches(pattern: string, name: string): boolean {
  const plain = pattern.replaceAll("\\", "/").replace(/^\/+|\/+$/g, "");
  const shell = shellPattern(plain);
  if (shell.test(name) || name.split("/").some((part) => shell.test(part))) return true;
  return plain.endsWith("/**") && (name === plain.slice(0, -3) || name.startsWith(plain.slice(0, -2)));
}

/** As Python's fnmatch: a star crosses slashes, too. */
function shellPattern(pattern: string): RegExp {
  const source = pattern.replace(/\[(!?)([^\]]*)\]|[*?]|[\\^$.|+(){}[\]]/g, (found, not?: string, set?: string) => {
    if (found === "*") return ".*";
    if (found === "?") return ".";
    if (set === undefined) return `\\${found}`;
    return `[${not === "!" ? "^" : ""}${set.replaceAll("\\", "\\\\").replace(/^\^/, "\\^")}]`;
  });
  return new RegExp(`^${source}$`, "s");
}
