import { originalView, type Quoted } from "../../engine/pages/page-view.ts";
import type { PageView } from "../../engine/pages/view.ts";
import type { VeraArchive, VeraChunk } from "../../engine/vera/archive.ts";
import { isJsonObject, type JsonObject } from "../../engine/vera/json.ts";
import { sourceOf } from "../../engine/vera/source.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { overArchive, regionsOf } from "./archive-objects.ts";
import { refusal } from "./refusal.ts";
import { missingChunk } from "./source-card.ts";

export interface SourcePage {
  /** The page shown, or the one asked for where none can be shown. */
  readonly page: number;
  readonly view: PageView & { readonly text: string };
}

/**
 * A page of the document that a chunk is from, with its regions marked; 0 is the first of them. Without the original, or a page of it, the view is of kind `text` and says
 * why. Refuses in VERA's words: a chunk that is not there, a negative page, a section that is not there.
 */
export async function sourcePage(
  path: string,
  chunkId: string,
  page: number,
  { signal, limit }: { readonly signal: AbortSignal; readonly limit?: number },
): Promise<SourcePage> {
  if (page < 0) throw refusal("Page must be zero (first cited page) or a positive page number.");
  const { chunk, original, quoted } = overArchive(path, (archive) => partsOf(archive, path, chunkId));
  const view = await viewOf(original, quoted, page, signal, limit);
  return { page: view.kind === "text" ? page : view.page, view: { ...view, text: chunk.text } };
}

function partsOf(archive: VeraArchive, path: string, chunkId: string) {
  const [chunk] = archive.chunksById([chunkId]);
  if (chunk === undefined) throw refusal(missingChunk(chunkId));
  const source = sourceOf(archive, archive.attachments());
  const bytes = source && archive.attachment(source.id);
  const original =
    source === undefined || bytes === undefined
      ? undefined
      : { path, fileName: source.filename ?? "", mediaType: source.mimeType, bytes };
  return { chunk, original, quoted: quotedIn(archive, chunk) };
}

async function viewOf(
  original: Parameters<typeof originalView>[0] | undefined,
  quoted: Quoted,
  page: number,
  signal: AbortSignal,
  limit: number | undefined,
): Promise<PageView> {
  if (original === undefined) return { kind: "text", notice: "Original source document is not stored in this archive" };
  try {
    const options = { page, regionsTurned: false, signal, ...(limit === undefined ? {} : { limit }) };
    const view = await originalView(original, quoted, options);
    return view.kind === "unavailable" ? { kind: "text", notice: view.notice } : view;
  } catch (error) {
    if (error instanceof FootnoteError && error.code === "invalid_argument") throw refusal(`${error.details.problem}.`);
    throw error;
  }
}

/** A chunk's regions as the page view takes them. What a region lacks is NaN, which marks nothing. */
function quotedIn(archive: VeraArchive, { metadata }: VeraChunk): Quoted {
  const stored = regionsOf(metadata).filter((region): region is JsonObject => isJsonObject(region as JsonObject));
  const regions = stored.flatMap(({ page_number, bbox, page_width, page_height }) =>
    typeof page_number === "number" && Array.isArray(bbox) && bbox.length === 4
      ? [{ page: page_number, bbox: bbox.map(number), pageSize: [number(page_width), number(page_height)] }]
      : [],
  );
  const texts = new Map<unknown, string>();
  if (stored.some(({ kind }) => kind === "text_span"))
    for (const { block_id, text } of archive.blocks()) texts.set(block_id, text);
  const lines = stored.flatMap(({ kind, start, end, block_id }) => {
    const [first, last] = [lineOf(start), lineOf(end)];
    return kind !== "text_span" || first === undefined || last === undefined
      ? []
      : [{ text: texts.get(block_id) ?? "", first, last: Math.max(first, last) }];
  });
  const firstPage = Math.max(1, Math.trunc(regions[0]?.page ?? (number(metadata.page_start) || 1)));
  return { regions, firstPage, lines };
}

function number(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

function lineOf(place: unknown): number | undefined {
  const line = typeof place === "object" && place !== null && "line" in place ? place.line : undefined;
  return typeof line === "number" && Number.isInteger(line) && line >= 1 ? line : undefined;
}
