import type { Block, Span } from "./document.ts";

/** A heading block, without what only its page needs. */
export interface Heading extends Span {
  /** Its index among the document's blocks. */
  readonly block: number;
  /** Block index of the heading above it; −1 at the root. */
  readonly parent: number;
  readonly hidden: boolean;
}

/** The headings among `blocks`, in order. */
export function headingsOf(blocks: readonly Block[]): Heading[] {
  return blocks.flatMap(({ kind, start, end, parent, hidden }, block) =>
    kind === "heading" ? [{ block, start, end, parent, hidden: hidden !== "" }] : [],
  );
}

/** Texts of headings from the outermost to the one that is block `heading`. */
export function pathTo(text: string, headings: readonly Heading[], heading: number): string[] {
  const path: string[] = [];
  for (let at = heading; at >= 0; ) {
    const found = headings[upTo(headings, "block", at)];
    if (found?.block !== at) break;
    path.unshift(text.slice(found.start, found.end).replace(/\s+/g, " ").trim());
    at = found.parent < at ? found.parent : -1;
  }
  return path;
}

/** Block index of the last heading that is shown and begins at `offset` or before; −1 when there is none. */
export function headingOver(headings: readonly Heading[], offset: number): number {
  let at = upTo(headings, "start", offset);
  while (headings[at]?.hidden) at--;
  return headings[at]?.block ?? -1;
}

/** Index of the last heading whose `field` is `most` or less; −1 when there is none. Both fields ascend. */
function upTo(headings: readonly Heading[], field: "block" | "start", most: number): number {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((headings[middle]?.[field] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
