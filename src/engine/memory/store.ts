import { Database } from "bun:sqlite";
import { chmodSync, closeSync, openSync } from "node:fs";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { ModelId } from "../document.ts";

/** Something learned, kept by what it says: the same text stored again replaces itself. */
export interface MemoryRecord {
  readonly key: string;
  readonly content: string;
  readonly domain: string;
  /** From 0 to 1. */
  readonly importance: number;
  readonly metadata: Readonly<Record<string, string>>;
  /** When it was stored last, ISO 8601. */
  readonly time: string;
}

export interface MemoryHit {
  readonly record: MemoryRecord;
  /** Cosine. */
  readonly score: number;
}

/** The only domain that this server keeps; part of each key. */
const DOMAIN = "tero";
/** "FNme" as SQLite's application id: a database of somebody else is never taken for ours. */
const APPLICATION_ID = 0x464e6d65;
const BUSY_MS = 5000;
/** What consolidation lets go: both hold. */
const LEAST_IMPORTANCE = 0.2;
const MOST_DAYS = 30;
const DAY_MS = 86_400_000;

const TABLES = `
CREATE TABLE store_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE learning_contexts (
  key TEXT PRIMARY KEY, content TEXT NOT NULL, domain TEXT NOT NULL, importance REAL NOT NULL, metadata TEXT NOT NULL, stored_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE context_embeddings (key TEXT PRIMARY KEY REFERENCES learning_contexts ON DELETE CASCADE, vector BLOB NOT NULL) STRICT;
`;

interface StoredRow {
  readonly key: string;
  readonly content: string;
  readonly domain: string;
  readonly importance: number;
  readonly metadata: string;
  readonly stored_ms: number;
}

/** A SQLite file of memories with a vector each, of one model. Readable by its owner alone. */
export class MemoryStore {
  readonly #database: Database;
  readonly #dimension: number;

  /** Makes the file where there is none. Throws memory_unusable, also for a database with vectors of another model. */
  constructor(path: string, model: ModelId) {
    this.#dimension = model.dimension;
    this.#database = opened(path, model);
  }

  /** Keeps a text, or replaces what was kept of it; gives its key. */
  put(
    content: string,
    vector: Float32Array,
    kept: Pick<MemoryRecord, "importance" | "metadata"> & { now: Date },
  ): string {
    const key = sha256(new TextEncoder().encode(content + DOMAIN)).slice(0, 16);
    const { importance, metadata, now } = kept;
    this.#database.transaction(() => {
      this.#database
        .query("INSERT OR REPLACE INTO learning_contexts VALUES (?, ?, ?, ?, ?, ?)")
        .run(key, content, DOMAIN, importance, JSON.stringify(metadata), now.getTime());
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      this.#database.query("INSERT OR REPLACE INTO context_embeddings VALUES (?, ?)").run(key, bytes);
    })();
    return key;
  }

  /** The nearest `most` memories of cosine `least` or more, best first; equal ones by key. */
  nearest(wanted: Float32Array, most: number, least: number): MemoryHit[] {
    const found: { key: string; score: number }[] = [];
    const vectors = this.#database.query<{ key: string; vector: Uint8Array }, []>(
      "SELECT key, vector FROM context_embeddings ORDER BY key",
    );
    for (const { key, vector } of vectors.iterate()) {
      if (vector.byteLength !== this.#dimension * 4) continue;
      const score = dot(wanted, new Float32Array(vector.slice().buffer));
      if (score >= least) found.push({ key, score });
    }
    return found
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .flatMap(({ key, score }) => {
        const row = this.#database.query<StoredRow, [string]>("SELECT * FROM learning_contexts WHERE key = ?").get(key);
        return row === null ? [] : [{ record: recordOf(row), score }];
      });
  }

  /** Newest first. */
  list(limit: number, offset: number): MemoryRecord[] {
    return this.#database
      .query<StoredRow, [number, number]>(
        "SELECT * FROM learning_contexts ORDER BY stored_ms DESC, key LIMIT ? OFFSET ?",
      )
      .all(limit, offset)
      .map(recordOf);
  }

  get count(): number {
    return this.#database.query<{ n: number }, []>("SELECT count(*) AS n FROM learning_contexts").get()?.n ?? 0;
  }

  /** Whether there was such a memory. */
  forget(key: string): boolean {
    return this.#database.query("DELETE FROM learning_contexts WHERE key = ?").run(key).changes > 0;
  }

  /** Deletes what is both unimportant and old; nothing is merged. */
  consolidate(now: Date): { readonly processed: number; readonly deleted: number } {
    const processed = this.count;
    const before = now.getTime() - MOST_DAYS * DAY_MS;
    this.#database
      .query("DELETE FROM learning_contexts WHERE importance < ? AND stored_ms < ?")
      .run(LEAST_IMPORTANCE, before);
    return { processed, deleted: processed - this.count };
  }

  close(): void {
    this.#database.close();
  }
}

function recordOf({ key, content, domain, importance, metadata, stored_ms }: StoredRow): MemoryRecord {
  return { key, content, domain, importance, metadata: JSON.parse(metadata), time: new Date(stored_ms).toISOString() };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function opened(path: string, model: ModelId): Database {
  let database: Database | undefined;
  try {
    // Made before SQLite does, which would let others read it; its -wal and -shm take the rights of the file.
    closeSync(openSync(path, "a", 0o600));
    database = new Database(path, { readwrite: true, strict: true });
    database.run(`PRAGMA busy_timeout = ${BUSY_MS}`);
    const problem = database.transaction(prepared).immediate(database, `${model.name} ${model.sha256}`);
    if (problem !== undefined) throw new FootnoteError("memory_unusable", { problem });
    // From here on it is known to be ours.
    chmodSync(path, 0o600);
    database.run("PRAGMA journal_mode = WAL");
    database.run("PRAGMA foreign_keys = ON");
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof FootnoteError) throw error;
    const known = toFootnoteError(error, path);
    throw new FootnoteError("memory_unusable", { problem: String(known.details.problem ?? known.message) }, error);
  }
}

/** Makes the tables of an empty database; says what is wrong with another's. */
function prepared(database: Database, model: string): string | undefined {
  const tables = database.query("SELECT name FROM sqlite_schema").all().length;
  const id = database.query<{ application_id: number }, []>("PRAGMA application_id").get()?.application_id;
  if (tables === 0) {
    database.run(TABLES);
    database.run(`PRAGMA application_id = ${APPLICATION_ID}`);
    database.query("INSERT INTO store_meta VALUES ('model', ?)").run(model);
    return undefined;
  }
  if (id !== APPLICATION_ID) return "the database was made by another program";
  const found = database.query<{ value: string }, []>("SELECT value FROM store_meta WHERE key = 'model'").get()?.value;
  if (found === model) return undefined;
  return `the database has vectors of ${found?.split(" ")[0] ?? "no model"}, the model here is ${model.split(" ")[0]}`;
}
