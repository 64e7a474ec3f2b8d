import type { Span } from "../document.ts";
import type { NumberedBlock } from "./blocks.ts";
import type { MarkdownElement } from "./element.ts";

/**
 * What of an item is its own: its lines without those of its child items. The one line ending before a child and the one after it belong
 * to neither, so that children can come and go without a change to their parent's hash. Offsets are in the normal text.
 */
export function ownSpans(source: string, block: NumberedBlock): readonly Span[] {
  const spans: Span[] = [];
  let at = block.start;
  for (const child of block.item?.children ?? []) {
    const end = child.start > at && source.charAt(child.start - 1) === "\n" ? child.start - 1 : child.start;
    if (end > at) spans.push({ start: at, end });
    at = source.charAt(child.end) === "\n" ? Math.min(child.end + 1, block.end) : child.end;
  }
  if (block.end > at) spans.push({ start: at, end: block.end });
  return spans;
}

/** The own text of an element; its pieces stay on lines of their own. */
export function ownText(text: string, element: MarkdownElement): string {
  let joined = "";
  for (const { start, end } of element.own) {
    const piece = text.slice(start, end);
    const apart = joined === "" || /[\r\n]$/.test(joined) || /^[\r\n]/.test(piece);
    joined += apart ? piece : `\n${piece}`;
  }
  return joined;
}
