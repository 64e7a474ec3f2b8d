import type { Folio } from "../archive/open.ts";
import type { Block, BlockKind, Box, PageWords, Span } from "../document.ts";
import { type Encodable, Float } from "./encode-json.ts";
import type { NewFigure } from "./figures.ts";
import { pipeText } from "./pipe-table.ts";

/** A block as VERA's source viewer wants it. */
export interface ViewerBlock extends Span {
  readonly id: string;
  readonly page: number;
  readonly type: "heading" | "paragraph" | "table" | "caption" | "code" | "image";
  readonly text: string;
  readonly box?: Box;
  /** Headings only. */
  readonly level?: number;
  readonly lines?: readonly [first: number, last: number];
  readonly figure?: NewFigure;
}

const TYPES: Partial<Record<BlockKind, ViewerBlock["type"]>> = {
  heading: "heading",
  table: "table",
  caption: "caption",
  code: "code",
};

/** The blocks of a folio that are shown, in reading order, figures among them by their top edge. A table is one block, written with bars. */
export function viewerBlocks(folio: Folio, figures: readonly NewFigure[]): ViewerBlock[] {
  const children = Map.groupBy(folio.blocks.keys(), (index) => folio.blocks[index]?.parent ?? -1);
  const found: Omit<ViewerBlock, "id">[] = [];
  const waiting = [...figures].sort((a, b) => a.page - b.page || a.box[1] - b.box[1]);
  const placeFigures = (block: Pick<Block, "page" | "box" | "start">): void => {
    for (let next = waiting[0]; next !== undefined && isBefore(next, block); next = waiting[0]) {
      found.push({
        page: next.page,
        type: "image",
        text: "",
        box: next.box,
        start: block.start,
        end: block.start,
        figure: next,
      });
      waiting.shift();
    }
  };
  for (const [index, block] of folio.blocks.entries()) {
    const { kind, start, end, page, box, lineStart, lineEnd, level } = block;
    if (kind === "row" || kind === "cell" || block.hidden !== "" || end === start) continue;
    placeFigures(block);
    found.push({
      page,
      type: TYPES[kind] ?? "paragraph",
      text: kind === "table" ? tableText(folio, index, children) : folio.text.slice(start, end),
      start,
      end,
      ...(isPoint(box) ? {} : { box }),
      ...(kind === "heading" ? { level } : {}),
      ...(lineStart > 0 ? { lines: [lineStart, lineEnd] as const } : {}),
    });
  }
  placeFigures({ page: Number.POSITIVE_INFINITY, box: [0, 0, 0, 0], start: folio.text.length });
  return found.map((block, at) => ({ id: `block_${String(at + 1).padStart(6, "0")}`, ...block }));
}

function isBefore(figure: NewFigure, block: Pick<Block, "page" | "box">): boolean {
  return figure.page < block.page || (figure.page === block.page && figure.box[1] < block.box[1]);
}

function isPoint([x0, y0, x1, y1]: Box): boolean {
  return x0 === x1 && y0 === y1;
}

function tableText(folio: Folio, table: number, children: ReadonlyMap<number, readonly number[]>): string {
  const rows = (children.get(table) ?? []).map((row) => {
    const cells: string[] = [];
    for (const index of children.get(row) ?? []) {
      const cell = folio.blocks[index];
      if (cell?.kind !== "cell" || cell.hidden !== "") continue;
      while (cells.length < Math.min(cell.level, MOST_COLUMNS)) cells.push("");
      cells.push(folio.text.slice(cell.start, cell.end));
    }
    return cells;
  });
  const block = folio.blocks[table];
  return rows.length === 0 ? folio.text.slice(block?.start, block?.end) : pipeText(rows);
}

/** A hostile column number makes no wider table than this. */
const MOST_COLUMNS = 1000;

/**
 * The regions of every passage: for each block that it touches, the box around the block's words in it, or the block's source lines. `source` is the original's
 * bytes, which tell how long a line is.
 */
export function passageRegions(
  folio: Folio,
  blocks: readonly ViewerBlock[],
  source: Uint8Array | undefined,
): Encodable[][] {
  const withLines = blocks.some(({ lines }) => lines !== undefined);
  const lines = withLines && source !== undefined ? new TextDecoder().decode(source).split(/\r\n|\r|\n/) : [];
  const words = new Map<number, PageWords>();
  const wordsOn = (page: number): PageWords => {
    const found = words.get(page) ?? folio.words(page);
    // Passages go through the pages in order, so few are looked at again.
    if (!words.has(page)) words.clear();
    words.set(page, found);
    return found;
  };
  const text = blocks.filter(({ figure }) => figure === undefined);
  return folio.passages.map(({ spans }) => {
    const regions: Encodable[] = [];
    for (const block of touched(text, spans)) {
      const parts = spans.map((span) => overlap(span, block)).filter(({ start, end }) => start < end);
      const box = boxAround(wordsOn(block.page), parts);
      const page = folio.pages[block.page - 1];
      if (box !== undefined && page !== undefined && page.width > 0) regions.push(boxRegion(block, box, page));
      else if (block.lines !== undefined) regions.push(lineRegion(block.id, block.lines, lines));
    }
    return regions;
  });
}

/** The blocks that any of the spans touches, in order. Blocks ascend and do not overlap. */
function touched(blocks: readonly ViewerBlock[], spans: readonly Span[]): ViewerBlock[] {
  const found = new Set<ViewerBlock>();
  for (const { start, end } of spans) {
    for (let at = firstEndingAfter(blocks, start); at < blocks.length; at++) {
      const block = blocks[at];
      if (block === undefined || block.start >= end) break;
      found.add(block);
    }
  }
  return [...found].sort((a, b) => a.start - b.start);
}

function firstEndingAfter(spans: readonly Span[], offset: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function overlap(a: Span, b: Span): Span {
  return { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
}

/** Words keep their boxes in twentieths of a point as 32-bit floats; two decimals are what they hold. */
function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}

function boxAround({ starts, ends, boxes }: PageWords, spans: readonly Span[]): Box | undefined {
  let around: Box | undefined;
  for (const { start, end } of spans) {
    for (let word = firstWord(ends, start); word < starts.length && (starts[word] ?? 0) < end; word++) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = boxes.subarray(word * 4, word * 4 + 4);
      around =
        around === undefined
          ? [x0, y0, x1, y1]
          : [Math.min(around[0], x0), Math.min(around[1], y0), Math.max(around[2], x1), Math.max(around[3], y1)];
    }
  }
  return around;
}

function firstWord(ends: Uint32Array, offset: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function boxRegion(
  { id, page }: ViewerBlock,
  box: Box,
  { width, height }: { width: number; height: number },
): Encodable {
  return {
    block_id: id,
    page_number: page,
    bbox: box.map((edge) => new Float(rounded(edge))),
    page_width: new Float(width),
    page_height: new Float(height),
  };
}

function lineRegion(id: string, [first, last]: readonly [number, number], lines: readonly string[]): Encodable {
  const column = Math.max(1, [...(lines[last - 1] ?? "")].length);
  return { block_id: id, kind: "text_span", start: { line: first, column: 1 }, end: { line: last, column } };
}
