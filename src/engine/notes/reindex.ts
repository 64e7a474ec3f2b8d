import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { collector } from "../../foundation/memory.ts";
import { problemsOf, writeManifest } from "./manifest.ts";
import type { NoteText } from "./prepare.ts";
import { PreparePool } from "./prepare-pool.ts";
import { globTest, type NotesSettings } from "./settings.ts";
import type { NotesSource, SourceFile } from "./source.ts";
import type { Store, StoredDocument } from "./store.ts";
import { clearVectors, dropOrphans } from "./vectors.ts";

export interface ReindexRequest {
  /** changed: files whose bytes are not those that were indexed. */
  readonly scope: "changed" | "all";
  /** Also where the index was made with other settings: everything is made anew. Implies all. */
  readonly force: boolean;
}

export interface ReindexResult {
  readonly scannedFiles: number;
  readonly indexedFiles: number;
  readonly skippedFiles: number;
  readonly deletedFiles: number;
  readonly chunksIndexed: number;
  readonly warning: string | null;
}

export interface ReindexProgress {
  processedFiles: number;
  totalFiles: number | null;
  currentPath: string | null;
  /** The old index is gone, and the new one is not there yet. */
  isDestructiveRebuild: boolean;
}

/** Characters of a batch: what two Workers hold of it at once has to fit, and a segment is made of it. */
const BATCH_CHARACTERS = 2_000_000;

/**
 * Brings the index up to the files. Throws `note_index_not_ready` where it was made with other settings and `force` is not given; what was indexed stays then.
 * A file that cannot be read keeps what is known of it, and is told of in `warning`.
 */
export async function reindex(
  store: Store,
  source: NotesSource,
  settings: NotesSettings,
  { scope, force }: ReindexRequest,
  progress: ReindexProgress,
  signal: AbortSignal,
  now: () => Date,
): Promise<ReindexResult> {
  const problems = problemsOf(store, settings);
  if (problems.length > 0) {
    if (!force)
      throw new FootnoteError("note_index_not_ready", {
        problem: `it was made with other settings (${problems.join("; ")})`,
        remedy: "Reindex with force=true to make it anew.",
      });
    progress.isDestructiveRebuild = true;
    store.clear();
    if (problems.some((problem) => /^embedding_/.test(problem))) clearVectors(store.database);
  }
  writeManifest(store, settings);
  const wanted = matching(source.list(), settings);
  const known = new Map(store.documents().map((document) => [document.path, document]));
  const gone = [...known.keys()].filter((path) => !wanted.has(path));
  if (gone.length > 0) store.remove(gone);
  const changed = [...wanted.values()].filter(
    (file) => scope === "all" || force || mayDiffer(file, known.get(file.path)),
  );
  progress.totalFiles = wanted.size;
  progress.processedFiles = wanted.size - changed.length;
  const result = { indexedFiles: 0, skippedFiles: progress.processedFiles, chunksIndexed: 0 };
  const failed: string[] = [];
  const pool = new PreparePool(settings);
  const collect = collector(1);
  const running = new Set<Promise<void>>();
  let crashed: unknown;
  const prepare = (files: readonly NoteText[]): void => {
    const work = pool
      .prepare(files)
      .then((batch) => {
        if (signal.aborted) return;
        store.replace(batch, now());
        result.indexedFiles += files.length;
        result.chunksIndexed += batch.files.reduce((sum, { chunks }) => sum + chunks.length, 0);
        progress.processedFiles += files.length;
        collect();
      })
      .catch((error: unknown) => {
        crashed ??= error;
      })
      .finally(() => running.delete(work));
    running.add(work);
  };
  try {
    let batch: NoteText[] = [];
    let characters = 0;
    for (const { path } of changed) {
      signal.throwIfAborted();
      progress.currentPath = path;
      const file = loaded(source, path, failed);
      if (file === undefined) {
        progress.processedFiles++;
        continue;
      }
      if (file.sha256 === known.get(path)?.sha256 && scope === "changed" && !force) {
        store.touch(file);
        result.skippedFiles++;
        progress.processedFiles++;
        continue;
      }
      batch.push(file);
      characters += file.text.length;
      if (characters < BATCH_CHARACTERS) continue;
      prepare(batch);
      batch = [];
      characters = 0;
      while (running.size >= pool.size) await Promise.race(running);
      if (crashed !== undefined) break;
    }
    if (batch.length > 0 && crashed === undefined) prepare(batch);
    await Promise.all(running);
    if (crashed !== undefined) throw crashed;
    signal.throwIfAborted();
  } finally {
    pool.close();
  }
  while (store.merge()) signal.throwIfAborted();
  if (scope === "all" || force) dropOrphans(store.database);
  progress.currentPath = null;
  progress.isDestructiveRebuild = false;
  const warning =
    failed.length === 0
      ? null
      : `${failed.length === 1 ? "One file" : `${failed.length} files`} could not be read, and what was known of them is kept: ${failed.slice(0, 5).join("; ")}`;
  return { scannedFiles: wanted.size, ...result, deletedFiles: gone.length, warning };
}

/** A file that was written again so soon after it was read may have kept its time. */
const TICK_MS = 50;

/** Whether a file has to be read to know that it is what was indexed. */
export function mayDiffer(file: SourceFile, before: StoredDocument | undefined): boolean {
  if (before === undefined) return true;
  const same = before.size === file.size && before.modifiedMs === file.modifiedMs && before.inode === file.inode;
  return !same || file.modifiedMs > Date.parse(before.indexedAt) - TICK_MS;
}

/** The files that the settings take, by path. */
export function matching(files: readonly SourceFile[], { include, exclude }: NotesSettings): Map<string, SourceFile> {
  const [included, excluded] = [globTest(include), globTest(exclude)];
  return new Map(files.filter(({ path }) => included(path) && !excluded(path)).map((file) => [file.path, file]));
}

function loaded(source: NotesSource, path: string, failed: string[]): NoteText | undefined {
  try {
    return source.load(path);
  } catch (error) {
    failed.push(toFootnoteError(error, path).message);
    return undefined;
  }
}
