import type { PdfFacts } from "../glyphs.ts";
import type { Draft } from "./drafts.ts";

const DEEPEST = 6;
/** Type this much larger than the body's speaks of a heading. */
const LARGER = 1.12;
const NUMBERING = /^(?:(?:chapter|appendix|section)\s+)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5})[.:)]?\s+\S/i;
const ROMAN = /^[IVX]{1,5}\.\s+\S/;

/**
 * Marks headings. Entries of the outline say so themselves; other blocks are headings when their type is that of an outlined one,
 * or, without an outline, when it is larger or bolder than the body's. Levels follow numbering, then the rank of the type.
 */
export function markHeadings(drafts: readonly Draft[], outline: PdfFacts["outline"]): void {
  const body = bodySize(drafts);
  const levels = new Map<string, number>();
  let outlined = 0;
  for (const draft of drafts) {
    if (draft.outlined === 0 || draft.kind === "furniture") continue;
    outlined++;
    draft.kind = "heading";
    draft.level = Math.min(DEEPEST, Math.max(1, draft.outlined));
    const style = styleOf(draft);
    levels.set(style, Math.max(levels.get(style) ?? 0, draft.level));
  }
  const isOutlined = outline.length > 0 && outlined > 0.3 * outline.length;
  const found = drafts.filter((draft) => mayBeHeading(draft, body));
  if (isOutlined) {
    for (const draft of found) {
      const level = levels.get(styleOf(draft));
      if (level === undefined || !standsOut(draft, body)) continue;
      draft.kind = "heading";
      draft.level = level;
    }
    return;
  }
  const headings = found.filter((draft) => standsOut(draft, body));
  const ranks = [...new Set(headings.map(rankOf))].sort((a, b) => b - a);
  const unnumbered = new Map<number, number>();
  for (const draft of headings) {
    const depth = depthOf(draft.text);
    if (depth > 0 && !unnumbered.has(rankOf(draft))) unnumbered.set(rankOf(draft), depth);
  }
  for (const draft of headings) {
    const depth = depthOf(draft.text);
    const rank = rankOf(draft);
    draft.kind = "heading";
    draft.level = Math.min(DEEPEST, depth > 0 ? depth : (unnumbered.get(rank) ?? ranks.indexOf(rank) + 1));
  }
}

/** The size most characters have, in points to the tenth. */
export function bodySize(drafts: readonly Draft[]): number {
  const weights = new Map<number, number>();
  for (const { size, kind, text, hidden } of drafts) {
    if (hidden !== "" || kind === "furniture" || kind === "row" || kind === "cell" || kind === "code") continue;
    const rounded = Math.round(size * 10) / 10;
    weights.set(rounded, (weights.get(rounded) ?? 0) + text.length);
  }
  let body = 0;
  let most = 0;
  for (const [size, weight] of weights) if (weight > most) [body, most] = [size, weight];
  return body;
}

function mayBeHeading({ kind, hidden, lines, text, turn }: Draft, body: number): boolean {
  if ((kind !== "paragraph" && kind !== "list") || hidden !== "" || turn !== 0 || lines > 3 || body <= 0) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return text.length <= 200 && letters >= 2 && 2 * letters >= text.replace(/\s/g, "").length && !/[,;]$/.test(text);
}

function standsOut({ size, bold, text }: Draft, body: number): boolean {
  if (size >= LARGER * body) return true;
  if (!bold || size < 0.85 * body) return false;
  return text.length <= 120 && !/[.:]$/.test(text);
}

function styleOf({ size, bold }: Draft): string {
  return `${Math.round(size * 5)} ${bold}`;
}

function rankOf({ size, bold }: Draft): number {
  return 2 * Math.round(size * 2) + (bold ? 1 : 0);
}

/** "3.1.4 Title" has depth 3; 0 without a number. */
function depthOf(text: string): number {
  if (ROMAN.test(text)) return 1;
  const number = NUMBERING.exec(text)?.[1];
  return number === undefined ? 0 : number.split(".").length;
}
