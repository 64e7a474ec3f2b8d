/**
 * What VERA's commands print for people, line by line as VERA prints it. The objects are those that `--json` prints. Document text stands
 * there as it is, so control characters are taken out of it.
 */
import { printableText } from "../../../foundation/text/printable.ts";

export type VeraObject = Readonly<Record<string, unknown>>;

/** A value as Python's f-strings show it; what an archive lacks is empty. */
function shown(value: unknown): string {
  return value === null || value === undefined ? "" : printableText(String(value));
}

export function inspectText(report: VeraObject): string {
  return [
    ["File", report.file],
    ["Format", `VERA v${shown(report.format_version)}`],
    ["Source", report.source],
    ["Pages", report.pages],
    ["Chunks", report.chunks],
    ["Embedding model", report.embedding_model],
    ["Embedding dimensions", report.embedding_dimension],
    ["Embedding normalization", report.embedding_normalization],
    ["Parser", report.parser_name],
    ["Created", report.created_at],
  ]
    .map(([name, value]) => `${name}: ${shown(value)}`)
    .join("\n");
}

interface ValidationReport {
  readonly ok: boolean;
  readonly issues: readonly string[];
  readonly counts: { chunks: number; embeddings: number; attachments: number; fts_rows: number };
  readonly checks: { readonly original_document_present: boolean };
}

export function validateText({ ok, issues, counts, checks }: ValidationReport, file: string): string {
  return [
    `VERA validation: ${ok ? "PASS" : "FAIL"}`,
    `File: ${file}`,
    `Chunks: ${counts.chunks}`,
    `Embeddings: ${counts.embeddings}`,
    `Attachments: ${counts.attachments}`,
    `FTS rows: ${counts.fts_rows}`,
    `Original document: ${checks.original_document_present ? "present" : "missing"}`,
    `Issues: ${issues.length}`,
    ...issues.map((issue) => `- ${shown(issue)}`),
  ].join("\n");
}

/** Where a chunk stands, then its text. */
export function chunkText(chunk: VeraObject): string {
  return [...placeLines(chunk), "", shown(chunk.text)].join("\n");
}

/** A result of a search; `file` only where a folder was searched. */
export function hitText(hit: VeraObject): string {
  const file = hit.file === undefined ? [] : [`File: ${shown(hit.file)}`];
  const score = `Score: ${Number(hit.score).toFixed(4)}`;
  return [score, ...file, ...placeLines(hit), "", shown(hit.text), "-".repeat(72)].join("\n");
}

function placeLines({
  source_filename: source,
  page_start: first,
  page_end: last,
  heading_path: heading,
}: VeraObject): string[] {
  const page = last === undefined || first === last ? shown(first) : `${shown(first)}-${shown(last)}`;
  return [`Source: ${shown(source)}`, `Page: ${page}`, `Heading: ${shown(heading)}`];
}

interface IndexUse {
  readonly used: boolean;
  readonly exists: boolean;
  readonly index: string;
  readonly reasons: readonly string[];
}

/** What a search of a folder says before its results. */
export function corpusLines(index: IndexUse, groups: readonly VeraObject[]): string[] {
  const used = index.used ? [`Index: ${index.index} (active)`] : [];
  const fallback = index.used || !index.exists ? [] : [`Index: fallback (${index.reasons.map(shown).join("; ")})`];
  const skipped = groups.map(
    ({ model_name: name, dimension, error }) =>
      `Warning: skipped semantic model group ${shown(name)} (${shown(dimension)} dimensions): ${shown(error)}`,
  );
  return [...used, ...fallback, ...skipped];
}

interface Skipped {
  readonly file: string;
  readonly reason: string;
}

interface IndexReport {
  readonly index: string;
  readonly directory: string;
  readonly indexed: number;
  readonly discovered: number;
  readonly chunks: number;
  readonly added: number;
  readonly changed: number;
  readonly moved: number;
  readonly removed: number;
  readonly invalid: readonly Skipped[];
  readonly incompatible: readonly Skipped[];
}

export function indexText(report: IndexReport): string {
  const { added, changed, moved, removed } = report;
  return [
    `Index: ${report.index}`,
    `Directory: ${report.directory}`,
    `Files: ${report.indexed}/${report.discovered}`,
    `Chunks: ${report.chunks}`,
    `Changes: ${added} added, ${changed} changed, ${moved} moved, ${removed} removed`,
    ...report.invalid.map(({ file, reason }) => `Invalid: ${shown(file)}: ${shown(reason)}`),
    ...report.incompatible.map(({ file, reason }) => `Incompatible: ${shown(file)}: ${shown(reason)}`),
  ].join("\n");
}

export function statusText(status: {
  readonly index: string;
  readonly directory: string;
  readonly fresh: boolean;
  readonly reasons: readonly string[];
}): string {
  return [
    `Index: ${status.index}`,
    `Directory: ${status.directory}`,
    `Status: ${status.fresh ? "fresh" : "stale"}`,
    ...status.reasons.map((reason) => `- ${shown(reason)}`),
  ].join("\n");
}

/** One line a figure: its file or its id, then page and caption where there are any. */
export function figureLine(figure: VeraObject): string {
  const page = figure.page_number === null ? "" : `page ${shown(figure.page_number)}`;
  return [shown(figure.path ?? figure.asset_id), page, shown(figure.caption)].filter((part) => part !== "").join("  ");
}

interface EvalReport {
  readonly mode: string;
  readonly top_k: number;
  readonly total: number;
  readonly hits: number;
  readonly hit_rate: number;
  readonly mrr: number;
  readonly queries: readonly { readonly query: string; readonly note: string; readonly rank: number | null }[];
}

export function evalText(file: string, queries: string, reports: readonly EvalReport[]): string {
  const parts = reports.map(({ mode, top_k, total, hits, hit_rate, mrr, queries: asked }) =>
    [
      `Mode: ${mode}  (top_k=${top_k})`,
      ...asked.map(({ query, note, rank }) => {
        const state = rank === null ? "[      MISS]" : `[HIT rank=${rank}]`;
        return `  ${state} ${shown(query)}${note === "" ? "" : `  # ${shown(note)}`}`;
      }),
      `  Hits: ${hits}/${total} (${Math.round(hit_rate * 100)}%)  MRR: ${mrr.toFixed(3)}`,
    ].join("\n"),
  );
  return [`File: ${file}\nQueries: ${queries}`, ...parts].join("\n\n");
}
