import type { Box } from "../document.ts";
import type { VeraBlock, VeraChunk, VeraPage } from "./archive.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { LIMITS } from "./limits.ts";

const KINDS = ["heading", "paragraph", "table", "caption", "code"] as const;

/** A block of the document as it goes into the canonical text, before it has a place there. */
export interface SourceBlock {
  readonly kind: (typeof KINDS)[number];
  readonly page: number;
  readonly text: string;
  /** Headings: 1 to 6. Others: 0. */
  readonly level: number;
  readonly box?: Box;
  readonly lines?: readonly [first: number, last: number];
}

/** Where chunks say that blocks stand, by block id. */
export interface Region {
  readonly page: number;
  readonly box?: Box;
  readonly size?: readonly [width: number, height: number];
  readonly lines?: readonly [first: number, last: number];
}

/** A chunk's regions, without those that are not what the format says. */
export function regionsOf(metadata: JsonObject): { id: string; region: Region }[] {
  const { regions } = metadata;
  if (!Array.isArray(regions)) return [];
  return regions.filter(isJsonObject).map((region: JsonObject) => {
    const box = boxOf(region.bbox);
    const [width, height] = [positive(region.page_width), positive(region.page_height)];
    const [first, last] = [lineOf(region.start), lineOf(region.end)];
    return {
      id: typeof region.block_id === "string" ? region.block_id : "",
      region: {
        page: pageOf(region.page_number) ?? 1,
        ...(box === undefined ? {} : { box }),
        ...(width > 0 && height > 0 ? { size: [width, height] as const } : {}),
        ...(first > 0 && last >= first ? { lines: [first, last] as const } : {}),
      },
    };
  });
}

/** First and last page of a chunk; 1 where it does not say. */
export function pagesOf({ metadata }: VeraChunk): [first: number, last: number] {
  const first = pageOf(metadata.page_start) ?? 1;
  return [first, Math.max(first, pageOf(metadata.page_end) ?? first)];
}

/**
 * The stored blocks in reading order, without those that have no text. A heading that is also stored as a paragraph (as VERA does for Markdown, to have it
 * in a chunk) is one block. Pages of which no block is stored get their stored text as a paragraph.
 */
export function sourceBlocks(
  pages: readonly VeraPage[],
  blocks: readonly VeraBlock[],
  chunks: readonly VeraChunk[],
): SourceBlock[] {
  const regions = new Map(chunks.flatMap(({ metadata }) => regionsOf(metadata)).map(({ id, region }) => [id, region]));
  const found: SourceBlock[] = [];
  let heading: VeraBlock | undefined;
  for (const block of blocks) {
    const text = clean(block.text);
    const repeats =
      heading !== undefined &&
      block.block_type === "paragraph" &&
      block.page_number === heading.page_number &&
      text === clean(heading.text);
    heading = block.block_type === "heading" ? block : undefined;
    if (text === "") continue;
    const region = regions.get(block.block_id);
    const last = repeats ? found.pop() : undefined;
    const kind = last?.kind ?? KINDS.find((one) => one === block.block_type) ?? "paragraph";
    const box = boxOf(block.bbox) ?? region?.box ?? last?.box;
    const lines = region?.lines ?? last?.lines;
    found.push({
      kind,
      page: block.page_number,
      text,
      level: kind === "heading" ? (last?.level ?? headingLevel(block.heading_level)) : 0,
      ...(box === undefined ? {} : { box }),
      ...(lines === undefined ? {} : { lines }),
    });
  }
  const covered = new Set(found.map(({ page }) => page));
  for (const { page_number: page, text } of pages)
    if (!covered.has(page) && clean(text) !== "") found.push({ kind: "paragraph", page, text: clean(text), level: 0 });
  return found.sort((a, b) => a.page - b.page);
}

/** Form feeds part pages, so none may stand in a block. */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll("\f", "\n").trim();
}

export function headingLevel(level: number | null): number {
  return Math.min(Math.max(level ?? 1, 1), 6);
}

function pageOf(value: Json | undefined): number | undefined {
  const known = typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= LIMITS.pages;
  return known ? value : undefined;
}

function boxOf(value: Json | readonly number[] | undefined): Box | undefined {
  if (!Array.isArray(value) || value.length !== 4) return undefined;
  const numbers = value.filter((one): one is number => typeof one === "number" && Number.isFinite(one));
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers;
  return numbers.length === 4 ? [x0, y0, x1, y1] : undefined;
}

export function positive(value: Json | undefined): number {
  return typeof value === "number" && value > 0 && value <= 1_000_000 ? value : 0;
}

function lineOf(value: Json | undefined): number {
  const line = isJsonObject(value) ? value.line : undefined;
  return typeof line === "number" && Number.isInteger(line) && line > 0 && line < 2 ** 31 ? line : 0;
}
