import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { type Connection, openReadOnly, type Row } from "./connection.ts";
import { isJsonObject, parseJson } from "./json.ts";
import { kindsOfTables, readMetadata, type TableKind } from "./open.ts";
import { capitalized, generalFormat, isBlank, isTruthy, pythonRepr } from "./python.ts";
import {
  FORMAT_VERSION,
  NORMALIZATIONS,
  REQUIRED_KEYS,
  REQUIRED_TABLES,
  VECTOR_FORMAT,
  type VeraTable,
} from "./schema.ts";
import { decodeVector, isUnitLength, normOf } from "./vectors.ts";

/** What VERA's validation says of an archive, in its words and order. */
export interface VeraReport {
  readonly ok: boolean;
  readonly issues: readonly string[];
  readonly warnings: readonly string[];
  readonly counts: {
    readonly chunks: number;
    readonly embeddings: number;
    readonly fts_rows: number;
    readonly attachments: number;
  };
  readonly checks: {
    readonly sqlite_integrity: string;
    readonly required_tables_present: boolean;
    readonly original_document_present: boolean;
  };
  readonly metadata: Readonly<Record<string, string>>;
}

/** Checks everything that VERA checks. Throws, as VERA does, for files that do not open or cannot be read through: vera_invalid, vera_version, vera_busy. */
export function validateVera(path: string): VeraReport {
  const connection = openReadOnly(path);
  try {
    return validate(connection);
  } finally {
    connection.close();
  }
}

function validate(connection: Connection): VeraReport {
  const metadata = readMetadata(connection);
  const kinds = kindsOfTables(connection);
  const has = (table: VeraTable): boolean => isThere(table, kinds);
  const integrity = firstValue(connection, "PRAGMA integrity_check");
  const missing = REQUIRED_TABLES.filter((table) => !has(table));
  const count = (table: VeraTable): number =>
    has(table) ? Number(firstValue(connection, `SELECT count(*) FROM ${table}`)) : 0;
  const counts = {
    chunks: count("chunks"),
    embeddings: count("embeddings"),
    fts_rows: count("chunks_fts"),
    attachments: count("attachments"),
  };
  const attachments = has("attachments") ? checkAttachments(connection) : { issues: [], hasSource: false };
  const issues = [
    ...(integrity === "ok" ? [] : [`SQLite integrity check failed: ${integrity}`]),
    ...metadataIssues(metadata, missing),
    ...(counts.embeddings === counts.chunks
      ? []
      : [`Embedding count (${counts.embeddings}) does not match chunk count (${counts.chunks})`]),
    ...(counts.fts_rows === counts.chunks
      ? []
      : [`FTS row count (${counts.fts_rows}) does not match chunk count (${counts.chunks})`]),
    ...(has("embeddings") ? vectorIssues(connection, metadata) : []),
    ...foreignKeyIssues(connection),
    ...(has("chunks") ? chunkIssues(connection) : []),
    ...attachments.issues,
    ...objectIssues("archive", metadata.archive_metadata ?? "{}"),
  ];
  return {
    ok: issues.length === 0,
    issues,
    warnings:
      has("attachments") && !attachments.hasSource && namesSource(metadata)
        ? ["Original document asset is missing"]
        : [],
    counts,
    checks: {
      sqlite_integrity: integrity,
      required_tables_present: missing.length === 0,
      original_document_present: attachments.hasSource,
    },
    metadata: { ...metadata },
  };
}

/** Whether a table is there to be read: what only has its name is not, since reading it could do anything. */
function isThere(table: VeraTable, kinds: ReadonlyMap<string, TableKind>): boolean {
  const kind = kinds.get(table);
  return kind === "table" || (table === "chunks_fts" && kind === "fts5");
}

function metadataIssues(metadata: Readonly<Record<string, string>>, missing: readonly string[]): string[] {
  const { format_version: version, default_embedding_normalization: normalization } = metadata;
  const known: readonly string[] = NORMALIZATIONS;
  return [
    ...(version === FORMAT_VERSION
      ? []
      : [`Unsupported format version: ${version ?? "missing"} (expected ${FORMAT_VERSION})`]),
    ...missing.map((table) => `Missing required table: ${table}`),
    ...REQUIRED_KEYS.filter((key) => metadata[key] === undefined).map((key) => `Missing required metadata key: ${key}`),
    ...(normalization === undefined || known.includes(normalization)
      ? []
      : [`Invalid default_embedding_normalization: ${pythonRepr(normalization)}`]),
  ];
}

function vectorIssues(connection: Connection, metadata: Readonly<Record<string, string>>): string[] {
  const issues: string[] = [];
  const dimensions = new Set<number>();
  const sql = "SELECT chunk_id, model_dimension, vector, vector_format FROM embeddings ORDER BY chunk_id";
  for (const row of connection.rows(sql)) {
    const dimension = Number(row.model_dimension);
    dimensions.add(dimension);
    issues.push(...vectorIssuesOf(row, dimension, metadata.default_embedding_normalization === "l2"));
  }
  const found = `[${[...dimensions].sort((a, b) => a - b).join(", ")}]`;
  const declared = metadata.default_embedding_dimension ?? "";
  const wanted = /^\s*\+?\d+\s*$/.test(declared) ? Number(declared) : undefined;
  if (dimensions.size > 1) issues.push(`Mixed embedding dimensions in one archive: ${found}`);
  else if (dimensions.size === 1 && wanted !== undefined && !dimensions.has(wanted))
    issues.push(`Embedding dimensions ${found} do not match default_embedding_dimension ${wanted}`);
  return issues;
}

function vectorIssuesOf(row: Row, dimension: number, mustBeUnit: boolean): string[] {
  const id = String(row.chunk_id);
  const format = String(row.vector_format);
  const issues =
    format === VECTOR_FORMAT
      ? []
      : [`Unsupported vector_format for ${id}: ${pythonRepr(format)} (expected '${VECTOR_FORMAT}')`];
  const bytes = row.vector instanceof Uint8Array ? row.vector : new Uint8Array(0);
  if (bytes.length === 0 || bytes.length !== dimension * 4)
    return [...issues, `Invalid embedding blob for ${id}: expected ${dimension * 4} bytes, got ${bytes.length}`];
  const vector = decodeVector(bytes);
  if (!vector.every(Number.isFinite)) return [...issues, `Embedding vector for ${id} contains non-finite values`];
  const norm = normOf(vector);
  if (!mustBeUnit || norm === 0 || isUnitLength(norm)) return issues;
  return [...issues, `Embedding vector for ${id} is not L2-normalized (norm ${generalFormat(norm, 8)})`];
}

function foreignKeyIssues(connection: Connection): string[] {
  let found = 0;
  for (const _ of connection.rows("PRAGMA foreign_key_check")) found++;
  return found === 0 ? [] : [`Foreign key violations found: ${found}`];
}

function chunkIssues(connection: Connection): string[] {
  const issues: string[] = [];
  for (const row of connection.rows("SELECT chunk_id, text, metadata_json FROM chunks ORDER BY rowid")) {
    const id = String(row.chunk_id);
    if (typeof row.text === "string" && isBlank(row.text)) issues.push(`Chunk ${id} has empty text`);
    issues.push(...objectIssues(`chunk ${id}`, row.metadata_json));
  }
  return issues;
}

function checkAttachments(connection: Connection): { issues: string[]; hasSource: boolean } {
  const issues: string[] = [];
  let hasSource = false;
  const sql = "SELECT attachment_id, data, hash, metadata_json FROM attachments ORDER BY rowid";
  for (const row of connection.rows(sql)) {
    const id = String(row.attachment_id);
    const data = row.data instanceof Uint8Array ? row.data : new TextEncoder().encode(String(row.data));
    if (sha256(data) !== row.hash) issues.push(`Attachment ${id} checksum mismatch`);
    issues.push(...objectIssues(`attachment ${id}`, row.metadata_json));
    const metadata = parseJson(String(row.metadata_json));
    if (isJsonObject(metadata) && metadata.role === "source") hasSource = true;
  }
  return { issues, hasSource };
}

function objectIssues(what: string, text: Row[string] | undefined): string[] {
  const value = typeof text === "string" ? parseJson(text) : undefined;
  if (value === undefined) return [`Invalid JSON in ${what} metadata`];
  return isJsonObject(value) ? [] : [`${capitalized(what)} metadata must be a JSON object`];
}

function namesSource(metadata: Readonly<Record<string, string>>): boolean {
  const object = parseJson(metadata.archive_metadata ?? "{}");
  return isJsonObject(object) && isTruthy(object.source_file_name);
}

function firstValue(connection: Connection, sql: string): string {
  for (const row of connection.rows(sql)) return String(Object.values(row)[0]);
  throw new FootnoteError("vera_invalid", { path: connection.path, problem: "it answers nothing" });
}
