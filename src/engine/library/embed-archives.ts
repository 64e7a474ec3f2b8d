import { join } from "node:path";
import { type ErrorCode, type FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { ProgressEvent } from "../../foundation/progress.ts";
import { type Folio, openFolio } from "../archive/open.ts";
import { writeFolioWithVectors } from "../archive/write.ts";
import type { Embedder } from "../embed/embedder.ts";
import { quantizeVector } from "../embed/quantize.ts";
import { embeddedText } from "./embedded-text.ts";
import { archivesFolder } from "./layout.ts";
import type { Entry } from "./manifest.ts";
import { journalKey, openJournal, readJournal, removeJournal } from "./vectors-journal.ts";
import { vectorsReady } from "./vectors-ready.ts";

export interface EmbedOptions {
  readonly vectors: "now" | "later" | "off";
  readonly signal: AbortSignal;
  readonly progress: (event: ProgressEvent) => void;
  readonly embedder: () => Promise<Embedder>;
}

/** Passages a batch: a kill costs at most these. */
const BATCH = 64;

/** How far the vectors are, in passages, and the archives that could not be read. */
export interface Embedded {
  readonly ready: number;
  readonly of: number;
  readonly failed: readonly { entry: Entry; error: FootnoteError }[];
}

/**
 * Gives every archive its vectors, going on where an earlier run stopped: short documents first, so that as many as can be are complete soon.
 * A damaged archive is reported and the others go on.
 */
export async function embedArchives(
  folder: string,
  entries: readonly Entry[],
  options: EmbedOptions,
): Promise<Embedded> {
  const sum = { ready: 0, of: 0 };
  const failed: { entry: Entry; error: FootnoteError }[] = [];
  const done = new Set<string>();
  for (const entry of [...entries].sort((a, b) => a.passages - b.passages)) {
    if (entry.archive === undefined || done.has(entry.archive)) continue;
    done.add(entry.archive);
    try {
      const { ready, of } = await embedEntry(join(archivesFolder(folder), entry.archive), entry, options);
      sum.ready += ready;
      sum.of += of;
    } catch (thrown) {
      const error = toFootnoteError(thrown, entry.path);
      if (!OF_THE_ARCHIVE.has(error.code)) throw error;
      failed.push({ entry, error });
    }
  }
  return { ...sum, failed };
}

/** What is wrong with one archive only; everything else would meet the next one too. */
const OF_THE_ARCHIVE = new Set<ErrorCode>([
  "archive_damaged",
  "archive_version",
  "archive_flag",
  "path_not_found",
  "vector_invalid",
]);

async function embedEntry(path: string, entry: Entry, options: EmbedOptions): Promise<{ ready: number; of: number }> {
  const folio = openFolio(path);
  try {
    const of = folio.meta.passages;
    if (options.vectors === "now") return { ready: await embedArchive(folio, entry.path, options), of };
    return { ready: vectorsReady(folio).ready, of };
  } finally {
    folio.close();
  }
}

async function embedArchive(folio: Folio, sourcePath: string, options: EmbedOptions): Promise<number> {
  const of = folio.meta.passages;
  if (of === 0) return 0;
  const { model } = folio.meta;
  const embedder = await options.embedder();
  if (model !== undefined && model.sha256 === embedder.model.sha256) {
    // A kill between the swap and this line leaves one.
    removeJournal(folio.path);
    return of;
  }
  const key = journalKey(folio, embedder.model);
  const vectors = readJournal(folio.path, key);
  const missing = Array.from({ length: of }, (_, passage) => passage).filter((passage) => vectors.ready[passage] === 0);
  let ready = of - missing.length;
  const journal = openJournal(folio.path, key);
  try {
    for (let at = 0; at < missing.length; at += BATCH) {
      const batch = missing.slice(at, at + BATCH);
      options.progress({ kind: "vectors", path: sourcePath, done: ready, of });
      const embedded = await embedder.embedPassages(
        batch.map((passage) => embeddedText(folio, passage)),
        { signal: options.signal },
      );
      const records = embedded.map((vector, index) => ({ passage: batch[index] ?? 0, ...quantizeVector(vector) }));
      journal.append(records);
      for (const { passage, scale, codes } of records) {
        vectors.scales[passage] = scale;
        vectors.codes.set(codes, passage * key.model.dimension);
      }
      ready += batch.length;
    }
  } catch (error) {
    throw toFootnoteError(error, sourcePath);
  } finally {
    journal.close();
  }
  writeFolioWithVectors(folio, { model: embedder.model, scales: vectors.scales, codes: vectors.codes });
  removeJournal(folio.path);
  options.progress({ kind: "vectors", path: sourcePath, done: of, of });
  return of;
}
