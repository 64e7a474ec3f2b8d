import { digestOf, extentsOf, linesOf } from "../passage.ts";
import { Anchors } from "./anchors.ts";
import type { CorpusFile, MadeRow } from "./made-row.ts";
import { withAnchors } from "./reading.ts";
import { referenceRows } from "./reference-rows.ts";
import { readerOf, referenceSource, TAG } from "./sources.ts";

/**
 * The rows that the builder makes of one file, in the order in which they stand there, each with the lines that it stands for and their digest. Anchors are those of the file alone: in an
 * index of many one can have a number behind. `family` is that of the rows asked about; it decides where the path does not. Nothing for a file that gives no rows.
 */
export function rowsInFile(file: CorpusFile, family: string): MadeRow[] {
  const reference = referenceSource(file.path);
  const made = reference === undefined ? [] : referenceRows(file, reference, TAG).rows;
  const lines = linesOf(file.text);
  if (made.length > 0) return withDigests(made, digestsOf(made, lines));
  const rows = readerOf(file.path, family)?.(file).rows ?? [];
  return withDigests(withAnchors(rows, file.path, new Anchors(), TAG), digestsOf(rows, lines));
}

/** By the line at which rows begin: the last line that they stand for, and a digest of all of them. */
export type Digests = ReadonlyMap<number, { readonly end_line: number; readonly digest: string }>;

/** Digests of all rows of a file; `end` says of a row where it ends, if that is before the next one begins. */
export function digestsOf(
  rows: readonly { readonly line: number; readonly end?: number }[],
  lines: readonly string[],
): Digests {
  const ends = new Map(rows.flatMap(({ line, end }) => (end === undefined ? [] : [[line, end]])));
  const extents = extentsOf(
    lines,
    rows.map(({ line }) => line),
  );
  return new Map(
    [...extents].map(([line, extent]) => {
      const end_line = Math.max(line, Math.min(extent.end_line, ends.get(line) ?? extent.end_line));
      return [line, { end_line, digest: digestOf(lines, { line, end_line }) }];
    }),
  );
}

export function withDigests(rows: readonly MadeRow[], digests: Digests): MadeRow[] {
  return rows.map((row) => ({ ...row, ...digests.get(row.line) }));
}
