import { mkdirSync, statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { type ErrorReport, FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { takeLock } from "../../foundation/fs/lock.ts";
import { contains, type Roots } from "../../foundation/fs/roots.ts";
import { walk } from "../../foundation/fs/walk.ts";
import type { ProgressEvent } from "../../foundation/progress.ts";
import { writeFolio } from "../archive/write.ts";
import type { ParsedDocument } from "../document.ts";
import type { Embedder } from "../embed/embedder.ts";
import { WALK_EXTENSIONS } from "../ingest/detect.ts";
import { openDocumentReader } from "../ingest/parse.ts";
import { PIPELINE } from "../ingest/pipeline.ts";
import { buildParts } from "./build.ts";
import { removeAbandoned, removeUnreferenced } from "./clean-up.ts";
import { embedArchives } from "./embed-archives.ts";
import { archivesFolder, lockPath } from "./layout.ts";
import { type Entry, readManifest, writeManifest } from "./manifest.ts";

export interface AddOptions {
  /** Files, folders, globs; none means: look again at every source the library knows. */
  readonly paths: readonly string[];
  readonly recursive: boolean;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly keepSource: boolean;
  readonly vectors: "now" | "later" | "off";
  readonly password?: string;
  readonly roots: Roots;
  readonly cwd: string;
  readonly lockWaitMs: number;
  readonly signal: AbortSignal;
  readonly progress: (event: ProgressEvent) => void;
  readonly embedder: () => Promise<Embedder>;
  /** Milliseconds, for how often the manifest is saved during a batch. */
  readonly now: () => number;
}

export type Outcome = "added" | "replaced" | "unchanged" | "failed" | "removed";

export interface FileReport {
  readonly path: string;
  readonly outcome: Outcome;
  readonly entry?: Entry;
  readonly error?: ErrorReport;
}

export interface AddReport {
  readonly files: readonly FileReport[];
  readonly vectors: { readonly ready: number; readonly of: number };
}

const SAVE_EVERY_MS = 1000;

/**
 * Brings the library in line with the sources: new files are added, changed ones (by content and pipeline) replaced, unchanged ones
 * left, vanished ones dropped. A file that fails is reported and the batch goes on. Killed at any moment, every archive is whole and the
 * same call completes the work. Vectors come after all texts, so that everything can be searched as early as possible.
 */
export async function addToLibrary(folder: string, options: AddOptions): Promise<AddReport> {
  const archives = archivesFolder(folder);
  try {
    mkdirSync(archives, { recursive: true });
  } catch (error) {
    throw toFootnoteError(error, folder);
  }
  const release = await takeLock(lockPath(folder), folder, {
    command: "footnote add",
    waitMs: options.lockWaitMs,
    signal: options.signal,
  });
  try {
    removeAbandoned(folder);
    removeAbandoned(archives);
    return await addLocked(folder, options);
  } finally {
    release();
  }
}

async function addLocked(folder: string, options: AddOptions): Promise<AddReport> {
  const entries = new Map(readManifest(folder).entries.map((entry) => [entry.path, entry]));
  const plan = planFiles(options, entries);
  const reports: FileReport[] = plan.failed;
  const reader = openDocumentReader();
  let saved = options.now();
  const save = (): void => {
    writeManifest(folder, entries.values());
    saved = options.now();
  };
  options.progress({ kind: "start", files: plan.files.length });
  try {
    for (const [index, path] of plan.files.entries()) {
      if (options.signal.aborted) throw new FootnoteError("cancelled");
      options.progress({ kind: "file", path, index, of: plan.files.length });
      const report = await addFile(path);
      reports.push(report);
      tell(report);
      if (options.now() - saved > SAVE_EVERY_MS) save();
    }
  } finally {
    await reader.close();
    dropVanished();
    save();
    removeUnreferenced(folder, [...entries.values()]);
  }
  const vectors = await embedArchives(folder, [...entries.values()], options);
  return { files: reports, vectors };

  async function addFile(path: string): Promise<FileReport> {
    const before = entries.get(path);
    const facts = { size: 0, mtimeMs: 0, sha256: "" };
    try {
      const found = statSync(path);
      Object.assign(facts, { size: found.size, mtimeMs: found.mtimeMs });
      const bytes = options.roots.read(path, options.cwd);
      facts.sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
      const pipeline = `${PIPELINE}${options.keepSource ? "" : ":no-source"}`;
      if (before !== undefined && isCurrent(folder, before, facts.sha256, pipeline)) {
        entries.set(path, { ...before, ...facts });
        return { path, outcome: "unchanged", entry: before };
      }
      const document = await reader.parse(
        { path, bytes, ...(options.password === undefined ? {} : { password: options.password }) },
        { signal: options.signal, onPages: (done, of) => options.progress({ kind: "pages", path, done, of }) },
      );
      const entry = writeArchive(
        folder,
        path,
        document,
        { ...facts, pipeline },
        options.keepSource ? bytes : undefined,
      );
      entries.set(path, entry);
      return { path, outcome: before?.archive === undefined ? "added" : "replaced", entry };
    } catch (thrown) {
      const error = toFootnoteError(thrown, path);
      if (error.code === "cancelled" || error.code === "disk_full" || error.code === "read_only") throw error;
      // What was readable before stays searchable; the entry says that the source no longer reads.
      const kept = before ?? emptyEntry(path);
      const identity = before?.archive === undefined ? { ...facts, pipeline: PIPELINE } : {};
      entries.set(path, { ...kept, ...identity, error: error.report() });
      return { path, outcome: "failed", error: error.report() };
    }
  }

  function dropVanished(): void {
    const taken = new Set(plan.files);
    for (const path of [...entries.keys()]) {
      const inScope = options.paths.length === 0 || plan.folders.some((walked) => contains(walked, path));
      if (!inScope || taken.has(path) || exists(path)) continue;
      entries.delete(path);
      const report: FileReport = { path, outcome: "removed" };
      reports.push(report);
      tell(report);
    }
  }

  function tell(report: FileReport): void {
    options.progress({
      kind: "file-done",
      path: report.path,
      outcome: report.outcome,
      pages: report.entry?.pages ?? 0,
      passages: report.entry?.passages ?? 0,
      ...(report.error === undefined ? {} : { code: report.error.code, message: report.error.message }),
    });
  }
}

function planFiles(options: AddOptions, entries: ReadonlyMap<string, Entry>) {
  if (options.paths.length === 0) return { files: [...entries.keys()].filter(exists), folders: [], failed: [] };
  const found = walk(options.paths, { ...options, extensions: WALK_EXTENSIONS });
  const failed = found.errors.map(
    ({ path, error }): FileReport => ({ path, outcome: "failed", error: error.report() }),
  );
  return { files: found.files.filter((path) => !path.endsWith(".folio")), folders: found.folders, failed };
}

function isCurrent(folder: string, entry: Entry, sha256: string, pipeline: string): boolean {
  if (
    entry.sha256 !== sha256 ||
    entry.pipeline !== pipeline ||
    entry.error !== undefined ||
    entry.archive === undefined
  )
    return false;
  return exists(join(archivesFolder(folder), entry.archive));
}

function writeArchive(
  folder: string,
  path: string,
  document: ParsedDocument,
  facts: { sha256: string; size: number; mtimeMs: number; pipeline: string },
  source: Uint8Array | undefined,
): Entry {
  const fileName = basename(path);
  const parts = buildParts(document, { fileName, sha256: facts.sha256, pipeline: facts.pipeline }, source);
  const archive = archiveName(fileName, facts.sha256);
  writeFolio(join(archivesFolder(folder), archive), parts);
  const statuses: Entry["statuses"] = {};
  for (const page of document.pages) statuses[page.status] = (statuses[page.status] ?? 0) + 1;
  return {
    path,
    ...facts,
    title: document.title,
    mediaType: document.mediaType,
    pages: document.paged ? document.pages.length : 0,
    passages: parts.passages.length,
    statuses,
    archive,
  };
}

/** `Zoning Code 2024.pdf` → `Zoning-Code-2024-5b1c0f2a9d3e.folio`: readable, and safe on every file system. */
export function archiveName(fileName: string, sha256: string): string {
  const stem = basename(fileName, extname(fileName));
  const safe = stem
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+|[.-]+$/g, "");
  return `${[...safe].slice(0, 60).join("") || "document"}-${sha256.slice(0, 12)}.folio`;
}

function emptyEntry(path: string): Entry {
  const title = basename(path);
  return {
    path,
    sha256: "",
    size: 0,
    mtimeMs: 0,
    pipeline: PIPELINE,
    title,
    mediaType: "",
    pages: 0,
    passages: 0,
    statuses: {},
  };
}

function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}
