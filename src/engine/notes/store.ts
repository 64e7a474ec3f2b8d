import { type Database, SQLiteError } from "bun:sqlite";
import { FootnoteError } from "../../foundation/errors.ts";
import type { ChunkElement } from "./chunk.ts";
import { SEGMENT_CHUNKS } from "./database.ts";
import { type PreparedBatch, type SegmentParts, segmentOf } from "./prepare.ts";
import type { SourceFile } from "./source.ts";
import { readElements, writeElements } from "./stored-elements.ts";

export interface StoredDocument extends SourceFile {
  readonly sha256: string;
  /** ISO 8601. */
  readonly indexedAt: string;
}

const DOCUMENT = "SELECT path, sha256, size, modified_ms AS modifiedMs, inode, indexed_at AS indexedAt FROM documents";

/** A chunk as its hits show it. */
export interface StoredChunk {
  readonly path: string;
  readonly sha256: string;
  readonly headingPath: string | null;
  readonly text: string;
  readonly elements: readonly ChunkElement[];
}

/** Segments with fewer chunks are small, and are joined when there are so many of them. */
const SMALL = 400;
const MOST_SMALL = 12;

/** The rows of an index. Each change is one transaction: a reader, and a crash, meet the index before it or after it. */
export class Store {
  readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  documents(): StoredDocument[] {
    return this.database.query<StoredDocument, []>(DOCUMENT).all();
  }

  /** The document of that path, and those in the folder of that name. */
  documentsAt(path: string): StoredDocument[] {
    // "0" follows "/".
    const sql = `${DOCUMENT} WHERE path = ?1 OR (path > ?1 || '/' AND path < ?1 || '0')`;
    return this.database.query<StoredDocument, [string]>(sql).all(path);
  }

  /** Puts files in the place of what was known of them. */
  replace(batch: PreparedBatch, now: Date): void {
    const { database } = this;
    const insertDocument = database.query<{ id: number }, [string, string, number, number, number, string]>(
      "INSERT INTO documents (path, sha256, size, modified_ms, inode, indexed_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
    );
    const insertChunk = database.query(
      "INSERT INTO chunks (id, document, heading_path, text, elements, bare, vector_key) VALUES (?, ?, ?, ?, ?, ?, ?)",
    );
    this.#write(() => {
      const count = batch.files.reduce((sum, { chunks }) => sum + chunks.length, 0);
      let id = this.#insertSegment(batch.segment, count) * SEGMENT_CHUNKS;
      for (const { path, sha256, size, modifiedMs, inode, chunks } of batch.files) {
        this.#remove(path);
        const document = insertDocument.get(path, sha256, size, modifiedMs, inode, now.toISOString())?.id ?? 0;
        for (const { headingPath, text, elements, bare, vectorKey } of chunks)
          insertChunk.run(id++, document, headingPath, text, writeElements(elements), bare ? 1 : 0, vectorKey);
      }
    });
  }

  remove(paths: readonly string[]): void {
    this.#write(() => {
      for (const path of paths) this.#remove(path);
    });
  }

  /** A file that was touched but says the same. */
  touch({ path, size, modifiedMs, inode }: SourceFile): void {
    const sql = "UPDATE documents SET size = ?, modified_ms = ?, inode = ? WHERE path = ?";
    this.#write(() => void this.database.run(sql, [size, modifiedMs, inode, path]));
  }

  /** Forgets everything but vectors, which are found again by what they are of. */
  clear(): void {
    this.#write(() => {
      for (const table of ["chunks", "segments", "documents"]) this.database.run(`DELETE FROM ${table}`);
    });
  }

  /** Joins small and half-empty segments when there are many, so that a search has few to ask. Returns whether it did. */
  merge(): boolean {
    const sizes = this.database
      .query<{ id: number; chunks: number; living: number }, []>("SELECT id, chunks, living FROM segments")
      .all();
    const dead = sizes.filter(({ living }) => living === 0);
    const worn = sizes.filter(({ chunks, living }) => living > 0 && living * 2 < chunks);
    const small = sizes.filter(({ living }) => living > 0 && living < SMALL);
    const joining = small.length > MOST_SMALL ? [...new Set([...small, ...worn])] : worn;
    if (dead.length + joining.length === 0) return false;
    this.#write(() => {
      for (const { id } of dead) this.database.run("DELETE FROM segments WHERE id = ?", [id]);
      if (joining.length > 0) this.#join(joining.map(({ id }) => id));
    });
    return true;
  }

  chunk(id: number): StoredChunk | undefined {
    const sql = `SELECT d.path AS path, d.sha256 AS sha256, heading_path AS headingPath, text, elements
      FROM chunks c JOIN documents d ON d.id = c.document WHERE c.id = ?`;
    const row = this.database.query<Omit<StoredChunk, "elements"> & { elements: string }, [number]>(sql).get(id);
    return row === null ? undefined : { ...row, elements: readElements(row.elements) };
  }

  chunkText(id: number): string {
    return this.database.query<{ text: string }, [number]>("SELECT text FROM chunks WHERE id = ?").get(id)?.text ?? "";
  }

  manifest(): Map<string, string> {
    const rows = this.database.query<{ key: string; value: string }, []>("SELECT key, value FROM manifest").all();
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  writeManifest(values: ReadonlyMap<string, string>): void {
    this.#write(() => {
      this.database.run("DELETE FROM manifest");
      for (const [key, value] of values) this.database.run("INSERT INTO manifest VALUES (?, ?)", [key, value]);
    });
  }

  counts(): { documents: number; chunks: number; lastIndexedAt: string | null } {
    const row = this.database
      .query<{ documents: number; chunks: number; lastIndexedAt: string | null }, []>(
        `SELECT count(*) AS documents, max(indexed_at) AS lastIndexedAt,
          (SELECT coalesce(sum(living), 0) FROM segments) - (SELECT count(*) FROM chunks WHERE bare = 1) AS chunks FROM documents`,
      )
      .get();
    return row ?? { documents: 0, chunks: 0, lastIndexedAt: null };
  }

  /** Whether there is a chunk that is more than a heading. */
  hasText(): boolean {
    return this.database.query("SELECT 1 FROM chunks WHERE bare = 0 LIMIT 1").get() !== null;
  }

  #write(change: () => void): void {
    try {
      this.database.transaction(change).immediate();
    } catch (error) {
      if (error instanceof SQLiteError && error.code?.startsWith("SQLITE_BUSY") === true)
        throw new FootnoteError("note_busy", { owner: "another process, which is indexing it" }, error);
      throw error;
    }
  }

  #remove(path: string): void {
    const { database } = this;
    const gone = database
      .query<{ segment: number; chunks: number }, [string]>(
        `SELECT c.id / ${SEGMENT_CHUNKS} AS segment, count(*) AS chunks FROM chunks c JOIN documents d ON d.id = c.document WHERE d.path = ? GROUP BY 1`,
      )
      .all(path);
    for (const { segment, chunks } of gone)
      database.query("UPDATE segments SET living = living - ? WHERE id = ?").run(chunks, segment);
    database.query("DELETE FROM documents WHERE path = ?").run(path);
  }

  #insertSegment({ terms, postings }: SegmentParts, chunks: number): number {
    // Never the number of one that was there before, which readers may hold.
    const { id } = this.database
      .query<{ id: number }, []>(
        "SELECT coalesce(max(id), 0) + 1 AS id FROM (SELECT id FROM segments UNION SELECT CAST(value AS INTEGER) FROM manifest WHERE key = 'last_segment')",
      )
      .get() ?? { id: 1 };
    this.database.query("INSERT INTO segments VALUES (?, ?, ?, ?, ?)").run(id, chunks, chunks, terms, postings);
    this.database
      .query("INSERT INTO manifest VALUES ('last_segment', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
      .run(String(id));
    return id;
  }

  #join(segments: readonly number[]): void {
    const inSegment = segments
      .map((id) => `(c.id >= ${id * SEGMENT_CHUNKS} AND c.id < ${(id + 1) * SEGMENT_CHUNKS})`)
      .join(" OR ");
    const rows = this.database
      .query<{ id: number; path: string; text: string; headingPath: string | null }, []>(
        `SELECT c.id AS id, d.path AS path, text, heading_path AS headingPath FROM chunks c JOIN documents d ON d.id = c.document WHERE ${inSegment} ORDER BY c.id`,
      )
      .all();
    const joined = this.#insertSegment(segmentOf(rows), rows.length);
    const move = this.database.query("UPDATE chunks SET id = ? WHERE id = ?");
    rows.forEach(({ id }, position) => void move.run(joined * SEGMENT_CHUNKS + position, id));
    for (const id of segments) this.database.query("DELETE FROM segments WHERE id = ?").run(id);
  }
}
