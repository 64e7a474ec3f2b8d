import { isAbsolute } from "node:path";
import { isVeraName } from "../../engine/vera/pipeline.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { overArchive, regionsOf } from "./archive-objects.ts";
import { refusal } from "./refusal.ts";

/** A chunk that an answer cites. */
export interface CitedChunk {
  readonly file: string;
  readonly chunk_id: string;
  /** C1, C2, … */
  readonly id?: string;
}

/** What the source viewer lists; keys in VERA's order, each only if known. One that could not be opened has `error` instead. */
export interface SourceCard extends CitedChunk {
  readonly text?: string;
  readonly source_filename?: string;
  readonly page_start?: number;
  readonly page_end?: number;
  readonly heading_path?: string;
  readonly regions?: readonly unknown[];
  readonly error?: string;
}

/** The card of a chunk. `open` gives the path to open for a file, or throws; then the card says why, and others still work. */
export function sourceCard(cited: CitedChunk, open: (file: string) => string): SourceCard {
  const { id, file, chunk_id } = cited;
  const named = id === undefined ? {} : { id };
  try {
    const path = open(checkedLocator(file));
    const [chunk] = overArchive(path, (archive) => archive.chunksById([chunk_id]));
    if (chunk === undefined) return { ...named, file, chunk_id, error: missingChunk(chunk_id) };
    const { source_filename, page_start, page_end, heading_path } = chunk.metadata;
    return {
      ...named,
      file,
      chunk_id,
      text: chunk.text,
      ...(typeof source_filename === "string" ? { source_filename } : {}),
      ...(typeof page_start === "number" ? { page_start } : {}),
      ...(typeof page_end === "number" ? { page_end } : {}),
      ...(typeof heading_path === "string" ? { heading_path } : {}),
      regions: regionsOf(chunk.metadata),
    };
  } catch (thrown) {
    const { code, details, message } = toFootnoteError(thrown, file);
    const problem = String(details.problem ?? message);
    // The page is shown to people who need not learn how folders are named here.
    const shown = code !== "internal" && !/[\\/]/.test(problem);
    return { ...named, file, chunk_id, error: shown ? problem : "Source could not be opened." };
  }
}

export function checkedLocator(file: string): string {
  if (isAbsolute(file) && isVeraName(file)) return file;
  throw refusal("Use an absolute path to a .vera archive.");
}

export function missingChunk(id: string): string {
  return `Chunk not found: ${id}`;
}
