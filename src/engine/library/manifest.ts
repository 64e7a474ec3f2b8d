import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import { PAGE_STATUSES } from "../document.ts";

const ErrorSchema = z.object({ code: z.string(), message: z.string(), remedy: z.string() });

/** One source file and what became of it. */
const EntrySchema = z.object({
  /** Real absolute path of the source. */
  path: z.string(),
  /** Hex SHA-256 of the bytes that were read; "" when they could not be read. */
  sha256: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  /** What made the archive; another value here means: read it again. */
  pipeline: z.string(),
  title: z.string(),
  mediaType: z.string(),
  pages: z.number(),
  passages: z.number(),
  statuses: z.partialRecord(z.enum(PAGE_STATUSES), z.number()),
  /** How a source without pages was read that did not decode as it should. */
  note: z.string().optional(),
  /** File name below archives/; absent when reading failed. */
  archive: z.string().optional(),
  error: ErrorSchema.optional(),
});

const ManifestSchema = z.object({ format: z.literal(1), entries: z.array(EntrySchema) });

export type Entry = z.infer<typeof EntrySchema>;

/** The library's list of sources, sorted by path. A reader sees the old list or the new one, never a mix. */
export interface Manifest {
  readonly entries: readonly Entry[];
}

export function manifestPath(folder: string): string {
  return join(folder, "manifest.json");
}

/** Reads the manifest; an absent one is an empty library. */
export function readManifest(folder: string): Manifest {
  const path = manifestPath(folder);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const known = toFootnoteError(error, path);
    if (known.code === "path_not_found") return { entries: [] };
    throw known;
  }
  return parseManifest(text, path);
}

function parseManifest(text: string, path: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FootnoteError("library_damaged", { path, problem: "it is not JSON" });
  }
  const parsed = ManifestSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new FootnoteError("library_damaged", {
      path,
      problem: `${issue?.path.join(".") ?? "root"}: ${issue?.message ?? "wrong shape"}`,
    });
  }
  for (const entry of parsed.data.entries) {
    if (entry.archive !== undefined && !/^[^/\\]+\.folio$/.test(entry.archive)) {
      throw new FootnoteError("library_damaged", {
        path,
        problem: `archive name “${entry.archive}” is not a plain file name`,
      });
    }
  }
  return parsed.data;
}

export function writeManifest(folder: string, entries: Iterable<Entry>): void {
  mkdirSync(folder, { recursive: true });
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const text = JSON.stringify({ format: 1, entries: sorted }, undefined, 1);
  writeAtomically(manifestPath(folder), new TextEncoder().encode(text));
}

/** Changes when the manifest was swapped; cheap enough to ask at every query. */
export function manifestStamp(folder: string): string {
  try {
    const facts = statSync(manifestPath(folder));
    return `${facts.ino}:${facts.mtimeMs}:${facts.size}`;
  } catch {
    return "";
  }
}
