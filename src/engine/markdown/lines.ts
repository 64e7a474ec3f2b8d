import { lastAtMost, lineStarts } from "../../foundation/text/line-starts.ts";

/** A text with line feeds alone, and the way back: where an offset or a line of it stands in the text as it was. */
export interface NormalText {
  readonly source: string;
  /** Offset in the original of an offset in `source`. The end of a line stays before its line ending. */
  original(offset: number): number;
  /** Line, from 1, of an offset in `source`. */
  line(offset: number): number;
}

/** The grammar knows line feeds only; CommonMark §2.1 also ends lines at CR LF and at a lone CR. */
export function normalText(text: string): NormalText {
  const source = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const starts = lineStarts(source);
  const line = (offset: number): number => lastAtMost(starts, offset) + 1;
  if (source.length === text.length) return { source, original: (offset) => offset, line };
  const removed = removedBefore(text, starts.length);
  return { source, original: (offset) => offset + (removed[line(offset) - 1] ?? 0), line };
}

/** How many carriage returns went before each line. */
function removedBefore(text: string, lines: number): Int32Array {
  const removed = new Int32Array(lines);
  let line = 0;
  let count = 0;
  for (const { 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    if (end.length === 2) count++;
    removed[++line] = count;
  }
  return removed;
}
