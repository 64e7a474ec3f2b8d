import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { type Folio, openFolio } from "../archive/open.ts";
import type { FolioVectors } from "../archive/vectors.ts";
import { embeddedText } from "./embedded-text.ts";
import { journalKey, openJournal } from "./vectors-journal.ts";

/** The vectors of an archive that is about to be replaced, each by the hash of the text that it was computed from. */
export interface KnownVectors {
  readonly vectors: FolioVectors;
  readonly indexOf: ReadonlyMap<string, number>;
}

/** Undefined when the archive is absent, damaged or without vectors: then there is nothing to carry over. */
export function knownVectors(archivePath: string): KnownVectors | undefined {
  return overFolio(archivePath, (folio) => {
    const vectors = folio.vectors();
    if (vectors === undefined) return undefined;
    const indexOf = new Map(folio.passages.map((_, index) => [keyOf(folio, index), index]));
    return { vectors, indexOf };
  });
}

/**
 * Gives a new archive the vectors of those passages that stood in the old one too, so that a changed document, or a document read anew by a better reader,
 * costs the model only what is new. They go to its journal, where embedding takes them up. Returns how many there were.
 */
export function carryVectors({ vectors, indexOf }: KnownVectors, archivePath: string): number {
  const { model, scales, codes } = vectors;
  const carried = overFolio(archivePath, (folio) => {
    const records = folio.passages.flatMap((_, passage) => {
      const index = indexOf.get(keyOf(folio, passage));
      if (index === undefined) return [];
      const start = index * model.dimension;
      return [{ passage, scale: scales[index] ?? 0, codes: codes.subarray(start, start + model.dimension) }];
    });
    if (records.length === 0) return 0;
    const journal = openJournal(archivePath, journalKey(folio, model));
    try {
      journal.append(records);
    } finally {
      journal.close();
    }
    return records.length;
  });
  return carried ?? 0;
}

function keyOf(folio: Folio, passage: number): string {
  return sha256(new TextEncoder().encode(embeddedText(folio, passage)));
}

function overFolio<T>(path: string, use: (folio: Folio) => T): T | undefined {
  try {
    const folio = openFolio(path);
    try {
      return use(folio);
    } finally {
      folio.close();
    }
  } catch (error) {
    if (error instanceof FootnoteError && NOTHING_THERE.has(error.code)) return undefined;
    throw error;
  }
}

const NOTHING_THERE = new Set(["path_not_found", "archive_damaged", "archive_version", "archive_flag"]);
