import type { PdfFacts } from "../glyphs.ts";
import type { Draft } from "./drafts.ts";
import { median } from "./geometry.ts";

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
  const outlined = drafts.filter((draft) => draft.outlined > 0 && draft.kind !== "furniture");
  for (const draft of outlined) {
    draft.kind = "heading";
    draft.level = Math.min(DEEPEST, draft.outlined);
  }
  const found = drafts.filter((draft) => mayBeHeading(draft, body));
  if (outlined.length > 0.3 * outline.length) markAlike(drafts, outlined, found, body);
  else markByType(found, body);
}

/** Blocks in the type of outlined headings, where that type is mostly theirs; a line above a heading with nothing between is its label. */
function markAlike(drafts: readonly Draft[], outlined: readonly Draft[], found: readonly Draft[], body: number): void {
  const levels = new Map<string, number[]>();
  for (const draft of outlined) {
    const style = styleOf(draft);
    levels.set(style, [...(levels.get(style) ?? []), draft.level]);
  }
  const others = found.filter((draft) => standsOut(draft, body));
  const counts = new Map<string, number>();
  for (const draft of others) counts.set(styleOf(draft), (counts.get(styleOf(draft)) ?? 0) + 1);
  const follower = new Map(drafts.map((draft, at) => [draft, drafts[at + 1]]));
  const labelled = new Map<Draft | undefined, Draft | undefined>();
  // From the end, so that of several lines above a heading each is seen to be a label.
  for (const draft of others.toReversed()) {
    const same = levels.get(styleOf(draft)) ?? [];
    const isTheirs = same.length >= (counts.get(styleOf(draft)) ?? 0);
    if (same.length === 0 || (!isTheirs && depthOf(draft.text) < 2)) continue;
    const level = median(same);
    const after = follower.get(draft);
    const next = labelled.get(after) ?? after;
    if (next?.kind === "heading" && next.page === draft.page && next.level <= level) {
      labelled.set(draft, next);
      continue;
    }
    draft.kind = "heading";
    draft.level = level;
  }
}

/** Without an outline: larger or bolder than the body, and lone slanted lines once a first heading has come. */
function markByType(found: readonly Draft[], body: number): void {
  let begun = false;
  const headings = found.filter((draft) => {
    const isClear = standsOut(draft, body);
    begun ||= isClear && depthOf(draft.text) > 0;
    return isClear || (begun && isSlantedHeading(draft, body));
  });
  const ranks = [...new Set(headings.map(rankOf))].sort((a, b) => b - a);
  const depths = numberedDepths(headings);
  const unnumbered = new Map<number, number>();
  for (const draft of headings) {
    const depth = depths.get(draft) ?? 0;
    if (depth > 0 && !unnumbered.has(rankOf(draft))) unnumbered.set(rankOf(draft), depth);
  }
  for (const draft of headings) {
    const depth = depths.get(draft) ?? 0;
    const rank = rankOf(draft);
    draft.kind = "heading";
    draft.level = Math.min(DEEPEST, depth > 0 ? depth : (unnumbered.get(rank) ?? ranks.indexOf(rank) + 1));
  }
}

/**
 * Depths of numbered headings. Where one kind of numbers begins again inside another (I., A., 1.), it is one deeper; letters that
 * only follow the last number are appendices.
 */
function numberedDepths(headings: readonly Draft[]): Map<Draft, number> {
  const kinds = new Map<string, { first: number; last: number }>();
  for (const [at, draft] of headings.entries()) {
    const kind = numberKind(draft.text);
    if (depthOf(draft.text) === 1) kinds.set(kind, { first: kinds.get(kind)?.first ?? at, last: at });
  }
  const depths = new Map<Draft, number>();
  for (const draft of headings) {
    const depth = depthOf(draft.text);
    const own = kinds.get(numberKind(draft.text));
    const around = [...kinds.values()].filter(
      (other) => own !== undefined && other.first < own.first && other.last > own.first,
    );
    const isNested = depth === 1 && numberKind(draft.text) !== "named";
    if (depth > 0) depths.set(draft, isNested ? depth + around.length : depth);
  }
  return depths;
}

function numberKind(text: string): string {
  if (/^(?:chapter|appendix)\b/i.test(text)) return "named";
  if (ROMAN.test(text)) return "roman";
  return /^\d/.test(text) ? "digit" : "letter";
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
  return text.length <= 120 && (!/[.:]$/.test(text) || text === text.toUpperCase());
}

function isSlantedHeading({ size, italic, lines, text }: Draft, body: number): boolean {
  return (
    italic && lines <= 2 && size >= 0.85 * body && text.length <= 80 && /^[\p{Lu}\d]/u.test(text) && !/[.:]$/.test(text)
  );
}

function styleOf({ size, bold }: Draft): string {
  return `${Math.round(size * 5)} ${bold}`;
}

function rankOf({ size, bold, italic }: Draft): number {
  return 3 * Math.round(size * 2) + (bold ? 1 : italic ? -1 : 0);
}

/** "3.1.4 Title" has depth 3; 0 without a number. */
function depthOf(text: string): number {
  if (ROMAN.test(text)) return 1;
  const number = NUMBERING.exec(text)?.[1];
  return number === undefined ? 0 : number.split(".").length;
}
