import type { Span } from "../../engine/document.ts";

export interface Fitted {
  readonly kept: readonly Span[];
  /** What did not fit; undefined when all did. */
  readonly rest: readonly Span[] | undefined;
  /** UTF-16 units of all spans together. */
  readonly total: number;
}

/** Cuts ranges of a text to a budget of UTF-16 units, at the last line end or space before it, never inside a surrogate pair. */
export function fitBudget({ text }: { readonly text: string }, spans: readonly Span[], budget: number): Fitted {
  const total = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  if (total <= budget) return { kept: spans, rest: undefined, total };
  const kept: Span[] = [];
  const rest: Span[] = [];
  let left = budget;
  for (const span of spans) {
    const length = span.end - span.start;
    if (left >= length) {
      kept.push(span);
    } else if (left > 0) {
      const cut = cutBefore(text, span.start, span.start + left);
      kept.push({ start: span.start, end: cut });
      rest.push({ start: cut, end: span.end });
    } else {
      rest.push(span);
    }
    left -= Math.min(left, length);
  }
  return { kept, rest, total };
}

function cutBefore(text: string, start: number, limit: number): number {
  const slice = text.slice(start, limit);
  const at = Math.max(slice.lastIndexOf("\n"), slice.lastIndexOf(" "));
  if (at > slice.length / 2) return start + at;
  const unit = text.charCodeAt(limit - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit;
}
