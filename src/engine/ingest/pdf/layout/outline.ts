import type { Box } from "../../../document.ts";
import type { PdfFacts } from "../glyphs.ts";
import type { PageBlock, PageLayout } from "./page-layout.ts";

interface Found {
  readonly block: PageBlock;
  readonly outlined: number;
  /** Index among the page's blocks. */
  readonly from: number;
}

/** Most lines that a title wraps over. */
const MOST_LINES = 4;
/** Where an entry of the outline points to, its title stands at most this far below, in points; what stands this far above is a running head. */
const BELOW = 40;
const ABOVE = 60;
/** Titles say more than the outline ("grep" for "grep Pattern Matching"), but not a paragraph. */
const LONGEST_TITLE = 120;

/** Finds the titles of outline entries among the page's blocks; where one stands at the start of a block, the block is split. */
export function splitAtTitles(page: PageLayout, entries: PdfFacts["outline"]): Found[] {
  const titles = entries
    .map(({ title, level, y }) => ({ title, key: keyOf(title), level, y }))
    .filter(({ key }) => key !== "");
  const taken = new Map<number, { lines: number; level: number }>();
  const starts = page.blocks.map((block) =>
    mayBeTitle(block) ? leadingKeys(page.text.slice(block.start, block.end)) : [],
  );
  for (const { title, key, level, y } of titles) {
    let best = -1;
    let bestLines = 0;
    let bestScore = Infinity;
    for (const [at, keys] of starts.entries()) {
      const block = page.blocks[at];
      if (block === undefined || keys.length === 0 || taken.has(at) || (y !== undefined && block.box[3] < y - ABOVE))
        continue;
      const exact = keys.findIndex((lead) => isSameTitle(lead, key));
      const longer = exact < 0 && y !== undefined && isAt(block, y) && beginsWith(page, block, title);
      if (exact < 0 && !longer) continue;
      const match = longer ? keys.length - 1 : exact;
      const whole = match === keys.length - 1 && keys.length <= MOST_LINES;
      // Larger type wins over the same words in a running head; then the place that the outline points to.
      const score =
        (whole ? 0 : 1000) +
        (longer ? 500 : 0) -
        20 * block.size +
        (y === undefined ? 0 : Math.abs(block.box[1] - y) / 10);
      if (score < bestScore) [best, bestLines, bestScore] = [at, match + 1, score];
    }
    if (best >= 0) taken.set(best, { lines: bestLines, level });
  }
  return page.blocks.flatMap((block, from) => {
    const title = taken.get(from);
    if (title === undefined) return [{ block, outlined: 0, from }];
    const cut = nthBreak(page.text, block, title.lines);
    if (cut < 0) return [{ block, outlined: title.level, from }];
    const [head, tail] = splitBlock(page, block, cut);
    return [
      { block: head, outlined: title.level, from },
      { block: tail, outlined: 0, from },
    ];
  });
}

function isAt(block: PageBlock, y: number): boolean {
  return block.box[1] > y - BELOW / 2 && block.box[1] < y + BELOW;
}

/** Whether all of the block is one line that begins with the title, as whole words. */
function beginsWith(page: PageLayout, block: PageBlock, title: string): boolean {
  const line = page.text.slice(block.start, block.end);
  return (
    line.length <= LONGEST_TITLE &&
    !line.includes("\n") &&
    /^\s/.test(line.slice(title.length)) &&
    line.startsWith(title)
  );
}

function mayBeTitle(block: PageBlock): boolean {
  return (
    block.hidden === "" &&
    (block.kind === "paragraph" || block.kind === "list" || block.kind === "caption" || block.kind === "code")
  );
}

/** Keys of the first line, of the first two lines together, and so on. */
function leadingKeys(text: string): string[] {
  const keys: string[] = [];
  let key = "";
  for (const line of text.split("\n", MOST_LINES + 1)) {
    key += keyOf(line);
    keys.push(key);
  }
  return keys;
}

/** The heading may carry a number or a word like "Chapter" that the outline leaves out, or the other way round. */
function isSameTitle(lead: string, title: string): boolean {
  if (lead === title) return true;
  return withoutNumber(lead) === withoutNumber(title) && withoutNumber(title) !== "";
}

function withoutNumber(key: string): string {
  return key.replace(
    /^(?:chapter|appendix|part|section|第)?(?:[\da-zivx]{1,4}[.:)](?:\d+\.?)*|\d+(?:\.\d+)*|[ivx]+\.)[章節节]?[.:—-]*/,
    "",
  );
}

function keyOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\u00ad\u2010-\u2015'‘’"“”`§-]+/g, "");
}

function nthBreak(text: string, block: PageBlock, lines: number): number {
  let at = block.start;
  for (let line = 0; line < lines; line++) {
    at = text.indexOf("\n", line === 0 ? at : at + 1);
    if (at < 0 || at >= block.end) return -1;
  }
  return at;
}

function splitBlock(page: PageLayout, block: PageBlock, cut: number): [PageBlock, PageBlock] {
  let next = cut;
  while (/\s/.test(page.text[next] ?? "x")) next++;
  return [
    { ...block, end: cut, box: boxOf(page, block.start, cut, block.box) },
    {
      ...block,
      kind: block.kind === "code" ? "code" : "paragraph",
      level: 0,
      start: next,
      box: boxOf(page, next, block.end, block.box),
    },
  ];
}

function boxOf(page: PageLayout, start: number, end: number, otherwise: Box): Box {
  let box: [number, number, number, number] | undefined;
  for (let at = 0; at < page.starts.length; at++) {
    const from = page.starts[at] ?? 0;
    if (from < start || from >= end) continue;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.boxes.subarray(4 * at, 4 * at + 4);
    box =
      box === undefined
        ? [x0, y0, x1, y1]
        : [Math.min(box[0], x0), Math.min(box[1], y0), Math.max(box[2], x1), Math.max(box[3], y1)];
  }
  return box ?? otherwise;
}
