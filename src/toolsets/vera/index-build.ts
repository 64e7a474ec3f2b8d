import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { openVera } from "../../engine/vera/open.ts";
import { validateVera } from "../../engine/vera/validate.ts";
import { veraTime } from "../../engine/vera/write.ts";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import type { Context } from "../context.ts";
import { type Discovery, discover } from "./discover.ts";
import {
  generationOf,
  type IndexedFile,
  type IndexRecord,
  indexFolder,
  readIndex,
  relativePath,
  stampOf,
  writeRecord,
} from "./index-record.ts";
import { refusal } from "./refusal.ts";

interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

/** What became of a folder's index, as VERA tells it; paths of files are relative. */
export interface BuildReport {
  readonly ok: true;
  readonly operation: "build" | "update";
  readonly directory: string;
  readonly index: string;
  readonly generation_id: string;
  readonly created_at: string;
  readonly recursive: boolean;
  readonly excludes: readonly string[];
  readonly includes: readonly string[];
  readonly discovered: number;
  readonly indexed: number;
  readonly chunks: number;
  readonly skipped: number;
  readonly invalid: readonly SkippedFile[];
  readonly incompatible: readonly SkippedFile[];
  readonly added: number;
  readonly changed: number;
  readonly moved: number;
  readonly removed: number;
}

/**
 * Checks every archive of a folder, reads the sound ones into the library's cache, so that searches find them there, and writes down which they are. Throws vera_refused, in
 * VERA's words, when there are none.
 */
export async function buildIndex(folder: string, how: Discovery, now: Date, context: Context): Promise<BuildReport> {
  return build(resolve(context.cwd, folder), how, "build", now, context);
}

/** The same again with the settings of the index that is there. */
export async function updateIndex(folder: string, now: Date, context: Context): Promise<BuildReport> {
  const directory = resolve(context.cwd, folder);
  const before = readIndex(directory);
  if (typeof before !== "object") throw refusal(`No library index found in ${folder}; run 'vera index build' first`);
  return build(directory, before.record, "update", now, context);
}

async function build(
  directory: string,
  { recursive, excludes, includes }: Discovery,
  operation: "build" | "update",
  now: Date,
  context: Context,
): Promise<BuildReport> {
  const before = readIndex(directory);
  const paths = discover(directory, { recursive, excludes, includes });
  const files: IndexedFile[] = [];
  const skipped: IndexRecord["skipped"] = [];
  for (const path of paths) {
    const found = { path: relativePath(directory, path), ...stampOf(path) };
    const checked = check(path);
    if (typeof checked === "string") skipped.push({ ...found, category: "invalid", reason: checked });
    else files.push({ ...found, ...checked });
  }
  if (files.length === 0) throw refusal("No valid .vera files could be indexed");
  const library = await context.library();
  await library.documents(
    files.map(({ path }) => resolve(directory, path)),
    context,
  );
  const record: IndexRecord = {
    version: 1,
    createdAt: veraTime(now),
    recursive,
    excludes: [...excludes],
    includes: [...includes],
    files,
    skipped,
  };
  writeRecord(directory, record);
  const reasons = skipped.map(({ path, reason }) => ({ file: path, reason }));
  return {
    ok: true,
    operation,
    directory,
    index: indexFolder(directory),
    generation_id: generationOf(record),
    created_at: record.createdAt,
    recursive,
    excludes,
    includes,
    discovered: paths.length,
    indexed: files.length,
    chunks: files.reduce((sum, { chunks }) => sum + chunks, 0),
    skipped: skipped.length,
    invalid: reasons,
    incompatible: [],
    ...changes(typeof before === "object" ? before.record.files : [], files),
  };
}

/** What is to be known of a sound archive, or why it is none. */
function check(path: string): Pick<IndexedFile, "sha256" | "chunks" | "model" | "dimension"> | string {
  try {
    const { ok, issues } = validateVera(path);
    if (!ok) return issues.join("; ");
    const archive = openVera(path);
    try {
      const { model } = archive;
      const { chunks } = archive.counts();
      return { sha256: sha256(readFileSync(path)), chunks, model: model.name, dimension: model.dimension };
    } finally {
      archive.close();
    }
  } catch (thrown) {
    const error = toFootnoteError(thrown, path);
    return String(error.details.problem ?? error.message);
  }
}

/** A file that went and one that came with the same content are one that moved. */
function changes(before: readonly IndexedFile[], now: readonly IndexedFile[]) {
  const then = new Map(before.map((file) => [file.path, file.sha256]));
  const today = new Map(now.map((file) => [file.path, file.sha256]));
  const added = now.filter(({ path }) => !then.has(path));
  const removed = before.filter(({ path }) => !today.has(path));
  const gone = removed.map((file) => file.sha256);
  let moved = 0;
  for (const file of added) {
    const at = gone.indexOf(file.sha256);
    if (at < 0) continue;
    gone.splice(at, 1);
    moved++;
  }
  return {
    added: added.length - moved,
    changed: now.filter(({ path, sha256: hash }) => then.has(path) && then.get(path) !== hash).length,
    moved,
    removed: removed.length - moved,
  };
}
