import { byCodePoint } from "../../foundation/text/code-points.ts";

/** A row as it was loaded, with whatever keys its index has. Those that queries need are read through these. */
export interface Row {
  readonly anchor: string;
  readonly family: string;
  readonly kind: string;
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly tag: string;
  readonly [key: string]: unknown;
}

/** In the order in which rows of them are ranked. */
export const FAMILIES = ["doc", "research", "issue", "changelog", "skill"] as const;

/** A text field that is there; null and empty say the same as absent. */
export function textOf(row: Row, key: "id" | "status" | "guarantee_tag" | "summary" | "epic"): string | undefined {
  const value = row[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function listOf(row: Row, key: "depends_on" | "doc_refs"): readonly string[] {
  const value = row[key];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

/** Whether a row is what `corpus:` references lead to. */
export function isDocument({ family }: Row): boolean {
  return family === "doc" || family === "research";
}

/** Canonical order: family, file, line, anchor; strings by code point. */
export function compareRows(a: Row, b: Row): number {
  return (
    familyRank(a.family) - familyRank(b.family) ||
    byCodePoint(a.file, b.file) ||
    a.line - b.line ||
    byCodePoint(a.anchor, b.anchor)
  );
}

function familyRank(family: string): number {
  const rank = (FAMILIES as readonly string[]).indexOf(family);
  return rank < 0 ? FAMILIES.length : rank;
}

/** What points at a row: always all eight keys, null where the row lacks one; a ninth names the index where several are served. */
export interface Citation {
  readonly anchor: string;
  readonly id: string | null;
  readonly family: string;
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly item_tag: string;
  readonly guarantee_tag: string | null;
  readonly index?: string;
}

export function citationOf(row: Row): Citation {
  return {
    anchor: row.anchor,
    id: textOf(row, "id") ?? null,
    family: row.family,
    kind: row.kind,
    file: row.file,
    line: row.line,
    item_tag: row.tag,
    guarantee_tag: textOf(row, "guarantee_tag") ?? null,
  };
}
