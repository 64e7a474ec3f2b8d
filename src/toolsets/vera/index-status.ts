import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { veraTime } from "../../engine/vera/write.ts";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { type Discovery, discover } from "./discover.ts";
import {
  generationOf,
  type IndexRecord,
  indexFolder,
  readRecord,
  recordSize,
  relativePath,
  stampOf,
} from "./index-record.ts";

/** What is known of a folder's index, as VERA tells it. Everything behind `skipped_files` only when there is one that can be read. */
export interface IndexStatus {
  readonly directory: string;
  readonly index: string;
  readonly exists: boolean;
  readonly fresh: boolean;
  readonly reasons: readonly string[];
  readonly generation_id?: string;
  readonly created_at?: string;
  readonly checked_at?: string;
  readonly verified_at?: string | null;
  readonly index_size_bytes?: number;
  readonly database_size_bytes?: number;
  readonly vector_size_bytes?: number;
  readonly recursive?: boolean;
  readonly excludes?: readonly string[];
  readonly includes?: readonly string[];
  readonly file_count?: number;
  readonly skipped?: number;
  readonly skipped_files: readonly {
    readonly file: string;
    readonly category: "invalid" | "incompatible";
    readonly reason: string;
  }[];
  readonly discovered?: number;
  readonly indexed_chunks?: number;
  readonly source_chunks?: number;
  readonly model_groups?: readonly {
    readonly model: string;
    readonly dimension: number;
    readonly documents: number;
    readonly chunks: number;
  }[];
}

/** Whether the index of a folder (absolute) tells of the archives that are there now: by size and time, with `verify` also by content. */
export function indexStatus(directory: string, verify: boolean, now: Date): IndexStatus {
  const index = indexFolder(directory);
  const none = (exists: boolean, reason: string): IndexStatus => ({
    directory,
    index,
    exists,
    fresh: false,
    reasons: [reason],
    skipped_files: [],
  });
  const record = readRecord(directory);
  if (record === "unreadable") return none(true, "index configuration is unreadable");
  if (record === undefined)
    return existsSync(join(index, "current.json"))
      ? none(true, "index version is unsupported")
      : none(false, "index is missing");
  const reasons = staleReasons(directory, record, verify);
  const chunks = record.files.reduce((sum, file) => sum + file.chunks, 0);
  const size = recordSize(directory);
  return {
    directory,
    index,
    exists: true,
    fresh: reasons.length === 0,
    reasons,
    generation_id: generationOf(record),
    created_at: record.createdAt,
    checked_at: veraTime(now),
    verified_at: verify ? veraTime(now) : null,
    index_size_bytes: size,
    database_size_bytes: size,
    vector_size_bytes: 0,
    recursive: record.recursive,
    excludes: record.excludes,
    includes: record.includes,
    file_count: record.files.length,
    skipped: record.skipped.length,
    skipped_files: record.skipped.map(({ path, category, reason }) => ({ file: path, category, reason })),
    discovered: record.files.length + record.skipped.length,
    indexed_chunks: chunks,
    source_chunks: chunks,
    model_groups: modelGroups(record),
  };
}

function modelGroups({ files }: IndexRecord) {
  const groups = Map.groupBy(files, ({ model, dimension }) => JSON.stringify([model, dimension]));
  return [...groups.values()].map((group) => ({
    model: group[0]?.model ?? "",
    dimension: group[0]?.dimension ?? 0,
    documents: group.length,
    chunks: group.reduce((sum, { chunks }) => sum + chunks, 0),
  }));
}

function staleReasons(directory: string, record: IndexRecord, verify: boolean): string[] {
  const known = [...record.files, ...record.skipped];
  const here = filesIn(directory, record);
  const same = here.length === known.length && known.every(({ path }) => here.includes(path));
  const reasons = same ? [] : ["library files were added, removed, or moved"];
  const hashes = new Map(record.files.map((file) => [file.path, file.sha256]));
  for (const { path, size, mtime } of known) {
    if (!here.includes(path)) continue;
    const file = resolve(directory, path);
    try {
      const stamp = stampOf(file);
      const hash = hashes.get(path);
      if (stamp.size !== size || stamp.mtime !== mtime) reasons.push(`file changed: ${path}`);
      else if (verify && hash !== undefined && sha256(readFileSync(file)) !== hash)
        reasons.push(`file content changed: ${path}`);
    } catch (error) {
      reasons.push(`file is unreadable: ${path}: ${toFootnoteError(error, file).message}`);
    }
  }
  return reasons;
}

function filesIn(directory: string, how: Discovery): string[] {
  try {
    return discover(directory, how).map((path) => relativePath(directory, path));
  } catch {
    // VERA refuses a folder without archives; here it means that they have all gone.
    return [];
  }
}
