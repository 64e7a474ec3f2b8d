import { FootnoteError } from "../../foundation/errors.ts";
import type { VeraArchive, VeraModel } from "./archive.ts";
import { columnsOf } from "./columns.ts";
import { type Connection, openReadOnly } from "./connection.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json.ts";
import { type KeywordHit, keywordHits } from "./keyword.ts";
import { LIMITS } from "./limits.ts";
import { readAttachment, readAttachments, readLinks } from "./read-attachments.ts";
import { readChunkIds, readChunks, readChunksById, readVectors, readVectorsById } from "./read-chunks.ts";
import { readOwn } from "./read-own.ts";
import { readTables } from "./read-tables.ts";
import { readBlocks, readPages } from "./read-viewer.ts";
import { FORMAT_VERSION, NORMALIZATIONS, REQUIRED_TABLES, type VeraTable } from "./schema.ts";

/** Opens a `.vera` 0.2 archive. Throws vera_invalid (`problem` in VERA's own words where it has some), vera_version, vera_limit, vera_busy, and what opening a file can. */
export function openVera(path: string): VeraArchive {
  const connection = openReadOnly(path);
  try {
    return over(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function over(connection: Connection): VeraArchive {
  const { path, length } = connection;
  const metadata = readMetadata(connection);
  checkTables(connection);
  const archiveMetadata = archiveObject(metadata, path);
  const model = modelOf(metadata, path);
  /** Nothing that was read of a file in the midst of a change is handed out. */
  const steady = <T>(read: () => T): T => {
    const value = read();
    connection.checkUnchanged();
    return value;
  };
  const viewer = (kind: "viewer_pages" | "viewer_blocks"): Uint8Array | undefined => {
    const named = archiveMetadata[`${kind}_attachment_id`];
    return readAttachment(connection, typeof named === "string" ? named : kind, LIMITS.viewer);
  };
  return {
    path,
    length,
    metadata,
    archiveMetadata,
    model,
    counts: () =>
      steady(() => ({
        chunks: countOf(connection, "chunks"),
        embeddings: countOf(connection, "embeddings"),
        attachments: countOf(connection, "attachments"),
      })),
    chunks: () => steady(() => readChunks(connection)),
    chunksById: (ids) => steady(() => readChunksById(connection, ids)),
    chunkIds: () => steady(() => readChunkIds(connection)),
    vectors: () => steady(() => readVectors(connection, model.dimension)),
    vectorsById: (ids) => steady(() => readVectorsById(connection, ids, model.dimension)),
    attachments: () => steady(() => readAttachments(connection)),
    attachment: (id) => steady(() => readAttachment(connection, id, LIMITS.attachment)),
    links: () => steady(() => readLinks(connection)),
    pages: () => steady(() => readPages(viewer("viewer_pages"), path)),
    blocks: () => steady(() => readBlocks(viewer("viewer_blocks"), path)),
    keyword: (query) => steady(() => keywordIn(connection, query)),
    own: () => steady(() => readOwn(connection, kindsOfTables(connection))),
    tables: () => steady(() => readTables(connection, kindsOfTables(connection))),
    close: () => connection.close(),
  };
}

/** The `vera_metadata` of a format that is read here. */
export function readMetadata(connection: Connection): Record<string, string> {
  const { path } = connection;
  if (kindsOfTables(connection).get("vera_metadata") !== "table")
    throw new FootnoteError("vera_invalid", { path, problem: "Missing required table: vera_metadata" });
  const metadata: Record<string, string> = Object.create(null);
  const sql = `SELECT key, length(CAST(value AS BLOB)) AS bytes, iif(length(CAST(value AS BLOB)) <= ${LIMITS.metadata}, CAST(value AS TEXT), '') AS value FROM vera_metadata`;
  for (const row of connection.rows(sql)) {
    const columns = columnsOf(row, "vera_metadata", path);
    const key = columns.text("key");
    const found = columns.integer("bytes");
    if (found > LIMITS.metadata)
      throw new FootnoteError("vera_limit", {
        path,
        what: `metadata ${key}`,
        found: `${found} bytes`,
        limit: LIMITS.metadata,
      });
    metadata[key] = columns.text("value");
  }
  const version = metadata.format_version;
  if (version !== undefined && version !== FORMAT_VERSION) {
    const problem = `VeraDocument requires format ${FORMAT_VERSION}; found ${version}`;
    throw new FootnoteError("vera_version", { path, version, problem });
  }
  return metadata;
}

export type TableKind = "table" | "fts5" | "other";

/** What the schema holds under the names of the format: a view, or a virtual table of another module, could do anything when read. */
export function kindsOfTables(connection: Connection): Map<string, TableKind> {
  const kinds = new Map<string, TableKind>();
  for (const row of connection.rows(
    "SELECT type, name, rootpage, sql FROM sqlite_schema WHERE type IN ('table', 'view')",
  )) {
    const name = String(row.name).toLowerCase();
    const isFts = row.type === "table" && /^\s*create\s+virtual\s+table\s.*\susing\s+fts5\b/is.test(String(row.sql));
    const isTable = row.type === "table" && typeof row.rootpage === "number" && row.rootpage > 0;
    kinds.set(name, isFts ? "fts5" : isTable ? "table" : "other");
  }
  return kinds;
}

/** The tables that are read here must be plain ones. What else is in the database is left alone. */
function checkTables(connection: Connection): void {
  const kinds = kindsOfTables(connection);
  for (const table of REQUIRED_TABLES) {
    if (table === "chunks_fts") continue;
    const kind = kinds.get(table);
    if (kind !== "table")
      throw new FootnoteError("vera_invalid", { path: connection.path, problem: `Missing required table: ${table}` });
  }
}

function keywordIn(connection: Connection, query: string): KeywordHit[] {
  if (kindsOfTables(connection).get("chunks_fts") !== "fts5")
    throw new FootnoteError("vera_invalid", { path: connection.path, problem: "Missing required table: chunks_fts" });
  return keywordHits(connection, query);
}

function countOf(connection: Connection, table: VeraTable): number {
  for (const row of connection.rows(`SELECT count(*) AS count FROM ${table}`))
    return columnsOf(row, table, connection.path).integer("count");
  return 0;
}

function archiveObject(metadata: Readonly<Record<string, string>>, path: string): JsonObject {
  const text = metadata.archive_metadata;
  if (text === undefined) return {};
  const value = parseJson(text);
  if (value === undefined)
    throw new FootnoteError("vera_invalid", { path, problem: "Invalid JSON in archive metadata" });
  if (!isJsonObject(value))
    throw new FootnoteError("vera_invalid", { path, problem: "Archive metadata must be a JSON object" });
  return value;
}

/** The declared model; a dimension that is no number is taken from the vectors when they are read. */
function modelOf(metadata: Readonly<Record<string, string>>, path: string): VeraModel {
  const declared = metadata.default_embedding_dimension?.trim() ?? "0";
  const dimension = /^\d{1,9}$/.test(declared) ? Number(declared) : 0;
  if (dimension > LIMITS.dimension)
    throw new FootnoteError("vera_limit", {
      path,
      what: "the embedding model",
      found: `${dimension} dimensions`,
      limit: LIMITS.dimension,
    });
  const normalization = NORMALIZATIONS.find((one) => one === metadata.default_embedding_normalization) ?? "unknown";
  return { name: metadata.default_embedding_model ?? "", dimension, normalization };
}
