import { FootnoteError } from "../../foundation/errors.ts";
import type { VeraChunk, VeraVectors } from "./archive.ts";
import { columnsOf } from "./columns.ts";
import type { Connection, Row } from "./connection.ts";
import { LIMITS } from "./limits.ts";
import { VECTOR_FORMAT } from "./schema.ts";
import { decodeVector } from "./vectors.ts";

/** SQLite is often built for at most 32,766 variables in a statement, older ones for 999. */
const VARIABLES = 900;

// A value above its limit is not handed over, only its size.
const CHUNK_COLUMNS = `rowid AS place, chunk_id,
  length(CAST(text AS BLOB)) AS text_bytes, iif(length(CAST(text AS BLOB)) <= ${LIMITS.text}, text, '') AS text,
  length(CAST(metadata_json AS BLOB)) AS metadata_bytes, iif(length(CAST(metadata_json AS BLOB)) <= ${LIMITS.metadata}, metadata_json, '') AS metadata_json,
  created_at, updated_at`;

export function readChunks(connection: Connection): VeraChunk[] {
  return collect(connection, connection.rows(`SELECT ${CHUNK_COLUMNS} FROM chunks ORDER BY rowid`)).map(
    ({ chunk }) => chunk,
  );
}

export function readChunksById(connection: Connection, ids: readonly string[]): VeraChunk[] {
  const wanted = [...new Set(ids)];
  const found: Placed[] = [];
  for (let at = 0; at < wanted.length; at += VARIABLES) {
    const batch = wanted.slice(at, at + VARIABLES);
    const marks = batch.map(() => "?").join(",");
    found.push(
      ...collect(
        connection,
        connection.rows(`SELECT ${CHUNK_COLUMNS} FROM chunks WHERE chunk_id IN (${marks})`, ...batch),
      ),
    );
  }
  return found.sort((a, b) => a.place - b.place).map(({ chunk }) => chunk);
}

interface Placed {
  readonly place: number;
  readonly chunk: VeraChunk;
}

function collect(connection: Connection, rows: Iterable<Row>): Placed[] {
  const { path } = connection;
  const placed: Placed[] = [];
  let bytes = 0;
  for (const row of rows) {
    const id = columnsOf(row, "a chunk", path).text("chunk_id");
    const columns = columnsOf(row, `chunk ${id}`, path);
    const sizes = [
      ["text", columns.integer("text_bytes"), LIMITS.text],
      ["metadata", columns.integer("metadata_bytes"), LIMITS.metadata],
    ] as const;
    for (const [what, found, limit] of sizes)
      if (found > limit)
        throw new FootnoteError("vera_limit", { path, what: `${what} of chunk ${id}`, found: `${found} bytes`, limit });
    bytes += sizes[0][1] + sizes[1][1];
    if (bytes > LIMITS.chunks)
      throw new FootnoteError("vera_limit", {
        path,
        what: "the table chunks",
        found: `more than ${bytes} bytes`,
        limit: LIMITS.chunks,
      });
    if (placed.length === LIMITS.rows)
      throw new FootnoteError("vera_limit", { path, what: "the table chunks", found: "more rows", limit: LIMITS.rows });
    const chunk = {
      id,
      text: columns.text("text"),
      metadata: columns.object("metadata_json"),
      metadataJson: columns.text("metadata_json"),
      createdAt: columns.text("created_at"),
      updatedAt: columns.text("updated_at"),
    };
    placed.push({ place: Number(row.place), chunk });
  }
  return placed;
}

/** The ids alone, in document order. */
export function readChunkIds(connection: Connection): string[] {
  const ids: string[] = [];
  for (const row of connection.rows("SELECT chunk_id FROM chunks ORDER BY rowid")) {
    if (ids.length === LIMITS.rows)
      throw new FootnoteError("vera_limit", {
        path: connection.path,
        what: "the table chunks",
        found: "more rows",
        limit: LIMITS.rows,
      });
    ids.push(columnsOf(row, "a chunk", connection.path).text("chunk_id"));
  }
  return ids;
}

const VECTOR_COLUMNS = `c.chunk_id AS chunk_id, e.vector_format AS format, e.model_dimension AS dimension, length(e.vector) AS bytes,
    iif(length(e.vector) <= ${LIMITS.dimension * 4}, e.vector, x'') AS vector`;

/**
 * All vectors in chunk order. `declared` is the archive's own dimension; 0 takes that of the first vector. Throws vera_invalid for a vector of
 * another length or format, or with numbers that are not finite.
 */
export function readVectors(connection: Connection, declared: number): VeraVectors {
  const sql = `SELECT ${VECTOR_COLUMNS} FROM chunks c LEFT JOIN embeddings e ON e.chunk_id = c.chunk_id ORDER BY c.rowid`;
  const rows: (Float32Array | undefined)[] = [];
  let dimension = declared;
  for (const row of connection.rows(sql)) {
    const vector = vectorOf(row, dimension, connection.path);
    if (vector !== undefined && dimension === 0) dimension = vector.length;
    rows.push(vector);
    if (rows.length * dimension * 4 > LIMITS.vectors)
      throw new FootnoteError("vera_limit", {
        path: connection.path,
        what: "the table embeddings",
        found: "more bytes",
        limit: LIMITS.vectors,
      });
  }
  const vectors = new Float32Array(rows.length * dimension);
  for (const [at, vector] of rows.entries()) if (vector !== undefined) vectors.set(vector, at * dimension);
  return { dimension, rows: vectors, present: Uint8Array.from(rows, (vector) => (vector === undefined ? 0 : 1)) };
}

/** The vectors of some chunks, by id; those without one are not in it. Throws like `readVectors`. */
export function readVectorsById(
  connection: Connection,
  ids: readonly string[],
  declared: number,
): Map<string, Float32Array> {
  const found = new Map<string, Float32Array>();
  const wanted = [...new Set(ids)];
  for (let at = 0; at < wanted.length; at += VARIABLES) {
    const batch = wanted.slice(at, at + VARIABLES);
    const marks = batch.map(() => "?").join(",");
    const sql = `SELECT ${VECTOR_COLUMNS} FROM chunks c JOIN embeddings e ON e.chunk_id = c.chunk_id WHERE c.chunk_id IN (${marks})`;
    for (const row of connection.rows(sql, ...batch)) {
      const vector = vectorOf(row, declared, connection.path);
      if (vector !== undefined) found.set(String(row.chunk_id), vector);
    }
  }
  return found;
}

/** `declared`: 0 takes the row's own dimension. */
function vectorOf(row: Row, declared: number, path: string): Float32Array | undefined {
  if (row.format === null) return undefined;
  const id = String(row.chunk_id);
  const columns = columnsOf(row, `the vector of ${id}`, path);
  const dimension = declared === 0 ? columns.integer("dimension") : declared;
  const invalid = (problem: string): FootnoteError => new FootnoteError("vera_invalid", { path, problem });
  if (columns.text("format") !== VECTOR_FORMAT)
    throw invalid(`Unsupported vector_format for ${id}: '${columns.text("format")}' (expected '${VECTOR_FORMAT}')`);
  if (columns.integer("bytes") !== dimension * 4)
    throw invalid(`Invalid embedding blob for ${id}: expected ${dimension * 4} bytes, got ${columns.integer("bytes")}`);
  const vector = decodeVector(columns.bytes("vector"));
  if (!vector.every(Number.isFinite)) throw invalid(`Embedding vector for ${id} contains non-finite values`);
  return vector;
}
