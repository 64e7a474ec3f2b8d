import type { Tree } from "@lezer/common";
import type { parser as rust } from "@lezer/rust";

type LRParser = typeof rust;

/** A public declaration with what is said of it. Offsets are into the text of its part. */
export interface Declaration {
  /** With its module, in the form of its language. */
  readonly name: string;
  /** Without the marks of comments. */
  readonly comment: string;
  /** From the comment to the end of the declaration. */
  readonly from: number;
  readonly to: number;
}

/** A part of a file that could be parsed: the whole of it, but for files with errors. */
export interface CodePart {
  readonly path: string;
  readonly text: string;
  readonly tree: Tree;
  /** Where it begins in the file. */
  readonly start: number;
  readonly file: string;
}

/** Modules and classes within each other. */
export const MOST_NESTED = 20;

/** Recovering from errors can take 40 µs a byte: so much of a file is read with errors in it. UTF-16 units. */
const MOST_WITH_ERRORS = 64 * 1024;
/** Errors in one file; what stands behind is not read. */
const MOST_ERRORS = 100;

/**
 * Parses a file, in one part where it has no errors; else around them, at what looks like the beginnings of declarations, so that an error costs the declaration in which it is and not the
 * file. `isWhole`: whether all of it was read.
 */
export function parseCode(parser: LRParser, path: string, file: string): { parts: CodePart[]; isWhole: boolean } {
  const strict = parser.configure({ strict: true });
  const parts: CodePart[] = [];
  const take = (tree: Tree, start: number, text: string) => parts.push({ path, text, tree, start, file });
  let [from, bearable, isWhole] = [0, MOST_WITH_ERRORS, true];
  for (let errors = 0; from < file.length; errors++) {
    const rest = file.slice(from);
    const parsed = parseStrictly(strict, rest);
    if (typeof parsed !== "number") {
      take(parsed, from, rest);
      break;
    }
    if (errors >= MOST_ERRORS) return { parts, isWhole: false };
    const [start, next] = aroundError(file, from, from + parsed);
    const sound = start > from ? parseStrictly(strict, file.slice(from, start)) : 0;
    if (typeof sound !== "number") take(sound, from, file.slice(from, start));
    const wrong = file.slice(start, next);
    if (wrong.length <= bearable) take(parser.parse(wrong), start, wrong);
    else isWhole = false;
    bearable -= Math.min(bearable, wrong.length);
    from = next;
  }
  return { parts, isWhole };
}

/** The tree, or where the first error is. */
export function parseStrictly(strict: LRParser, text: string): Tree | number {
  try {
    return strict.parse(text);
  } catch (error) {
    return Number(/\d+/.exec(String(error))?.[0] ?? 0);
  }
}

/** Where the declaration with an error seems to begin, and where the next one does: at the margin, behind a blank line or the end of a declaration. */
function aroundError(file: string, from: number, error: number): readonly [start: number, next: number] {
  let start = from;
  const margin = /(?:\n[ \t]*\r?\n|[};]\r?\n)(?=[^\s})\],;])/g;
  margin.lastIndex = Math.max(0, from - 1);
  for (let hit = margin.exec(file); hit !== null; hit = margin.exec(file)) {
    const at = hit.index + hit[0].length;
    if (at > error) return [start, at];
    if (at > from) start = at;
  }
  return [start, file.length];
}

/** Lines by offsets. */
export class LineNumbers {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** The line, from 1, of an offset. */
  at(offset: number): number {
    let [low, high] = [0, this.#starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The line of the last character of something that ends at an offset; a line end belongs to its line. */
  last(end: number): number {
    return this.at(Math.max(0, end - 1));
  }
}

/** What a block comment says: without its marks and the stars at the beginnings of lines. */
export function blockText(comment: string): string {
  return comment
    .replace(/^\/\*[*!]?/, "")
    .replace(/\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/\r$/, "").replace(/^[ \t]*\*(?!\*)[ \t]?/, ""))
    .join("\n");
}
