import type { Span } from "../../../engine/document.ts";
import { cutDestination, readDestination, writeDestination } from "./destination.ts";
import { linksIn } from "./note-links.ts";

/** A text whose links are mended, and how many were. */
export interface Repaired {
  readonly text: string;
  readonly links: number;
}

/**
 * The text of the document `path` with its links as they must be once `moved.from` has become `moved.to`: those of other documents lead to the new place, and those of
 * the moved one still lead where they led. Nothing but destinations changes; what follows a path ("#…") is kept.
 */
export function repairLinks(
  text: string,
  path: string,
  moved: { readonly from: string; readonly to: string },
): Repaired {
  const after = path === moved.from ? moved.to : path;
  const put: (Span & { readonly text: string })[] = [];
  for (const { destination, span, bracketed } of linksIn(text).links) {
    const target = readDestination(destination, path);
    if (target.kind !== "file") continue;
    const goal = target.path === moved.from ? moved.to : target.path;
    const now = readDestination(destination, after);
    if (now.kind === "file" && now.path === goal) continue;
    put.push({ ...span, text: writeDestination(goal, after, bracketed) + cutDestination(destination).fragment });
  }
  let mended = "";
  let at = 0;
  for (const { start, end, text: written } of put) {
    mended += text.slice(at, start) + written;
    at = end;
  }
  return { text: mended + text.slice(at), links: put.length };
}
