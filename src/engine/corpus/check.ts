import { basename } from "node:path/posix";
import { printable } from "../../foundation/text/printable.ts";
import type { MadeRow } from "./build/made-row.ts";
import type { CorpusIndex } from "./index.ts";
import { digestOf, type Extent, extentsOf } from "./passage.ts";
import type { Repository } from "./repository.ts";
import type { Row } from "./row.ts";

/**
 * What became of the place that a row cites. `current`: it says what it said; `moved`: so does another place; `changed`: what is there says something else;
 * `missing`: it is nowhere; `unknown`: there is nothing to look at.
 */
export const ROW_VERDICTS = ["current", "moved", "changed", "missing", "unknown"] as const;
export type RowVerdict = (typeof ROW_VERDICTS)[number];

export interface RowCheck {
  readonly verdict: RowVerdict;
  /** By the digest of its lines, or, for an index without, by its title alone. */
  readonly by: "digest" | "title";
  /** Where it stands now. */
  readonly file?: string;
  readonly line?: number;
  readonly end_line?: number;
  /** What is different, in words. */
  readonly how?: string;
}

/** Holds a row against its file as it is now. */
export async function checkRow(row: Row, index: CorpusIndex, repository: Repository | undefined): Promise<RowCheck> {
  const by = typeof row.digest === "string" ? "digest" : "title";
  if (repository === undefined)
    return { verdict: "unknown", by, how: "the repository of the index is not here, or lies outside of the roots" };
  const lines = repository.lines(row.file);
  if (lines === undefined) return checkElsewhere(row, repository, by);
  const own = extentOf(row, index, lines);
  if (typeof row.digest === "string" && own !== undefined && digestOf(lines, own) === row.digest)
    return { verdict: "current", by, file: row.file, ...own };
  return checkIn(row, repository, row.file, lines, by);
}

/** The lines of a row in its file as the index has them; undefined where the file has no such line. */
function extentOf(row: Row, index: CorpusIndex, lines: readonly string[]): Extent | undefined {
  if (row.line < 1 || row.line > Math.max(1, lines.length)) return undefined;
  if (typeof row.end_line === "number" && Number.isInteger(row.end_line) && row.end_line >= row.line)
    return { line: row.line, end_line: Math.min(row.end_line, lines.length) };
  return extentsOf(
    lines,
    index.inFile(row.file).map(({ line }) => line),
  ).get(row.line);
}

/** A file that is gone: another of its name may hold what it held. */
async function checkElsewhere(row: Row, repository: Repository, by: RowCheck["by"]): Promise<RowCheck> {
  for (const file of repository.named(basename(row.file)).slice(0, 20)) {
    const lines = repository.lines(file);
    const found = lines === undefined ? undefined : await checkIn(row, repository, file, lines, by);
    if (found?.verdict === "moved" || found?.verdict === "current") return { ...found, verdict: "moved" };
  }
  return { verdict: "missing", by, how: `${row.file} is not there` };
}

/** Looks for a row among those that the builder would make of the file now. */
async function checkIn(
  row: Row,
  repository: Repository,
  file: string,
  lines: readonly string[],
  by: RowCheck["by"],
): Promise<RowCheck> {
  const now = await rowsNow(repository, file, lines, row.family);
  const nearest = (some: readonly MadeRow[]) =>
    some.toSorted((a, b) => Math.abs(a.line - row.line) - Math.abs(b.line - row.line))[0];
  const placed = ({ line, end_line = line }: MadeRow) => ({ file, line, end_line });
  const same = nearest(now.filter(({ digest }) => digest !== undefined && digest === row.digest));
  if (same !== undefined)
    return same.line === row.line && file === row.file
      ? { verdict: "current", by, ...placed(same) }
      : { verdict: "moved", by, ...placed(same), how: `it stands at line ${same.line} of ${file} now` };
  const named = nearest(
    now.filter(({ title, id }) => title === row.title || (row.family === "issue" && id === row.id)),
  );
  if (named === undefined)
    return { verdict: "missing", by, how: `nothing in ${file} is called “${short(row.title)}” any more` };
  if (by === "title")
    return named.line === row.line && file === row.file
      ? { verdict: "current", by, ...placed(named), how: "by its title; the index has no digest of its text" }
      : { verdict: "moved", by, ...placed(named), how: `its title stands at line ${named.line} of ${file} now` };
  return { verdict: "changed", by, ...placed(named), how: changed(row, named) };
}

const made = new WeakMap<Repository, Map<string, readonly MadeRow[]>>();

/** What the builder would make of a file now; made once, since often many rows of it are looked for. Its parsers are loaded with the first row that has changed. */
async function rowsNow(
  repository: Repository,
  file: string,
  lines: readonly string[],
  family: string,
): Promise<readonly MadeRow[]> {
  const ofRepository = made.get(repository) ?? new Map<string, readonly MadeRow[]>();
  made.set(repository, ofRepository);
  const key = `${family}\0${file}`;
  const known = ofRepository.get(key);
  if (known !== undefined) return known;
  const { rowsInFile } = await import("./build/rows-in-file.ts");
  const rows = rowsInFile({ path: file, text: lines.join("\n") }, family);
  ofRepository.set(key, rows);
  return rows;
}

function changed(row: Row, now: { readonly title: string; readonly line: number; readonly end_line?: number }): string {
  const before = typeof row.end_line === "number" ? row.end_line - row.line + 1 : undefined;
  const after = (now.end_line ?? now.line) - now.line + 1;
  const moved = now.line === row.line ? "" : ` and stands at line ${now.line} now`;
  const length = before === undefined || before === after ? `${after} lines` : `${after} lines instead of ${before}`;
  const title = now.title === row.title ? "" : `, called “${short(now.title)}”`;
  return `its text is another (${length}${title})${moved}`;
}

function short(title: string): string {
  const shown = printable(title);
  return shown.length > 120 ? `${shown.slice(0, 120)}…` : shown;
}
