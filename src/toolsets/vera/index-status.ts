import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { veraTime } from "../../engine/vera/write.ts";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { type Discovery, discover } from "./discover.ts";
import { type FolderIndex, type IndexRecord, indexFolder, readIndex, relativePath, stampOf } from "./index-record.ts";
import { groupKey } from "./vera-index.ts";

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
    readonly vector_file?: string;
    readonly vector_size_bytes?: number;
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
  const found = readIndex(directory);
  if (found === undefined) return none(false, "index is missing");
  if (found === "unreadable") return none(true, "index configuration is unreadable");
  if (found === "unsupported") return none(true, "index version is unsupported");
  const { record, generation, databaseBytes, vectorFiles } = found;
  const lost = [...(vectorFiles?.values() ?? [])].filter(({ bytes }) => bytes === undefined);
  const reasons = [
    ...staleReasons(directory, record, verify),
    ...lost.map(({ file }) => `vector matrix is missing: ${file}`),
  ];
  const vectorBytes = [...(vectorFiles?.values() ?? [])].reduce((sum, { bytes = 0 }) => sum + bytes, 0);
  const chunks = record.files.reduce((sum, file) => sum + file.chunks, 0);
  return {
    directory,
    index,
    exists: true,
    fresh: reasons.length === 0,
    reasons,
    generation_id: generation,
    created_at: record.createdAt,
    checked_at: veraTime(now),
    verified_at: verify ? veraTime(now) : null,
    index_size_bytes: databaseBytes + vectorBytes,
    database_size_bytes: databaseBytes,
    vector_size_bytes: vectorBytes,
    recursive: record.recursive,
    excludes: record.excludes,
    includes: record.includes,
    file_count: record.files.length,
    skipped: record.skipped.length,
    skipped_files: record.skipped.map(({ path, category, reason }) => ({ file: path, category, reason })),
    discovered: record.files.length + record.skipped.length,
    indexed_chunks: chunks,
    source_chunks: chunks,
    model_groups: modelGroups(found),
  };
}

function modelGroups({ record, vectorFiles }: FolderIndex) {
  const groups = Map.groupBy(record.files, ({ model, dimension }) => groupKey(model, dimension));
  return [...groups].map(([key, group]) => {
    const vectors = vectorFiles?.get(key);
    return {
      model: group[0]?.model ?? "",
      dimension: group[0]?.dimension ?? 0,
      documents: group.length,
      chunks: group.reduce((sum, { chunks }) => sum + chunks, 0),
      ...(vectors === undefined ? {} : { vector_file: vectors.file, vector_size_bytes: vectors.bytes ?? 0 }),
    };
  });
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
