import { constants, Database, SQLiteError, type SQLQueryBindings } from "bun:sqlite";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";

export type Value = string | number | bigint | Uint8Array | null;
export type Row = Readonly<Record<string, Value>>;

/** A database that somebody else wrote, for reading only. */
export interface Connection {
  readonly path: string;
  /** Bytes of the file when it was opened. */
  readonly length: number;
  /** Rows by column name, one at a time. Throws what `veraError` makes of SQLite's errors. */
  rows(sql: string, ...bindings: readonly SQLQueryBindings[]): Generator<Row>;
  /** Throws `source_changed` when the file is no longer the one that was opened. */
  checkUnchanged(): void;
  close(): void;
}

/** How long a reader waits for a writer's commit. */
const BUSY_MS = 2000;

/** Against databases that were built to harm: nothing in the schema may call functions with effects, cells are checked, nothing is mapped or written. */
const DEFENCES = [
  `busy_timeout = ${BUSY_MS}`,
  "trusted_schema = OFF",
  "cell_size_check = ON",
  "query_only = ON",
  "mmap_size = 0",
  "temp_store = MEMORY",
];

/** Opens a database file so that neither it nor anything beside it changes. Throws vera_invalid, vera_busy and what opening a file can. */
export function openReadOnly(path: string): Connection {
  const opened = factsOf(path);
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    for (const defence of DEFENCES) database.run(`PRAGMA ${defence}`);
    return over(database, path, opened);
  } catch (error) {
    database?.close();
    throw veraError(error, path);
  }
}

function over(database: Database, path: string, opened: Facts): Connection {
  return {
    path,
    length: opened.length,
    *rows(sql, ...bindings) {
      try {
        const statement = database.prepare<Row, SQLQueryBindings[]>(sql);
        try {
          yield* statement.iterate(...bindings);
        } finally {
          statement.finalize();
        }
      } catch (error) {
        throw veraError(error, path);
      }
    },
    checkUnchanged() {
      if (factsOf(path).stamp !== opened.stamp) throw new FootnoteError("source_changed", { path });
    },
    close: () => database.close(),
  };
}

/**
 * SQLite makes `-wal` and `-shm` files even for readers of a database in WAL mode. One that nobody has open needs neither, and can be
 * opened as immutable; one with a log beside it cannot be read without joining in, so it is refused.
 */
function openDatabase(path: string): Database {
  if (!isWriteAhead(path)) return new Database(path, { readonly: true });
  if (sizeOf(`${path}-wal`) > 0)
    throw new FootnoteError("vera_busy", { path, problem: "changes wait in the -wal file beside it" });
  const { SQLITE_OPEN_READONLY, SQLITE_OPEN_URI } = constants;
  return new Database(`${pathToFileURL(path).href}?mode=ro&immutable=1`, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

/** Byte 18 or 19 of a database's header is 2 when it is in WAL mode (SQLite file format §1.3.3). */
function isWriteAhead(path: string): boolean {
  const handle = openSync(path, "r");
  try {
    const versions = new Uint8Array(2);
    readSync(handle, versions, 0, 2, 18);
    return versions.includes(2);
  } finally {
    closeSync(handle);
  }
}

interface Facts {
  readonly length: number;
  readonly stamp: string;
}

function factsOf(path: string): Facts {
  try {
    const facts = statSync(path, { bigint: true });
    // Opening a pipe would wait for ever.
    if (!facts.isFile()) throw new FootnoteError("vera_invalid", { path, problem: "it is not a file" });
    return { length: Number(facts.size), stamp: `${facts.ino}:${facts.size}:${facts.mtimeNs}` };
  } catch (error) {
    throw toFootnoteError(error, path);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** SQLite's errors as ours. Its own words stay in `problem`, since VERA shows the same. */
function veraError(error: unknown, path: string): FootnoteError {
  if (!(error instanceof SQLiteError)) return toFootnoteError(error, path);
  const code = error.code ?? "";
  const problem = error.message;
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL|READONLY)/.test(code))
    return new FootnoteError("vera_busy", { path, problem }, error);
  if (/^SQLITE_IOERR/.test(code)) return new FootnoteError("io_failed", { path, problem }, error);
  return new FootnoteError("vera_invalid", { path, problem }, error);
}
