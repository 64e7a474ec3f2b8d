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
  for (const page of document.pages) {
    if (page.number < first || page.number > last || page.width === 0) continue;
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

function boxesOf(words: PageWords, spans: readonly Span[]): Box[] {
  const boxes: Box[] = [];
  for (let word = 0; word < words.starts.length; word++) {
    const start = words.starts[word] ?? 0;
    const end = words.ends[word] ?? 0;
    if (!spans.some((span) => span.start < end && start < span.end)) continue;
    const [x0, y0, x1, y1] = words.boxes.subarray(word * 4, word * 4 + 4);
    if (x0 !== undefined && y0 !== undefined && x1 !== undefined && y1 !== undefined) boxes.push([x0, y0, x1, y1]);
  }
  return boxes;
}

function lines(boxes: readonly Box[]): Box[] {
  const merged: Box[] = [];
  for (const box of boxes) {
    const line = merged.at(-1);
    if (line !== undefined && onOneLine(line, box)) merged[merged.length - 1] = union(line, box);
    else merged.push(box);
  }
  return merged;
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
