import { ByteReader } from "../../foundation/bytes/byte-reader.ts";
import { ByteWriter } from "../../foundation/bytes/byte-writer.ts";
import { BLOCK_KINDS, type Block, HIDDEN_REASONS } from "../document.ts";
import type { Heading } from "../headings.ts";
import { type Bounds, endIn, memberOf, pageIn } from "./bounds.ts";
import type { Damaged } from "./sections.ts";
import { toPoints, toUnits } from "./units.ts";

const CONTINUES = 0x80;

/** Columns (docs/folio-format.md §6). Starts, pages, boxes and lines are differences from the block before. */
export function encodeBlocks(blocks: readonly Block[]): Uint8Array {
  const writer = new ByteWriter();
  const deltas = (value: (block: Block) => number): void => writer.deltas(blocks.map(value));
  for (const { kind } of blocks) writer.u8(BLOCK_KINDS.indexOf(kind));
  for (const { hidden, continues } of blocks) writer.u8(HIDDEN_REASONS.indexOf(hidden) | (continues ? CONTINUES : 0));
  for (const { level } of blocks) writer.varint(level);
  for (const [index, { parent }] of blocks.entries()) writer.varint(parent < 0 ? 0 : index - parent);
  deltas(({ start }) => start);
  for (const { start, end } of blocks) writer.varint(end - start);
  deltas(({ page }) => page);
  deltas(({ box }) => toUnits(box[0]));
  deltas(({ box }) => toUnits(box[1]));
  for (const { box } of blocks) writer.zigzag(toUnits(box[2]) - toUnits(box[0]));
  for (const { box } of blocks) writer.zigzag(toUnits(box[3]) - toUnits(box[1]));
  deltas(({ lineStart }) => lineStart);
  for (const { lineStart, lineEnd } of blocks) writer.varint(lineEnd - lineStart);
  return writer.take();
}

export function decodeBlocks(bytes: Uint8Array, count: number, bounds: Bounds, damaged: Damaged): Block[] {
  const reader = new ByteReader(bytes, damaged);
  const kinds = reader.slice(count);
  const flags = reader.slice(count);
  const levels = reader.varints(count);
  const parents = reader.varints(count);
  const starts = reader.deltas(count);
  const lengths = reader.varints(count);
  const pages = reader.deltas(count);
  const [lefts, tops] = [reader.deltas(count), reader.deltas(count)];
  const [widths, heights] = [reader.zigzags(count), reader.zigzags(count)];
  const lineStarts = reader.deltas(count);
  const lineCounts = reader.varints(count);
  reader.end();
  const blocks: Block[] = [];
  for (let index = 0; index < count; index++) {
    const up = parents[index] ?? 0;
    if (up > index) throw damaged(`block ${index} has its parent before the first`);
    const lineStart = lineStarts[index] ?? 0;
    if (lineStart < 0) throw damaged(`block ${index} begins in line ${lineStart}`);
    const [x, y, flag, start] = [lefts[index] ?? 0, tops[index] ?? 0, flags[index] ?? 0, starts[index] ?? 0];
    blocks.push({
      kind: memberOf(BLOCK_KINDS, kinds[index] ?? -1, "the kind of block", index, damaged),
      start,
      end: endIn(bounds, start, lengths[index] ?? 0, "block", index, damaged),
      level: levels[index] ?? 0,
      parent: up === 0 ? -1 : index - up,
      page: pageIn(bounds, pages[index] ?? 0, "block", index, damaged),
      box: [toPoints(x), toPoints(y), toPoints(x + (widths[index] ?? 0)), toPoints(y + (heights[index] ?? 0))],
      hidden: memberOf(HIDDEN_REASONS, flag & ~CONTINUES, "the hidden reason of block", index, damaged),
      continues: (flag & CONTINUES) !== 0,
      lineStart,
      lineEnd: lineStart + (lineCounts[index] ?? 0),
    });
  }
  return blocks;
}

const HEADING = BLOCK_KINDS.indexOf("heading");

/** Only the headings: the columns up to the spans, and objects for a few blocks of many. */
export function decodeHeadings(bytes: Uint8Array, count: number, bounds: Bounds, damaged: Damaged): Heading[] {
  const reader = new ByteReader(bytes, damaged);
  const kinds = reader.slice(count);
  const flags = reader.slice(count);
  reader.varints(count);
  const parents = reader.varints(count);
  const starts = reader.deltas(count);
  const lengths = reader.varints(count);
  const headings: Heading[] = [];
  for (let block = kinds.indexOf(HEADING); block >= 0; block = kinds.indexOf(HEADING, block + 1)) {
    const [start, up] = [starts[block] ?? 0, parents[block] ?? 0];
    headings.push({
      block,
      start,
      end: endIn(bounds, start, lengths[block] ?? 0, "block", block, damaged),
      parent: up === 0 ? -1 : block - up,
      hidden: ((flags[block] ?? 0) & ~CONTINUES) !== 0,
    });
  }
  return headings;
}
