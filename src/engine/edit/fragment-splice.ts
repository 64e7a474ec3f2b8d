import type { MarkdownElement, MarkdownFile } from "../markdown/element.ts";
import type { Splice } from "./operation.ts";
import { refused } from "./refuse.ts";

/** The splice that puts `put` in the place of `old`, which stands exactly once in the element's own text; overlapping occurrences count (kb.md §3.7). */
export function fragmentSplice(
  { text, path }: MarkdownFile,
  target: MarkdownElement,
  old: string,
  put: string,
): Splice & { newAt: number } {
  const { pointer } = target;
  if (old === "") throw refused(path, "replace_fragment needs oldMarkdown", { pointer, reason: "MISSING_MARKDOWN" });
  const places: number[] = [];
  for (const { start, end } of target.own)
    for (let at = text.indexOf(old, start); at >= 0 && at + old.length <= end; at = text.indexOf(old, at + 1))
      places.push(at);
  const [place, ...more] = places;
  if (place === undefined)
    throw refused(path, `fragment_not_found: ${pointer} does not hold “${shown(old)}”`, {
      pointer,
      reason: "FRAGMENT_NOT_FOUND",
    });
  if (more.length > 0)
    throw refused(path, `ambiguous_fragment: ${pointer} holds “${shown(old)}” ${places.length} times`, {
      pointer,
      reason: "AMBIGUOUS_FRAGMENT",
    });
  return { start: place, end: place + old.length, text: put, newAt: target.start - place };
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
