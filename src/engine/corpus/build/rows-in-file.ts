import { digestOf, extentsOf, linesOf } from "../passage.ts";
import { Anchors } from "./anchors.ts";
import type { CorpusFile, MadeRow } from "./made-row.ts";
import { withAnchors } from "./reading.ts";
import { referenceRows } from "./reference-rows.ts";
import { readerOf, referenceSource, TAG } from "./sources.ts";

/**
 * The rows that the builder makes of one file, in the order in which they stand there, each with the lines that it stands for and their digest. Anchors are those of the file alone: in an index of many
 * one can have a number behind. `family` is that of the rows asked about; it decides where the path does not. Nothing for a file that gives no rows.
 */
export function rowsInFile(file: CorpusFile, family: string): MadeRow[] {
  return withDigests(rowsOf(file, family), file.text);
}

function rowsOf(file: CorpusFile, family: string): readonly MadeRow[] {
  const reference = referenceSource(file.path);
  const made = reference === undefined ? [] : referenceRows(file, reference, TAG).rows;
  if (made.length > 0) return made;
  const read = readerOf(file.path, family);
  return read === undefined ? [] : withAnchors(read(file).rows, file.path, new Anchors(), TAG);
}

/** All rows of a file with their last lines and digests. */
export function withDigests(rows: readonly MadeRow[], text: string): MadeRow[] {
  const lines = linesOf(text);
  const extents = extentsOf(
    lines,
    rows.map(({ line }) => line),
  );
  const digests = new Map<number, string>();
  return rows.map((row) => {
    const extent = extents.get(row.line) ?? { line: row.line, end_line: row.line };
    const digest = digests.get(row.line) ?? digestOf(lines, extent);
    digests.set(row.line, digest);
    return { ...row, end_line: extent.end_line, digest };
  });
}
