import { Database, SQLiteError } from "bun:sqlite";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { decompress } from "../../foundation/bytes/zstd.ts";
import { FootnoteError } from "../../foundation/errors.ts";

/** A file as one side of a change. */
export interface Side {
  readonly path: string;
  readonly sha256: string;
}

/** One change of one file. No `before`: it was created. No `after`: it was removed. Two paths: it was moved. */
export interface Change {
  readonly before?: Side;
  readonly after?: Side;
  /** What the file held before, where undoing needs it: for all but moves. */
  readonly bytes?: Uint8Array;
  /** Permission bits that it had. */
  readonly mode?: number;
  /** The id of the change that this one takes back. */
  readonly undoes?: number;
}

export interface JournalEntry extends Omit<Change, "bytes"> {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  /** Whether it was taken back since. */
  readonly undone: boolean;
}

/** How much is kept; the oldest changes are forgotten first, the newest never. */
export interface JournalBounds {
  readonly bytes: number;
  readonly entries: number;
}

/**
 * The undo journal of one folder of notes: a SQLite file, so that a crash at any moment leaves it readable. A change is entered before it is made, and marked
 * finished after. Whoever writes holds the folder's lock (gate.ts).
 */
export interface Journal {
  /** Enters a change that is about to be made; gives its id. */
  begin(change: Change, at: string): number;
  finish(id: number): void;
  /** Takes an entry out again whose change was not made. */
  forget(id: number): void;
  /** The newest change, when it was never marked finished: the process died in the middle of it, or between it and the mark. */
  unfinished(): JournalEntry | undefined;
  entry(id: number): JournalEntry | undefined;
  /** The newest change of a path that is neither an undo nor undone. */
  newestOf(path: string): JournalEntry | undefined;
  /** Newest first. */
  list(limit: number): readonly JournalEntry[];
  bytesBefore(id: number): Uint8Array | undefined;
  close(): void;
}

const BOUNDS: JournalBounds = { bytes: 64 * 1024 * 1024, entries: 10_000 };
/** Nothing larger is ever entered: the limit of an image, with room. */
export const LARGEST_ENTRY = 32 * 1024 * 1024;

const SCHEMA = `CREATE TABLE IF NOT EXISTS changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, finished INTEGER NOT NULL DEFAULT 0, undone INTEGER NOT NULL DEFAULT 0, undoes INTEGER,
  before_path TEXT, before_sha256 TEXT, after_path TEXT, after_sha256 TEXT, mode INTEGER,
  size INTEGER NOT NULL, packed_size INTEGER NOT NULL, packed BLOB
)`;
const COLUMNS = "id, at, finished, undone, undoes, before_path, before_sha256, after_path, after_sha256, mode";

interface Row {
  id: number;
  at: string;
  finished: number;
  undone: number;
  undoes: number | null;
  before_path: string | null;
  before_sha256: string | null;
  after_path: string | null;
  after_sha256: string | null;
  mode: number | null;
}

/** Opens the journal in an index folder, made when missing. A file there that is no journal is set aside as "journal.db.damaged" and a new one begun. */
export function openJournal(indexFolder: string, bounds: JournalBounds = BOUNDS): Journal {
  const path = join(indexFolder, "journal.db");
  try {
    mkdirSync(indexFolder, { recursive: true });
    return journalOf(connect(path), bounds);
  } catch (error) {
    if (!(error instanceof SQLiteError) || !["SQLITE_NOTADB", "SQLITE_CORRUPT"].includes(error.code ?? "")) {
      throw new FootnoteError("io_failed", { path: "journal.db", problem: String(error) }, error);
    }
    renameSync(path, `${path}.damaged`);
    for (const sidecar of ["-wal", "-shm"]) rmSync(path + sidecar, { force: true });
    return journalOf(connect(path), bounds);
  }
}

function connect(path: string): Database {
  const database = new Database(path, { create: true, strict: true });
  try {
    // Without a sync at each commit a loss of power may forget the newest entries, never more; a killed process loses nothing.
    database.run("PRAGMA journal_mode = WAL");
    database.run("PRAGMA synchronous = NORMAL");
    database.run("PRAGMA busy_timeout = 5000");
    database.run("PRAGMA journal_size_limit = 4194304");
    database.run(SCHEMA);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function journalOf(database: Database, bounds: JournalBounds): Journal {
  const one = (where: string, value: string | number) =>
    database
      .query<Row, [string | number]>(`SELECT ${COLUMNS} FROM changes WHERE ${where} ORDER BY id DESC LIMIT 1`)
      .get(value);
  const setUndone = (id: number | undefined, undone: 0 | 1) => {
    if (id === undefined) return;
    database.query("UPDATE changes SET undone = ? WHERE id = ?").run(undone, id);
    // An undo that is itself undone puts its change back in force.
    const { undoes } = one("id = ?", id) ?? {};
    if (undoes != null) database.query("UPDATE changes SET undone = ? WHERE id = ?").run(1 - undone, undoes);
  };
  const entryOf = (row: Row | null): JournalEntry | undefined => (row === null ? undefined : fromRow(row));
  return {
    begin: database.transaction((change: Change, at: string) => {
      const packed = change.bytes === undefined ? null : Bun.zstdCompressSync(change.bytes, { level: 1 });
      const { lastInsertRowid } = database
        .query(
          `INSERT INTO changes (at, undoes, before_path, before_sha256, after_path, after_sha256, mode, size, packed_size, packed)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          at,
          change.undoes ?? null,
          change.before?.path ?? null,
          change.before?.sha256 ?? null,
          change.after?.path ?? null,
          change.after?.sha256 ?? null,
          change.mode ?? null,
          change.bytes?.length ?? 0,
          packed?.length ?? 0,
          packed,
        );
      const id = Number(lastInsertRowid);
      setUndone(change.undoes, 1);
      forgetOldest(database, bounds, id);
      return id;
    }),
    finish: (id) => void database.query("UPDATE changes SET finished = 1 WHERE id = ?").run(id),
    forget: database.transaction((id: number) => {
      setUndone(one("id = ?", id)?.undoes ?? undefined, 0);
      database.query("DELETE FROM changes WHERE id = ?").run(id);
    }),
    unfinished() {
      const row = one("id > ?", 0);
      return row?.finished === 0 ? fromRow(row) : undefined;
    },
    entry: (id) => entryOf(one("id = ?", id)),
    newestOf: (path) => entryOf(one("? IN (before_path, after_path) AND undone = 0 AND undoes IS NULL", path)),
    list: (limit) =>
      database.query<Row, [number]>(`SELECT ${COLUMNS} FROM changes ORDER BY id DESC LIMIT ?`).all(limit).map(fromRow),
    bytesBefore(id) {
      const row = database
        .query<{ size: number; packed: Uint8Array | null }, [number]>("SELECT size, packed FROM changes WHERE id = ?")
        .get(id);
      if (row?.packed == null || row.size > LARGEST_ENTRY) return undefined;
      return decompress(row.packed, row.size);
    },
    close: () => database.close(),
  };
}

function fromRow(row: Row): JournalEntry {
  const side = (path: string | null, sha256: string | null) =>
    path === null || sha256 === null ? undefined : { path, sha256 };
  const [before, after] = [side(row.before_path, row.before_sha256), side(row.after_path, row.after_sha256)];
  return {
    id: row.id,
    at: row.at,
    undone: row.undone === 1,
    ...(before && { before }),
    ...(after && { after }),
    ...(row.mode !== null && { mode: row.mode }),
    ...(row.undoes !== null && { undoes: row.undoes }),
  };
}

/** Deletes from the oldest on until the bounds hold; the entry `newest` stays. */
function forgetOldest(database: Database, bounds: JournalBounds, newest: number): void {
  database
    .query(
      `DELETE FROM changes WHERE id < ?1 AND id <= (
         SELECT MAX(id) FROM (
           SELECT id, SUM(packed_size) OVER (ORDER BY id DESC) AS bytes, ROW_NUMBER() OVER (ORDER BY id DESC) AS entries FROM changes
         ) WHERE bytes > ?2 OR entries > ?3)`,
    )
    .run(newest, bounds.bytes, bounds.entries);
}
