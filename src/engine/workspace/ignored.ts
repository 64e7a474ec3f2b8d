import ignore, { type Ignore } from "ignore";

/** What a folder of notes holds beside notes, in .gitignore syntax: tools' own folders (hidden ones), dependencies, caches, waste. */
const USUAL = [
  ".*/",
  "node_modules/",
  "bower_components/",
  "__pycache__/",
  "venv/",
  "$RECYCLE.BIN/",
  ".DS_Store",
  "Thumbs.db",
  "*~",
  "*.swp",
];

/**
 * A library turns each pattern into a regular expression, and more groups of stars than this one can take longer than anybody waits.
 * (Four "**" against a path of 120 segments: 1.5 s; eight: 72 s.) Such patterns are left out: then a file too many is listed.
 */
const MOST_STARS = 3;

/** Which paths to leave out. `path` is relative to the root, with "/" at the end for a folder. */
export interface Ignored {
  has(path: string): boolean;
  /** The same with the .gitignore file of a folder ("" for the root) on top. */
  withFile(folder: string, text: string): Ignored;
}

interface Level {
  readonly folder: string;
  readonly rules: Ignore;
}

/** Footnote's own exclusions and `excluded` (.gitignore syntax, relative to the root). */
export function ignored(excluded: readonly string[]): Ignored {
  return ignoredBy([{ folder: "", rules: rulesOf([...USUAL, ...excluded]) }]);
}

/** The deepest file that says anything decides, as in Git: https://git-scm.com/docs/gitignore. */
function ignoredBy(levels: readonly Level[]): Ignored {
  return {
    has(path) {
      for (const { folder, rules } of levels) {
        const verdict = rules.test(path.slice(folder.length));
        if (verdict.ignored || verdict.unignored) return verdict.ignored;
      }
      return false;
    },
    withFile: (folder, text) =>
      ignoredBy([{ folder: folder === "" ? "" : `${folder}/`, rules: rulesOf(text.split(/\r?\n/)) }, ...levels]),
  };
}

function rulesOf(lines: readonly string[]): Ignore {
  const bearable = lines.filter((line) => (line.match(/\*+/g)?.length ?? 0) <= MOST_STARS);
  return ignore({ ignorecase: false }).add(bearable);
}
