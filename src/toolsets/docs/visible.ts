import type { Span } from "../../engine/document.ts";
import { pagesOfSpans } from "../../engine/evidence/pages.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";

export interface Visible {
  readonly spans: readonly Span[];
  /** What was left out, in words. */
  readonly notes: readonly string[];
}

/**
 * `spans` without hidden text, and without running heads and page numbers where they lie between two pages of what is read. Text that was
 * asked for by its own place stays: a range that lies inside such a block is given as it is, with a note.
 */
export function visibleSpans(document: LibraryDocument, spans: readonly Span[]): Visible {
  const { first, last } = pagesOfSpans(document, spans);
  const touching = document.blocks.filter((block) =>
    spans.some((span) => span.start < block.end && block.start < span.end),
  );
  const hidden = touching.filter((block) => block.hidden !== "");
  const furniture = touching.filter((block) => block.kind === "furniture" && block.hidden === "" && first < last);
  const left = subtract(spans, [...hidden, ...furniture]);
  if (left.length === 0) return { spans, notes: hidden.length > 0 ? ["This text is hidden on the page."] : [] };
  return {
    spans: left,
    notes: [
      ...(hidden.length > 0
        ? [`Left out: text that the page hides (${[...new Set(hidden.map((block) => block.hidden))].join(", ")}).`]
        : []),
      ...(furniture.length > 0 ? ["Left out: running heads and page numbers."] : []),
    ],
  };
}

/** `spans` without `holes`; pieces of white space alone go too. Both ascending. */
function subtract(spans: readonly Span[], holes: readonly Span[]): Span[] {
  const sorted = [...holes].sort((a, b) => a.start - b.start);
  return spans.flatMap((span) => {
    const pieces: Span[] = [];
    let from = span.start;
    for (const hole of sorted) {
      if (hole.end <= from || hole.start >= span.end) continue;
      if (hole.start > from) pieces.push({ start: from, end: hole.start });
      from = Math.max(from, hole.end);
    }
    if (from < span.end) pieces.push({ start: from, end: span.end });
    return pieces;
  });
}
