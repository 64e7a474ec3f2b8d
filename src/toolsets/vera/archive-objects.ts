import { resolve } from "node:path";
import type { VeraArchive, VeraChunk } from "../../engine/vera/archive.ts";
import type { JsonObject } from "../../engine/vera/json.ts";
import { keptVera } from "../../engine/vera/kept.ts";
import { pythonRepr } from "../../engine/vera/python.ts";
import { type VeraReport, validateVera } from "../../engine/vera/validate.ts";
import { type FigureObject, figureObjects } from "./archive-figures.ts";
import { refusal } from "./refusal.ts";

/** Opens an archive for one look. */
export function overArchive<T>(file: string, look: (archive: VeraArchive) => T): T {
  const archive = keptVera(resolve(file));
  try {
    return look(archive);
  } finally {
    archive.close();
  }
}

/** What VERA's `inspect` says of an archive; its own metadata comes first and loses against what is known of it. */
export function inspectObject(file: string): Record<string, unknown> {
  return overArchive(file, (archive) => {
    const { metadata, archiveMetadata, model } = archive;
    const { chunks, attachments } = archive.counts();
    return {
      ...archiveMetadata,
      path: archive.path,
      archive_size_bytes: archive.length,
      format_name: metadata.format_name ?? null,
      format_version: metadata.format_version ?? null,
      created_at: metadata.created_at ?? null,
      embedding_model: model.name,
      default_embedding_model: model.name,
      embedding_dimension: model.dimension,
      default_embedding_dimension: model.dimension,
      embedding_normalization: model.normalization,
      default_embedding_normalization: model.normalization,
      chunks,
      attachments,
      pages: archiveMetadata.page_count ?? 0,
      source: archiveMetadata.source_file_name ?? null,
      metadata: archiveMetadata,
      file,
    };
  });
}

/** VERA's report on an archive, with its place. */
export function validationObject(file: string): VeraReport & { readonly file: string; readonly path: string } {
  const path = resolve(file);
  return { ...validateVera(path), file, path };
}

/** Stored metadata that could pass for what an answer says itself. */
const ANSWER_KEYS: ReadonlySet<string> = new Set([
  "file",
  "path",
  "ok",
  "error",
  "score",
  "semantic_score",
  "keyword_score",
]);

/** A chunk with its metadata spread out, as VERA shows it everywhere. */
export function chunkObject({ id, text, metadata }: VeraChunk): Record<string, unknown> {
  const stored = Object.entries(metadata).filter(([key]) => !ANSWER_KEYS.has(key));
  return { ...Object.fromEntries(stored), chunk_id: id, text };
}

/** One chunk by its exact id. Refuses, in VERA's words, one that is not there. */
export function getObject(
  file: string,
  chunkId: string,
  wanted: { readonly figures: boolean; readonly regions: boolean },
): Record<string, unknown> {
  const missing = () => refusal(`chunk not found: ${chunkId}`);
  if (chunkId.trim() === "") throw missing();
  return overArchive(file, (archive) => {
    const [chunk] = archive.chunksById([chunkId]);
    if (chunk === undefined) throw missing();
    return {
      ...chunkObject(chunk),
      ...(wanted.figures ? { figures: figureObjects(archive, chunk.id) } : {}),
      ...(wanted.regions ? { regions: regionsOf(chunk.metadata) } : {}),
      file,
      path: archive.path,
      ok: true,
    };
  });
}

export function regionsOf({ regions }: JsonObject): readonly unknown[] {
  return Array.isArray(regions) ? regions : [];
}

export interface FigureChoice {
  /** Only these; absent: all. */
  readonly ids?: readonly string[];
  readonly firstPage?: number;
  readonly lastPage?: number;
}

/** The figures asked for. Those without a page are on any. Refuses, in VERA's words, ids that are not there. */
export function chosenFigures(archive: VeraArchive, { ids, firstPage, lastPage }: FigureChoice): FigureObject[] {
  const figures = figureObjects(archive).filter(
    ({ page_number: page }) => page === null || ((firstPage ?? page) <= page && page <= (lastPage ?? page)),
  );
  if (ids === undefined) return figures;
  const missing = ids.filter((id) => !figures.some(({ asset_id }) => asset_id === id));
  if (missing.length === 1) throw refusal(`Figure ${pythonRepr(missing[0] ?? "")} was not found`);
  if (missing.length > 1) throw refusal(`Figures not found: ${missing.map(pythonRepr).join(", ")}`);
  return figures.filter(({ asset_id }) => ids.includes(asset_id));
}
