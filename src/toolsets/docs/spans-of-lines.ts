import type { Span } from "../../engine/document.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";

/** What a document shows of the lines of its source, in one piece; undefined where they show nothing. */
export function spansOfLines(
  { blocks }: Pick<LibraryDocument, "blocks">,
  { lineStart, lineEnd }: { readonly lineStart: number; readonly lineEnd: number },
): Span[] | undefined {
  const shown = blocks.filter(
    (block) =>
      block.kind !== "row" &&
      block.kind !== "cell" &&
      block.lineStart > 0 &&
      block.lineStart <= lineEnd &&
      block.lineEnd >= lineStart,
  );
  const start = Math.min(...shown.map((block) => block.start));
  const end = Math.max(...shown.map((block) => block.end));
  return shown.length === 0 || start >= end ? undefined : [{ start, end }];
}
