import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { type ErrorReport, FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { contains, type Roots } from "../../foundation/fs/roots.ts";
import { walk } from "../../foundation/fs/walk.ts";
import { stageCollector } from "../../foundation/memory.ts";
import type { ProgressEvent } from "../../foundation/progress.ts";
import { storePackedAside } from "../archive/stored.ts";
import { WordsPacker } from "../archive/words.ts";
import { writeFolio } from "../archive/write.ts";
import type { Embedder } from "../embed/embedder.ts";
import { WALK_EXTENSIONS } from "../ingest/detect.ts";
import { openDocumentReader } from "../ingest/parse.ts";
import { isVeraName } from "../vera/pipeline.ts";
import { archivedEntry, archiveName, findArchived, type SourceFacts } from "./archived.ts";
import { buildParts } from "./build.ts";
import { carryVectors, knownVectors } from "./carry-vectors.ts";
import { removeAbandoned, removeUnreferenced } from "./clean-up.ts";
import { embedArchives } from "./embed-archives.ts";
import { archivesFolder } from "./layout.ts";
import { type Entry, manifestStamp, readManifest, writeManifest } from "./manifest.ts";
import { pipelineOf } from "./pipeline-of.ts";
import { asWriter } from "./writer.ts";

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
/** A source is read whole; more than this does not fit into the PDF engine's 4 GiB beside what it makes of it. */
const MAX_SOURCE_BYTES = 2 ** 30;

/**
 * Brings the library in line with the sources: new files are added, changed ones (by content and pipeline) replaced, unchanged ones
 * left, vanished ones dropped. A file that fails is reported and the batch goes on. Killed at any moment, every archive is whole and the
 * same call completes the work. Vectors come after all texts, so that everything can be searched as early as possible.
 */
export async function addToLibrary(folder: string, options: AddOptions): Promise<AddReport> {
  const lock = { command: "footnote add", waitMs: options.lockWaitMs, signal: options.signal };
  return asWriter(folder, lock, () => {
    removeAbandoned(folder);
    removeAbandoned(archivesFolder(folder));
    return addLocked(folder, options);
  });
}

async function addLocked(folder: string, options: AddOptions): Promise<AddReport> {
  // Without a manifest nobody knows whose the archives are: they stay, and are taken up again as their sources are added.
  const archivesAreKnown = manifestStamp(folder) !== "";
  const entries = new Map(readManifest(folder).entries.map((entry) => [entry.path, entry]));
  const plan = planFiles(options, entries);
  const reports: FileReport[] = plan.failed;
  const reader = openDocumentReader();
  let saved = options.now();
  const save = (): void => {
    writeManifest(folder, entries.values());
    saved = options.now();
  };
  const finish = async (): Promise<void> => {
    await reader.close();
    dropVanished();
    save();
    if (archivesAreKnown) removeUnreferenced(folder, entries.values());
  };
  options.progress({ kind: "start", files: plan.files.length });
  try {
    for (const [index, path] of plan.files.entries()) {
      if (options.signal.aborted) throw new FootnoteError("cancelled");
      options.progress({ kind: "file", path, index, of: plan.files.length });
      report(await addFile(path));
      if (options.now() - saved > SAVE_EVERY_MS) save();
    }
  } catch (error) {
    // What stopped the batch is the error to tell of, also when (say, on a full disk) the manifest cannot be saved either.
    await finish().catch(() => {});
    throw error;
  }
  await finish();
  const { failed, ...vectors } = await embedArchives(folder, [...entries.values()], options);
  for (const { entry, error } of failed) report({ path: entry.path, outcome: "failed", entry, error: error.report() });
  return { files: reports, vectors };

  async function addFile(path: string): Promise<FileReport> {
    const before = entries.get(path);
    const pipeline = pipelineOf(path, options.keepSource);
    const facts = { path, size: 0, mtimeMs: 0, sha256: "", pipeline };
    try {
      const found = statSync(path);
      Object.assign(facts, { size: found.size, mtimeMs: found.mtimeMs });
      if (found.size > MAX_SOURCE_BYTES)
        throw new FootnoteError("too_large", { path, size: found.size, limit: MAX_SOURCE_BYTES, format: "documents" });
      const bytes = options.roots.read(path, options.cwd);
      facts.sha256 = sha256(bytes);
      const known = before !== undefined && before.error === undefined && before.archive !== undefined;
      const archived = findArchived(folder, facts);
      const unchanged = known && before.sha256 === facts.sha256 && before.pipeline === pipeline;
      const entry = archived ?? (await writeArchive(facts, bytes, before?.archive));
      entries.set(path, entry);
      const outcome = archived !== undefined && unchanged ? "unchanged" : before?.archive ? "replaced" : "added";
      return { path, outcome, entry };
    } catch (thrown) {
      const error = toFootnoteError(thrown, path);
      if (error.code === "cancelled" || error.code === "disk_full" || error.code === "read_only") throw error;
      // What was readable before stays searchable; the entry says that the source no longer reads.
      const kept = before?.archive === undefined ? { ...EMPTY, ...facts, title: basename(path) } : before;
      entries.set(path, { ...kept, error: error.report() });
      return { path, outcome: "failed", error: error.report() };
    }
  }

  async function writeArchive(facts: SourceFacts, bytes: Uint8Array, earlier: string | undefined): Promise<Entry> {
    // The new archive may take the old one's place, so what the old one knows is read first.
    const known = earlier === undefined ? undefined : knownVectors(join(archivesFolder(folder), earlier));
    const entry = isVeraName(facts.path)
      ? (await import("./add-vera.ts")).addVera(folder, facts, options.keepSource)
      : await writeDocument(facts, bytes);
    if (known !== undefined) carryVectors(known, join(archivesFolder(folder), entry.archive ?? ""));
    return entry;
  }

  async function writeDocument(facts: SourceFacts, bytes: Uint8Array): Promise<Entry> {
    const { path } = facts;
    const words = new WordsPacker();
    const [document, source] = await Promise.all([
      reader.parse(
        { path, bytes, ...(options.password === undefined ? {} : { password: options.password }) },
        {
          signal: options.signal,
          onPages: (done, of) => options.progress({ kind: "pages", path, done, of }),
          onWords: (page) => words.add(page),
        },
      ),
      options.keepSource ? storePackedAside(bytes) : undefined,
    ]);
    for (const page of document.words) words.add(page);
    const collect = stageCollector(document.text.length);
    collect();
    const parts = { ...buildParts(document, { ...facts, fileName: basename(path) }, source), words };
    collect();
    const entry = archivedEntry(facts, document, parts.passages.length);
    writeFolio(join(archivesFolder(folder), archiveName(basename(path), facts.sha256)), parts);
    return entry;
  }

  function dropVanished(): void {
    const taken = new Set(plan.files);
    for (const path of [...entries.keys()]) {
      const inScope = options.paths.length === 0 || plan.folders.some((walked) => contains(walked, path));
      if (!inScope || taken.has(path) || existsSync(path)) continue;
      entries.delete(path);
      report({ path, outcome: "removed" });
    }
  }

  function report(file: FileReport): void {
    reports.push(file);
    options.progress({
      kind: "file-done",
      path: file.path,
      outcome: file.outcome,
      pages: file.entry?.pages ?? 0,
      passages: file.entry?.passages ?? 0,
      ...(file.error === undefined ? {} : { code: file.error.code, message: file.error.message }),
    });
  }
}

function planFiles(options: AddOptions, entries: ReadonlyMap<string, Entry>) {
  if (options.paths.length === 0)
    return { files: [...entries.keys()].filter((path) => existsSync(path)), folders: [], failed: [] };
  const found = walk(options.paths, { ...options, extensions: [...WALK_EXTENSIONS, ".vera"] });
  const failed = found.errors.map(
    ({ path, error }): FileReport => ({ path, outcome: "failed", error: error.report() }),
  );
  return { files: found.files.filter((path) => !path.endsWith(".folio")), folders: found.folders, failed };
}

const EMPTY = { mediaType: "", pages: 0, passages: 0, statuses: {} };
