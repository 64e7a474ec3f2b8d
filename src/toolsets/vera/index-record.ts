import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { z } from "zod";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import { FileRow, readVeraIndex, SkippedRow, type VeraIndex } from "./vera-index.ts";

/** Beside VERA's own index, which is left alone: what Footnote searches by is in its library's cache. */
const FILE = "footnote.json";

const RecordSchema = z.object({
  version: z.literal(1),
  createdAt: z.string(),
  recursive: z.boolean(),
  excludes: z.array(z.string()),
  includes: z.array(z.string()),
  files: z.array(FileRow),
  skipped: z.array(SkippedRow),
});

export type IndexRecord = z.infer<typeof RecordSchema>;
export type IndexedFile = z.infer<typeof FileRow>;

export function indexFolder(directory: string): string {
  return join(directory, ".vera-index");
}

/** What is known of a folder's index. */
export interface FolderIndex {
  readonly record: IndexRecord;
  readonly generation: string;
  readonly databaseBytes: number;
  /** Only VERA's own has any. */
  readonly vectorFiles?: VeraIndex["vectorFiles"];
}

/** The index of a folder, Footnote's or VERA's, whichever is newer; undefined when there is none; a word when it is not what was written. */
export function readIndex(directory: string): FolderIndex | "unreadable" | "unsupported" | undefined {
  const own = readRecord(directory);
  const veras = readVeraIndex(indexFolder(directory));
  if (own === undefined) return veras;
  if (typeof veras === "object" && own !== "unreadable" && own.createdAt < veras.record.createdAt) return veras;
  return own === "unreadable"
    ? own
    : { record: own, generation: generationOf(own), databaseBytes: recordSize(directory) };
}

/** Undefined when there is none; "unreadable" when it is not what was written. */
function readRecord(directory: string): IndexRecord | "unreadable" | undefined {
  const path = join(indexFolder(directory), FILE);
  try {
    const parsed = RecordSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
    return parsed.success ? parsed.data : "unreadable";
  } catch (error) {
    return toFootnoteError(error, path).code === "path_not_found" ? undefined : "unreadable";
  }
}

export function writeRecord(directory: string, record: IndexRecord): void {
  mkdirSync(indexFolder(directory), { recursive: true });
  writeAtomically(join(indexFolder(directory), FILE), new TextEncoder().encode(`${JSON.stringify(record)}\n`));
}

function recordSize(directory: string): number {
  return statSync(join(indexFolder(directory), FILE), { throwIfNoEntry: false })?.size ?? 0;
}

/** A name for this state of the index: the same content has the same. */
export function generationOf(record: IndexRecord): string {
  return `generation-${sha256(new TextEncoder().encode(JSON.stringify(record))).slice(0, 32)}`;
}

/** Size and time of a file, by which a change is noticed without reading it. */
export function stampOf(path: string): { size: number; mtime: string } {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return { size: Number(size), mtime: String(mtimeNs) };
}

export function relativePath(directory: string, path: string): string {
  return relative(directory, path).split(sep).join("/");
}
