import { Database, SQLiteError } from "bun:sqlite";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { publishFile } from "../../foundation/fs/publish.ts";
import type { OwnTables, VeraLink } from "./archive.ts";
import { generalFormat, isBlank } from "./python.ts";
import { type Normalization, VECTOR_FORMAT } from "./schema.ts";
import { CREATE_TABLES } from "./schema-sql.ts";
import { encodeVector, isUnitLength, normOf } from "./vectors.ts";

export interface NewChunk {
  readonly id: string;
  readonly text: string;
  /** A JSON object. */
  readonly metadataJson: string;
  /** Absent: the archive's. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** Absent: the chunk has none, which validation will tell. */
  readonly vector?: Float32Array;
}

export interface NewAttachment {
  readonly id: string;
  readonly mimeType: string;
  readonly filename?: string;
  readonly metadataJson: string;
  readonly createdAt?: string;
  /** Read when it is written, so that only one is in memory. */
  data(): Uint8Array;
}

/** Everything that goes into a `.vera` archive. */
export interface VeraParts {
  readonly createdAt: string;
  /** The rows of `vera_metadata`, in this order; they name model, dimension and normalization. */
  readonly metadata: Readonly<Record<string, string>>;
  /** In document order. */
  readonly chunks: readonly NewChunk[];
  readonly attachments: readonly NewAttachment[];
  readonly links: readonly VeraLink[];
  /** For our own tables, which are made only when there is something for them. */
  readonly own?: OwnTables;
}

/** ISO 8601 in UTC with seconds and offset, as the format asks for: 2026-11-30T22:39:35+00:00. */
export function veraTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, "+00:00");
}

/**
 * Writes a `.vera` 0.2 archive: a function of its parts alone. The file appears whole or not at all. Throws vera_invalid in VERA's words for parts that
 * VERA would refuse, target_exists, disk_full and the like.
 */
export function writeVera(path: string, parts: VeraParts, options: { readonly overwrite: boolean }): void {
  checkParts(path, parts);
  publishFile(path, options, (temporary) => {
    try {
      build(temporary, parts, path);
    } catch (error) {
      throw writeError(error, path);
    }
  });
}

function build(temporary: string, parts: VeraParts, path: string): void {
  const database = new Database(temporary, { create: true });
  try {
    // The file is thrown away when this does not come to its end, so a journal would only cost time.
    for (const setting of [
      "page_size = 4096",
      "encoding = 'UTF-8'",
      "journal_mode = OFF",
      "synchronous = OFF",
      "foreign_keys = ON",
    ])
      database.run(`PRAGMA ${setting}`);
    database.transaction(() => fill(database, parts, path))();
  } finally {
    database.close();
  }
}

function fill(database: Database, parts: VeraParts, path: string): void {
  const { createdAt, metadata } = parts;
  for (const statement of CREATE_TABLES) database.run(statement);
  const addMetadata = database.prepare("INSERT INTO vera_metadata (key, value) VALUES (?, ?)");
  for (const [key, value] of Object.entries(metadata)) addMetadata.run(key, value);
  const addAttachment = database.prepare(
    "INSERT INTO attachments (attachment_id, mime_type, filename, data, hash, metadata_json, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  for (const { id, mimeType, filename, metadataJson, createdAt: made, data } of parts.attachments) {
    const bytes = data();
    addAttachment.run(id, mimeType, filename ?? null, bytes, sha256(bytes), metadataJson, made ?? createdAt);
  }
  const { model, dimension, normalization } = modelOf(metadata);
  const addChunk = database.prepare(
    "INSERT INTO chunks (rowid, chunk_id, text, metadata_json, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const addWords = database.prepare("INSERT INTO chunks_fts (rowid, chunk_id, text) VALUES (?, ?, ?)");
  const addVector = database.prepare(
    "INSERT INTO embeddings (chunk_id, model_name, model_dimension, vector, vector_format, created_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const [at, chunk] of parts.chunks.entries()) {
    const made = chunk.createdAt ?? createdAt;
    addChunk.run(at + 1, chunk.id, chunk.text, chunk.metadataJson, made, chunk.updatedAt ?? made);
    addWords.run(at + 1, chunk.id, chunk.text);
    if (chunk.vector === undefined) continue;
    checkVector(path, chunk.id, chunk.vector, dimension, normalization);
    addVector.run(chunk.id, model, dimension, encodeVector(chunk.vector), VECTOR_FORMAT, chunk.updatedAt ?? made);
  }
  const addLink = database.prepare("INSERT INTO chunk_attachments (chunk_id, attachment_id, role) VALUES (?, ?, ?)");
  for (const { chunkId, attachmentId, role } of parts.links) addLink.run(chunkId, attachmentId, role);
  if (parts.own !== undefined) addOwn(database, parts.own);
}

function addOwn(database: Database, { facts, folio }: OwnTables): void {
  database.run("CREATE TABLE x_footnote (key TEXT PRIMARY KEY, value TEXT NOT NULL)");
  const addFact = database.prepare("INSERT INTO x_footnote (key, value) VALUES (?, ?)");
  for (const [key, value] of Object.entries(facts)) addFact.run(key, value);
  database.run("CREATE TABLE x_footnote_folio (part INTEGER PRIMARY KEY, data BLOB NOT NULL)");
  const addPart = database.prepare("INSERT INTO x_footnote_folio (part, data) VALUES (?, ?)");
  for (const [part, data] of folio.entries()) addPart.run(part, data);
}

function modelOf(metadata: Readonly<Record<string, string>>) {
  return {
    model: metadata.default_embedding_model ?? "",
    dimension: Number(metadata.default_embedding_dimension),
    normalization: (metadata.default_embedding_normalization ?? "unknown") as Normalization,
  };
}

function checkParts(path: string, { chunks, attachments, links }: VeraParts): void {
  const refuse = (problem: string): never => {
    throw new FootnoteError("vera_invalid", { path, problem });
  };
  const checkId = (id: string): void => {
    if (id.trim() === "") refuse("id must not be empty");
    if (id.includes("\0")) refuse("id must not contain NUL characters");
  };
  const ids = new Set<string>();
  for (const { id, text } of chunks) {
    checkId(id);
    if (isBlank(text)) refuse(`text must not be empty: ${id}`);
    if (ids.has(id)) refuse("record IDs must be unique within a batch");
    ids.add(id);
  }
  const attached = new Set<string>();
  for (const { id, mimeType } of attachments) {
    checkId(id);
    if (mimeType === "") refuse("media_type must not be empty");
    if (attached.has(id)) refuse("attachment IDs must be unique within a batch");
    attached.add(id);
  }
  const strangers = links.filter(({ chunkId }) => !ids.has(chunkId));
  if (strangers[0] !== undefined) refuse(`unknown chunk ID: ${strangers[0].chunkId}`);
  const unknown = [...new Set(links.map(({ attachmentId }) => attachmentId))].filter((id) => !attached.has(id)).sort();
  if (unknown.length > 0) refuse(`unknown attachment IDs: ${unknown.join(", ")}`);
}

function checkVector(
  path: string,
  id: string,
  vector: Float32Array,
  dimension: number,
  normalization: Normalization,
): void {
  const refuse = (problem: string): never => {
    throw new FootnoteError("vera_invalid", { path, problem: `record '${id}' vector ${problem}` });
  };
  if (vector.length !== dimension) refuse(`dimension ${vector.length} does not match database dimension ${dimension}`);
  if (!vector.every(Number.isFinite)) refuse("is not finite");
  const norm = normOf(vector);
  if (normalization === "l2" && norm !== 0 && !isUnitLength(norm))
    refuse(`is not L2-normalized (norm ${generalFormat(norm, 8)})`);
}

function writeError(error: unknown, path: string): FootnoteError {
  if (!(error instanceof SQLiteError)) return toFootnoteError(error, path);
  const { code = "", message } = error;
  if (code === "SQLITE_FULL") return new FootnoteError("disk_full", { path }, error);
  if (code.startsWith("SQLITE_CANTOPEN")) return new FootnoteError("permission_denied", { path }, error);
  return new FootnoteError("io_failed", { path, problem: message }, error);
}
