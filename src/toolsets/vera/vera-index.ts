import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { openReadOnly } from "../../engine/vera/connection.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import type { IndexRecord } from "./index-record.ts";

/** What VERA's own index of a folder tells; it is never written. */
export interface VeraIndex {
  readonly record: IndexRecord;
  readonly generation: string;
  readonly databaseBytes: number;
  /** By model and dimension. */
  readonly vectorFiles: ReadonlyMap<string, { readonly file: string; readonly bytes: number | undefined }>;
}

const Pointer = z.object({
  generation: z.string().regex(/^generation-[0-9a-f]{32}$/),
  index_version: z.int(),
  created_at: z.string(),
});

const Config = z.object({
  recursive: z.boolean(),
  excludes: z.array(z.string()),
  // Older ones have none.
  includes: z.array(z.string()).default([]),
});

/** A file of an index, VERA's or ours. */
export const FileRow = z.object({
  /** Relative, with forward slashes. */
  path: z.string(),
  size: z.int(),
  /** Nanoseconds; more than a number holds. */
  mtime: z.string(),
  sha256: z.string(),
  chunks: z.int(),
  model: z.string(),
  dimension: z.int(),
});

export const SkippedRow = z.object({
  path: z.string(),
  size: z.int(),
  mtime: z.string(),
  category: z.enum(["invalid", "incompatible"]),
  reason: z.string(),
});

const GroupRow = z.object({
  model: z.string(),
  dimension: z.int(),
  // It becomes a part of a path.
  file: z.string().regex(/^vectors-[0-9a-f]{16}-\d+\.npy$/),
});

const FILES = `SELECT relative_path AS path, size, CAST(mtime_ns AS TEXT) AS mtime, content_hash AS sha256, count(c.row_id) AS chunks,
  coalesce(min(c.model_name), '') AS model, coalesce(min(c.dimension), 0) AS dimension
  FROM files f LEFT JOIN chunks c USING (file_id) GROUP BY file_id ORDER BY file_id`;
const SKIPPED =
  "SELECT relative_path AS path, size, CAST(mtime_ns AS TEXT) AS mtime, category, reason FROM skipped_files ORDER BY rowid";
const GROUPS = "SELECT model_name AS model, dimension, filename AS file FROM vector_groups ORDER BY rowid";
const MOST_ROWS = 1_000_000;

export function groupKey(model: string, dimension: number): string {
  return JSON.stringify([model, dimension]);
}

type Read = VeraIndex | "unreadable" | "unsupported" | undefined;

/** A generation never changes once the pointer names it, so it is read again only when the pointer was swapped. */
const known = new Map<string, { readonly stamp: string; readonly read: Read }>();
const MOST_KNOWN = 64;

/** VERA's index (format 1) in `folder`, a `.vera-index`. A pointer that cannot be read looks like no index, as it does to VERA. */
export function readVeraIndex(folder: string): Read {
  const facts = statSync(join(folder, "current.json"), { bigint: true, throwIfNoEntry: false });
  if (facts === undefined) return undefined;
  const stamp = `${facts.ino}:${facts.size}:${facts.mtimeNs}`;
  const before = known.get(folder);
  if (before?.stamp === stamp) return before.read;
  const read = readNow(folder);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(folder, { stamp, read });
  return read;
}

function readNow(folder: string): Read {
  const pointer = readPointer(folder);
  if (pointer === undefined) return undefined;
  if (pointer.index_version !== 1) return "unsupported";
  const generation = join(folder, "generations", pointer.generation);
  const database = join(generation, "index.sqlite3");
  try {
    const connection = openReadOnly(database);
    try {
      const [config] = connection.rows("SELECT value FROM index_metadata WHERE key = 'config'");
      const rows = <T>(schema: z.ZodType<T>, sql: string): T[] =>
        [...connection.rows(`${sql} LIMIT ${MOST_ROWS}`)].map((row) => schema.parse(row));
      const record = {
        version: 1 as const,
        createdAt: pointer.created_at,
        ...Config.parse(JSON.parse(String(config?.value))),
        files: rows(FileRow, FILES),
        skipped: rows(SkippedRow, SKIPPED),
      };
      const vectorFiles = rows(GroupRow, GROUPS).map(({ model, dimension, file }) => {
        const bytes = statSync(join(generation, file), { throwIfNoEntry: false })?.size;
        return [groupKey(model, dimension), { file, bytes }] as const;
      });
      return {
        record,
        generation: pointer.generation,
        databaseBytes: connection.length,
        vectorFiles: new Map(vectorFiles),
      };
    } finally {
      connection.close();
    }
  } catch (error) {
    if (toFootnoteError(error, database).code === "permission_denied") throw error;
    return "unreadable";
  }
}

function readPointer(folder: string): z.infer<typeof Pointer> | undefined {
  try {
    return Pointer.safeParse(JSON.parse(readFileSync(join(folder, "current.json"), "utf8"))).data;
  } catch {
    return undefined;
  }
}
