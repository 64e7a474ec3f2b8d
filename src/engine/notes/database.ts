import { Database, SQLiteError } from "bun:sqlite";
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";

/** Raise when the tables change, or what is kept in them. */
export const SCHEMA_VERSION = 2;
/** Raise when the same file gives other chunks or other words. */
export const CHUNKER_VERSION = 1;
/** Raise when the model reads something else of the same chunk. */
export const EMBEDDING_TEXT_VERSION = 1;

/** "FNnt" as SQLite's application id: a database of somebody else is never taken for ours. */
const APPLICATION_ID = 0x464e6e74;

const TABLES = `
CREATE TABLE manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE documents (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL, size INTEGER NOT NULL, modified_ms REAL NOT NULL,
  inode REAL NOT NULL, indexed_at TEXT NOT NULL
) STRICT;
CREATE TABLE segments (id INTEGER PRIMARY KEY, chunks INTEGER NOT NULL, living INTEGER NOT NULL, terms BLOB NOT NULL, postings BLOB NOT NULL) STRICT;
-- id = segment * 2^20 + position
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE, heading_path TEXT, text TEXT NOT NULL, elements TEXT NOT NULL,
  bare INTEGER NOT NULL, vector_key INTEGER NOT NULL
) STRICT;
CREATE INDEX chunks_by_document ON chunks (document);
CREATE INDEX bare_chunks ON chunks (bare) WHERE bare = 1;
CREATE TABLE vectors (key INTEGER PRIMARY KEY, scale REAL NOT NULL, codes BLOB NOT NULL) STRICT;
`;

/** Chunks of one segment. */
export const SEGMENT_CHUNKS = 2 ** 20;

/**
 * Opens the index's database, or makes an empty one. The index is made of the files, so a damaged one, or one of another version, is made anew; a file that is no
 * index of Footnote's is left alone and refused (`note_index_not_ready`). `onRenewal` is told why it is made anew.
 */
export function openDatabase(path: string, busyMs: number, onRenewal: (problem: string) => void): Database {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const database = open(path, busyMs);
    if (isCurrent(database, path)) return database;
    database.close();
    onRenewal("it is of another version");
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw toFootnoteError(error, path);
    // SQLITE_NOTADB also names an encrypted or foreign file: only one that says it is ours may go.
    const damage = damageOf(error);
    if (damage === undefined) throw unusable(path, error.message, error);
    onRenewal(damage);
  }
  removeDatabase(path);
  const database = open(path, busyMs);
  isCurrent(database, path);
  return database;
}

/** What is wrong with an index that threw this; undefined where the error tells of no damage. */
export function damageOf(error: unknown): string | undefined {
  if (error instanceof FootnoteError && error.code === "archive_damaged") return error.message;
  return error instanceof SQLiteError && error.code?.startsWith("SQLITE_CORRUPT") === true ? error.message : undefined;
}

export function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}

function open(path: string, busyMs: number): Database {
  const database = new Database(path, { create: true, strict: true, safeIntegers: false });
  for (const pragma of [
    `busy_timeout = ${busyMs}`,
    "journal_mode = WAL",
    // A crash of the machine may cost the last changes, which the next scan finds again; never the database.
    "synchronous = NORMAL",
    "foreign_keys = ON",
    "trusted_schema = OFF",
    "cache_size = -16000",
    "temp_store = MEMORY",
  ])
    database.run(`PRAGMA ${pragma}`);
  return database;
}

/** Makes the tables of an empty database. False for one of another version. */
function isCurrent(database: Database, path: string): boolean {
  const number = (pragma: string): number =>
    Object.values(database.query<Record<string, number>, []>(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0;
  const make = database.transaction(() => {
    if (number("application_id") !== 0 || number("schema_version") !== 0) return;
    database.run(TABLES);
    database.run(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
  make.immediate();
  if (number("application_id") !== APPLICATION_ID) throw unusable(path, "it is a database of another program");
  return number("user_version") === SCHEMA_VERSION;
}

function unusable(path: string, problem: string, cause?: unknown): FootnoteError {
  return new FootnoteError(
    "note_index_not_ready",
    { problem: `${path} cannot be used: ${problem}`, remedy: "Name another place for the index, or remove that file." },
    cause,
  );
}
