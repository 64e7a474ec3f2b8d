import type { Block, BlockKind, Page, PageWords, Passage, Span } from "../document.ts";

/** Rules of the document model (docs/folio-format.md §11) that decoding does not already enforce. Each gives what is wrong, in words. */

/** Pages follow each other with one "\f" between and cover the text; a document without pages has exactly one. */
export function* pageFaults(pages: readonly Page[], text: string, paged: boolean): Generator<string> {
  if (!paged && pages.length !== 1) yield `a document without pages has ${pages.length} of them`;
  let expected = 0;
  for (const { number, start, end } of pages) {
    if (start !== expected) yield `page ${number} starts at ${start} instead of ${expected}`;
    if (number > 1 && text[start - 1] !== "\f") yield `no form feed stands before page ${number}`;
    expected = end + 1;
  }
  const last = pages.at(-1)?.end ?? 0;
  if (last !== text.length) yield `the pages end at ${last} of ${text.length}`;
}

const PARENT_OF: Partial<Record<BlockKind, BlockKind>> = { row: "table", cell: "row" };

/** Blocks lie on their page, those that are not nested ascend, rows lie in tables and cells in rows, everything else under headings. */
export function* blockFaults(blocks: readonly Block[], pages: readonly Page[]): Generator<string> {
  let end = 0;
  for (const [index, block] of blocks.entries()) {
    const what = `block ${index} (${block.kind})`;
    const page = pages[block.page - 1];
    if (page === undefined || !within(block, page)) yield `${what} runs out of page ${block.page}`;
    if (block.kind === "heading" && (block.level < 1 || block.level > 6)) yield `${what} has level ${block.level}`;
    const parent = blocks[block.parent];
    const nestsIn = PARENT_OF[block.kind];
    if (nestsIn === undefined) {
      if (parent !== undefined && parent.kind !== "heading") yield `${what} stands under a ${parent.kind}`;
      if (block.start < end) yield `${what} starts at ${block.start}, before the end of the one before (${end})`;
      end = block.end;
    } else if (parent?.kind !== nestsIn) yield `${what} stands in ${parent?.kind ?? "nothing"} instead of a ${nestsIn}`;
    else if (!within(block, parent)) yield `${what} runs out of its ${nestsIn}`;
  }
}

/** Words are not empty, ascend, lie on their page, and have finite boxes. */
export function* wordFaults({ starts, ends, boxes }: PageWords, page: Page): Generator<string> {
  let before = page.start;
  for (const [index, start] of starts.entries()) {
    const end = ends[index] ?? 0;
    if (start < before) yield `word ${index} of page ${page.number} starts at ${start}, before ${before}`;
    if (end <= start || end > page.end) yield `word ${index} of page ${page.number} ends at ${end}`;
    before = end;
  }
  const odd = boxes.findIndex((edge) => !Number.isFinite(edge));
  if (odd >= 0) yield `word ${odd >> 2} of page ${page.number} has no finite box`;
}

/** Passages have text, their spans ascend and lie on their pages, and they stand under headings. */
export function* passageFaults(
  passages: readonly Passage[],
  blocks: readonly Block[],
  pages: readonly Page[],
): Generator<string> {
  for (const [index, { spans, heading, firstPage, lastPage }] of passages.entries()) {
    const what = `passage ${index}`;
    if (spans.length === 0) yield `${what} has no spans`;
    if (heading >= 0 && blocks[heading]?.kind !== "heading") yield `${what} stands under a ${blocks[heading]?.kind}`;
    let before = pages[firstPage - 1]?.start ?? 0;
    for (const { start, end } of spans) {
      if (start < before || end < start) yield `${what} has a span from ${start} to ${end} behind ${before}`;
      before = end;
    }
    const last = pages[lastPage - 1]?.end ?? 0;
    if (before > last) yield `${what} ends at ${before}, behind page ${lastPage}`;
  }
}

function within(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}
