import { basename, join } from "node:path";
import { toFootnoteError } from "../../foundation/errors.ts";
import { openFolio } from "../archive/open.ts";
import type { Page } from "../document.ts";
import { archivesFolder } from "./layout.ts";
import type { Entry } from "./manifest.ts";

/** A source as it was read, and what reads it. */
export type SourceFacts = Pick<Entry, "path" | "sha256" | "size" | "mtimeMs" | "pipeline">;

/** `Zoning Code 2024.pdf` → `Zoning-Code-2024.pdf-5b1c0f2a9d3e.folio`: readable, safe on every file system, below 255 bytes. */
export function archiveName(fileName: string, sha256: string): string {
  const safe = fileName
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+|[.-]+$/g, "");
  return `${[...safe].slice(0, 48).join("") || "document"}-${sha256.slice(0, 12)}.folio`;
}

/** The manifest's line on a source whose archive is written. */
export function archivedEntry(
  facts: SourceFacts,
  document: {
    readonly title: string;
    readonly mediaType: string;
    readonly paged: boolean;
    readonly pages: readonly Page[];
  },
  passages: number,
): Entry {
  const statuses: Entry["statuses"] = {};
  for (const { status } of document.pages) statuses[status] = (statuses[status] ?? 0) + 1;
  const note = document.paged ? undefined : document.pages[0]?.problem;
  return {
    ...facts,
    title: document.title,
    mediaType: document.mediaType,
    pages: document.paged ? document.pages.length : 0,
    passages,
    statuses,
    ...(note === undefined ? {} : { note }),
    archive: archiveName(basename(facts.path), facts.sha256),
  };
}

/**
 * The entry of an archive that is already there for exactly this content and pipeline, every checksum right: made by an earlier run,
 * also one that was killed before the manifest told of it. Undefined when there is none or it is damaged; then it has to be made.
 */
export function findArchived(library: string, facts: SourceFacts): Entry | undefined {
  const path = join(archivesFolder(library), archiveName(basename(facts.path), facts.sha256));
  try {
    const folio = openFolio(path);
    try {
      const { meta } = folio;
      if (meta.sha256 !== facts.sha256 || meta.pipeline !== facts.pipeline) return undefined;
      for (const entry of folio.entries) folio.stored(entry);
      return archivedEntry(facts, { ...meta, pages: folio.pages }, meta.passages);
    } finally {
      folio.close();
    }
  } catch (thrown) {
    const error = toFootnoteError(thrown, path);
    if (REMADE.has(error.code)) return undefined;
    throw error;
  }
}

const REMADE = new Set(["path_not_found", "archive_damaged", "archive_version", "archive_flag"]);
