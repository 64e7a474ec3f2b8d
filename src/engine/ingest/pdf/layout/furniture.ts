import type { PdfFacts } from "../glyphs.ts";
import type { Draft } from "./drafts.ts";
import { EDGE_SHARE } from "./edges.ts";
import type { PageLayout } from "./page-layout.ts";

/** Baselines of a running head differ by less than this, in points. */
const SAME_PLACE = 4;
/** From this many pages on, the same text at the same place is furniture; in documents of up to four pages, from two. */
const LEAST_PAGES = 3;

/**
 * Marks running heads, running feet and page numbers: the same text, digits aside, at the same height in the outer zones of several
 * pages. A chapter's title that stands there once is left alone, unless the same words are a heading elsewhere.
 */
export function markFurniture(
  drafts: readonly Draft[],
  pages: readonly PageLayout[],
  outline: PdfFacts["outline"],
): void {
  const least = pages.length <= 4 ? Math.min(2, pages.length) : LEAST_PAGES;
  const candidates = drafts.filter((draft) => isAtEdge(draft, pages[draft.page - 1]));
  const groups = new Map<string, Draft[]>();
  for (const draft of candidates) {
    const key = keyOf(draft.text);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [draft]);
    else group.push(draft);
  }
  const places: Draft[] = [];
  for (const group of groups.values()) {
    for (const draft of group) {
      const same = group.filter((other) => isSamePlace(draft, other));
      if (pages.length < 2 || new Set(same.map((other) => other.page)).size < least || draft.outlined > 0) continue;
      draft.kind = "furniture";
      places.push(draft);
    }
  }
  const titles = new Set(outline.map((entry) => wordsOf(entry.title)));
  const slots = new Map<string, Draft>();
  for (const place of places) slots.set(`${Math.round(place.box[1])} ${Math.round(10 * place.size)}`, place);
  for (const draft of candidates) {
    if (draft.kind === "furniture" || draft.outlined > 0 || draft.lines > 1) continue;
    const words = wordsOf(draft.text);
    if (!(words === "" || titles.has(words) || isSectionMark(words, titles))) continue;
    if ([...slots.values()].some((slot) => isSamePlace(slot, draft) && Math.abs(slot.size - draft.size) < 0.6))
      draft.kind = "furniture";
  }
}

function isAtEdge({ hidden, kind, box, turn, lines, parent }: Draft, page: PageLayout | undefined): boolean {
  if (page === undefined || hidden !== "" || parent >= 0 || lines > 3 || turn !== 0) return false;
  if (kind === "table" || kind === "furniture") return false;
  const share = EDGE_SHARE * page.height;
  return box[3] < share || box[1] > page.height - share;
}

function isSamePlace(a: Draft, b: Draft): boolean {
  return Math.abs(a.box[1] - b.box[1]) < SAME_PLACE;
}

function isSectionMark(words: string, titles: ReadonlySet<string>): boolean {
  const rest = words.replace(/^(chapter|section|appendix|part)\s*/, "");
  return titles.has(rest);
}

/** Digits and roman page numbers aside. */
function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, "#")
    .replace(/(?<![\p{L}])[ivxl]+(?![\p{L}])/gu, "#")
    .replace(/\s+/g, " ")
    .trim();
}

/** The letters alone, without section and page numbers. */
function wordsOf(text: string): string {
  return keyOf(text)
    .replace(/[^\p{L} ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
