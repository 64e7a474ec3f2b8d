import { HIDDEN_REASONS } from "../../../document.ts";
import { HIDDEN_MASK, type PageGlyphs } from "../glyphs.ts";
import { blocksOf } from "./blocks.ts";
import { columnsOf } from "./columns.ts";
import { edgesOf } from "./edges.ts";
import { Frame } from "./geometry.ts";
import { itemsOf } from "./items.ts";
import { withoutLineNumbers } from "./line-numbers.ts";
import { linesOf } from "./lines.ts";
import type { PageLayout } from "./page-layout.ts";
import { PageWriter } from "./page-writer.ts";
import { withTables } from "./tables.ts";
import { wordsOf } from "./words.ts";

export type { PageLayout } from "./page-layout.ts";

/**
 * Lays out one page: words, lines, columns, blocks and tables, in reading order. Every glyph that is not a space ends up in the text.
 * Text of other directions follows that of the page's main one; hidden text comes last, by reason.
 */
export function layoutPage(glyphs: PageGlyphs): PageLayout {
  let writer: PageWriter | undefined;
  let column = 0;
  for (const { hidden, turn } of layersOf(glyphs)) {
    const frame = new Frame(glyphs.width, glyphs.height, turn);
    const isWanted = (at: number): boolean =>
      ((glyphs.flags[at] ?? 0) & HIDDEN_MASK) === hidden && ((glyphs.turns[at] ?? 0) & 3) === turn;
    const words = wordsOf(glyphs, frame, isWanted);
    writer = new PageWriter(frame, HIDDEN_REASONS[hidden] ?? "invisible", writer);
    const { tables, rest } = withTables(words, hidden === 0 ? rulesOf(glyphs, frame) : []);
    const { text, numbers } = withoutLineNumbers(itemsOf(rest));
    const { head, body, foot } = edgesOf([...text, ...tables], frame.height);
    for (const part of [head, ...columnsOf(body), foot]) {
      if (part.length === 0) continue;
      for (const block of blocksOf(linesOf(part))) writer.add(block, column);
      column++;
    }
    if (numbers.length > 0) writer.add({ kind: "paragraph", lines: linesOf(numbers), level: 0 }, column++, "furniture");
  }
  const { number, width, height, status, problem } = glyphs;
  return {
    number,
    width,
    height,
    status,
    ...(problem === undefined ? {} : { problem }),
    text: writer?.text ?? "",
    starts: new Uint32Array(writer?.starts ?? []),
    ends: new Uint32Array(writer?.ends ?? []),
    boxes: new Float32Array(writer?.boxes ?? []),
    blocks: writer?.blocks ?? [],
  };
}

/** Buffers that go with a layout when it is posted. */
export function layoutTransferables(layout: PageLayout): ArrayBuffer[] {
  return [layout.starts.buffer, layout.ends.buffer, layout.boxes.buffer];
}

/** The combinations of hidden reason and direction on the page: visible before hidden, the commonest direction first. */
function layersOf(glyphs: PageGlyphs): { hidden: number; turn: number }[] {
  const counts = new Uint32Array(32);
  for (let at = 0; at < glyphs.codes.length; at++) {
    const layer = 4 * ((glyphs.flags[at] ?? 0) & HIDDEN_MASK) + ((glyphs.turns[at] ?? 0) & 3);
    counts[layer] = (counts[layer] ?? 0) + 1;
  }
  return [...counts.entries()]
    .filter(([, count]) => count > 0)
    .map(([layer, count]) => ({ hidden: layer >> 2, turn: layer & 3, count }))
    .sort((a, b) => a.hidden - b.hidden || b.count - a.count || a.turn - b.turn);
}

function rulesOf(glyphs: PageGlyphs, frame: Frame) {
  const rules = [];
  for (let at = 0; at + 3 < glyphs.rules.length; at += 4) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = glyphs.rules.subarray(at, at + 4);
    if (!Number.isFinite(x0 + y0 + x1 + y1)) continue;
    rules.push(frame.rect(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)));
  }
  return rules;
}
