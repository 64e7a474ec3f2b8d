import type { VeraArchive, VeraAttachment, VeraBlock, VeraPage } from "../../engine/vera/archive.ts";
import type { JsonObject } from "../../engine/vera/json.ts";

/** A figure as VERA's commands and tools show it: everything but its bytes. */
export interface FigureObject {
  readonly block_id: string;
  readonly page_number: number | null;
  readonly bbox: readonly number[] | null;
  readonly page_width: number | null;
  readonly page_height: number | null;
  readonly asset_id: string;
  readonly mime_type: string;
  readonly filename: string | null;
  readonly caption: string | null;
}

/** The figures of an archive by attachment id; of a chunk those that are linked to it. Throws what reading an archive does. */
export function figureObjects(archive: VeraArchive, chunkId?: string): FigureObject[] {
  const linked = chunkId === undefined ? undefined : linkedTo(archive, chunkId);
  const attachments = archive
    .attachments()
    .filter(({ id, metadata }) => metadata.role === "figure" && linked?.has(id) !== false);
  if (attachments.length === 0) return [];
  const pages = new Map(archive.pages().map((page) => [page.page_number, page]));
  const captions = archive.blocks().filter(({ block_type }) => block_type === "caption");
  return attachments
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((attachment) => figureObject(attachment, pages, captions));
}

function linkedTo(archive: VeraArchive, chunkId: string): Set<string> {
  const links = archive.links().filter((link) => link.chunkId === chunkId && link.role === "figure");
  return new Set(links.map(({ attachmentId }) => attachmentId));
}

function figureObject(
  { id, mimeType, filename, metadata }: VeraAttachment,
  pages: ReadonlyMap<number, VeraPage>,
  captions: readonly VeraBlock[],
): FigureObject {
  const number = typeof metadata.page_number === "number" ? metadata.page_number : null;
  const page = number === null ? undefined : pages.get(number);
  const bbox = boxIn(metadata);
  return {
    block_id: id.replace(/^image_/, ""),
    page_number: number,
    bbox,
    page_width: page?.width ?? null,
    page_height: page?.height ?? null,
    asset_id: id,
    mime_type: mimeType,
    filename: filename ?? null,
    caption: captionOf(
      bbox,
      captions.filter(({ page_number }) => page_number === number),
    ),
  };
}

function boxIn({ bbox }: JsonObject): number[] | null {
  if (!Array.isArray(bbox) || bbox.length !== 4) return null;
  const numbers = bbox.filter((edge) => typeof edge === "number");
  return numbers.length === 4 ? numbers : null;
}

/** Of several captions on its page the nearest below a figure is its own, else the nearest above. */
function captionOf(bbox: readonly number[] | null, captions: readonly VeraBlock[]): string | null {
  const [first] = captions;
  if (first === undefined) return null;
  const [, top, , bottom] = bbox ?? [];
  if (captions.length === 1 || top === undefined || bottom === undefined) return first.text;
  const placed = captions.flatMap(({ text, bbox: box }) =>
    box === null ? [] : [{ text, top: box[1], bottom: box[3] }],
  );
  const below = placed.filter((caption) => caption.top >= bottom).sort((a, b) => a.top - b.top);
  const above = placed.filter((caption) => caption.top < bottom).sort((a, b) => b.bottom - a.bottom);
  return (below[0] ?? above[0] ?? first).text;
}
