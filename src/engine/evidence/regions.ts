import type { Region } from "../answers.ts";
import type { Box, PageWords, Span } from "../document.ts";
import type { EvidenceDocument } from "./corpus.ts";
import { pagesOfSpans } from "./pages.ts";

/** Two words stand on one line when they share this much of the lower one's height … */
const SHARED_HEIGHT = 0.5;
/** … and are no further apart than this many heights (a column gap is wider than a justified space). */
const GAP = 1.5;

/** The boxes of the words that `spans` touch, merged line by line, in reading order. Empty for documents without boxes. */
export function regionsOf(document: EvidenceDocument, spans: readonly Span[]): Region[] {
  const regions: Region[] = [];
  const { first, last } = pagesOfSpans(document, spans);
  for (const page of document.pages.slice(first - 1, last)) {
    if (page.width === 0) continue;
    for (const bbox of lines(boxesOf(document.words(page.number), spans))) {
      regions.push({
        page: page.number,
        ...(page.label === undefined ? {} : { label: page.label }),
        bbox: [rounded(bbox[0]), rounded(bbox[1]), rounded(bbox[2]), rounded(bbox[3])],
        pageSize: [page.width, page.height],
      });
    }
  }
  return regions;
}

function boxesOf({ starts, ends, boxes }: PageWords, spans: readonly Span[]): Box[] {
  const found: Box[] = [];
  const [from, to] = [spans[0]?.start ?? 0, spans.at(-1)?.end ?? 0];
  for (let word = 0; word < starts.length; word++) {
    const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
    if (end <= from || start >= to || !spans.some((span) => span.start < end && start < span.end)) continue;
    const at = word * 4;
    found.push([boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0]);
  }
  return found;
}

/** Words that share one box have that of their block, as in documents of which no more is known; it joins no line. */
function lines(boxes: readonly Box[]): Box[] {
  const merged: { readonly box: Box; readonly ofBlock: boolean }[] = [];
  for (const [at, box] of boxes.entries()) {
    const before = boxes[at - 1];
    if (before !== undefined && isSame(before, box)) continue;
    const next = boxes[at + 1];
    const ofBlock = next !== undefined && isSame(box, next);
    const line = merged.at(-1);
    if (line !== undefined && !line.ofBlock && !ofBlock && onOneLine(line.box, box))
      merged[merged.length - 1] = { box: union(line.box, box), ofBlock };
    else merged.push({ box, ofBlock });
  }
  return merged.map(({ box }) => box);
}

function isSame(a: Box, b: Box): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}

function onOneLine(a: Box, b: Box): boolean {
  const height = Math.min(a[3] - a[1], b[3] - b[1]);
  const shared = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  const gap = Math.max(a[0], b[0]) - Math.min(a[2], b[2]);
  return shared >= SHARED_HEIGHT * height && gap <= GAP * Math.max(a[3] - a[1], b[3] - b[1]);
}

function union(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Boxes are kept as 32-bit floats; two decimals of a point are what they hold for certain. */
function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
