import { basename } from "node:path/posix";

interface Choice {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Whether a path is asked for and not left out; the index itself, in `folder`, never is. A glob without "/" is held against names, else against paths from the root. */
export function isChosen({ include = [], exclude = [] }: Choice, folder: string): (path: string) => boolean {
  const own = folder === "" ? "" : `${folder}/`;
  const [only, not] = [include.map(globTest), exclude.map(globTest)];
  return (path) =>
    path !== `${own}INDEX.md` &&
    path !== `${own}index.json` &&
    (only.length === 0 || only.some((test) => test(path))) &&
    !not.some((test) => test(path));
}

function globTest(pattern: string): (path: string) => boolean {
  const glob = new Bun.Glob(pattern.replace(/^\.?\//, ""));
  return pattern.includes("/") ? (path) => glob.match(path) : (path) => glob.match(basename(path));
}
