import { type Anchors, anchorSlug } from "./anchors.ts";
import type { CorpusFile, Flagged, FoundKind, MadeRow } from "./made-row.ts";

/** A row of one file before it has an anchor. */
export interface ReadRow extends Omit<MadeRow, "anchor" | "file" | "tag"> {
  /** What its anchor is made of. */
  readonly name: string;
  /** The place in `rows` of the row that it belongs to, or a namespace. */
  readonly within?: number | string | undefined;
  /** Its last line, where it ends before the next row begins. */
  readonly end?: number;
  /** Its anchor is `name` itself where that is free. */
  readonly exact?: boolean;
}

/** Something in a line that may point at a row. */
export interface FoundText {
  readonly kind: FoundKind;
  /** A path with or without a fragment, relative to the file; a label of its format; or an id. */
  readonly by: "path" | "label" | "id";
  readonly target: string;
  readonly line: number;
}

/** What one file says, by itself: the same bytes at the same path give the same reading. */
export interface Reading {
  readonly rows: readonly ReadRow[];
  readonly flagged: readonly Flagged[];
  readonly found: readonly FoundText[];
  /** Names that its format gives to lines, in the form that its references use. */
  readonly labels: readonly { readonly name: string; readonly line: number }[];
}

export type Reader = (file: CorpusFile) => Reading;

export const NOTHING: Reading = { rows: [], flagged: [], found: [], labels: [] };

/** A file that gives no rows, and why. */
export function refused(path: string, reason: string): Reading {
  return { ...NOTHING, flagged: [{ item: path, reason }] };
}

/** The rows of a reading with anchors, keys in the order of MadeRow. */
export function withAnchors(rows: readonly ReadRow[], file: string, anchors: Anchors, tag: string): MadeRow[] {
  const given: string[] = [];
  return rows.map((row): MadeRow => {
    const namespace = typeof row.within === "number" ? given[row.within] : row.within;
    const anchor = row.exact === true && anchors.take(row.name) ? row.name : anchors.allocate(namespace, row.name);
    given.push(anchor);
    return {
      anchor,
      family: row.family,
      kind: row.kind,
      id: row.id,
      title: row.title,
      file,
      line: row.line,
      status: row.status,
      guarantee_tag: row.guarantee_tag,
      summary: row.summary,
      epic: row.epic,
      depends_on: row.depends_on,
      doc_refs: row.doc_refs,
      gh_issue: row.gh_issue,
      tag,
    };
  });
}

/** The anchor that rows of a file begin with: its path without the extension, which no other file's rows can push aside. */
export function pathName(path: string): string {
  return anchorSlug(path.replace(/(?:\.rst)?\.[^./]+$/, ""));
}
