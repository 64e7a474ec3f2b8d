import type { Page } from "../../../document.ts";
import type { PdfFacts } from "../glyphs.ts";
import type { Draft } from "./drafts.ts";
import { EDGE_SHARE } from "./edges.ts";

/** Running heads stand at the same height to within this many points, in sizes that differ by less than `SAME_SIZE`. */
const SAME_PLACE = 4;
const SAME_SIZE = 0.6;
/** From this many pages on, the same text at the same place is furniture; in documents of up to eight pages, where odd and even heads alternate, two. */
const LEAST_PAGES = 3;
const FEW_PAGES = 8;
/** A head stands on the next page too, or on the one after that. */
const REACH = [-2, -1, 1, 2];
/** A place for heads or feet is used on at least this share of the pages. */
const USED_SHARE = 0.04;

/**
 * Marks running heads, running feet and page numbers: the same text, digits aside, at the same height in the outer zones of several
 * pages; text there with a number that counts along with the pages; and, where heads stand on other pages, text that names a section.
 * A chapter's title that stands there once is left alone.
 */
export function markFurniture(drafts: readonly Draft[], pages: readonly Page[], outline: PdfFacts["outline"]): void {
  const least = pages.length <= FEW_PAGES ? 2 : LEAST_PAGES;
  const extents = extentsOf(drafts);
  const isTyped = isMostlyCode(drafts);
  const candidates = drafts.filter(
    (draft) =>
      draft.outlined === 0 &&
      (isTyped || draft.kind !== "code") &&
      isAtEdge(draft, pages[draft.page - 1], extents.get(draft.page)),
  );
  const marked = new Set<Draft>();
  const mark = (keysOf: (draft: Draft) => readonly string[]): void => {
    for (const group of groupsBy(candidates, keysOf))
      for (const run of runsAtOnePlace(group)) {
        const pagesOf = new Set(run.map((draft) => draft.page));
        const kept = run.filter(({ page }) => REACH.some((step) => pagesOf.has(page + step)));
        if (new Set(kept.map((draft) => draft.page)).size >= least) for (const draft of kept) marked.add(draft);
      }
  };
  mark(({ text }) => [keyOf(text)]);
  mark(({ text, page, lines, size }) =>
    lines > 1 || /(?:[.·]\s*){3}/.test(text)
      ? []
      : edgeNumbers(text).map((value) => `${page - value} ${Math.round(size)}`),
  );
  // Among a thousand pages three end with the same words at the same height by chance; heads stand there on many.
  const places = [...groupsBy([...marked], (draft) => [`${Math.round(draft.box[1])} ${Math.round(10 * draft.size)}`])];
  const isUsed = (draft: Draft): boolean => {
    const near = places.filter(([slot]) => slot !== undefined && isSamePlace(slot, draft));
    return near.reduce((sum, slots) => sum + slots.length, 0) >= Math.max(least, USED_SHARE * pages.length);
  };
  const titles = outline.map((entry) => lettersOf(entry.title)).filter((title) => title.length > 5);
  const namesSection = (letters: string): boolean => letters === "" || titles.some((title) => letters.includes(title));
  const found = candidates.filter(
    (draft) => (marked.has(draft) || (draft.lines === 1 && namesSection(lettersOf(draft.text)))) && isUsed(draft),
  );
  for (const draft of found) draft.kind = "furniture";
}

/** Typewritten documents have typewritten heads; elsewhere a listing at the top of a page is none. */
function isMostlyCode(drafts: readonly Draft[]): boolean {
  const letters = (some: readonly Draft[]): number => some.reduce((sum, draft) => sum + draft.text.length, 0);
  return (
    2 * letters(drafts.filter((draft) => draft.kind === "code")) > letters(drafts.filter(({ parent }) => parent < 0))
  );
}

/** Top and bottom of what each page shows. */
function extentsOf(drafts: readonly Draft[]): Map<number, [top: number, bottom: number]> {
  const extents = new Map<number, [number, number]>();
  for (const { page, box, hidden, turn } of drafts) {
    if (hidden !== "" || turn !== 0) continue;
    const [top, bottom] = extents.get(page) ?? [Infinity, -Infinity];
    extents.set(page, [Math.min(top, box[1]), Math.max(bottom, box[3])]);
  }
  return extents;
}

/** In an outer zone, with nothing further out. */
function isAtEdge(
  { hidden, kind, box, turn, lines, parent }: Draft,
  page: Page | undefined,
  [top, bottom]: readonly [number, number] = [0, 0],
): boolean {
  if (page === undefined || hidden !== "" || parent >= 0 || lines > 3 || turn !== 0) return false;
  if (kind === "table" || kind === "furniture") return false;
  const share = EDGE_SHARE * page.height;
  const isHead = box[3] < share && box[1] < top + SAME_PLACE;
  return isHead || (box[1] > page.height - share && box[3] > bottom - SAME_PLACE);
}

function groupsBy(drafts: readonly Draft[], keysOf: (draft: Draft) => readonly string[]): Iterable<Draft[]> {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts)
    for (const key of keysOf(draft)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [draft]);
      else group.push(draft);
    }
  return groups.values();
}

/** Parts a group by height, each run within SAME_PLACE of its first. */
function runsAtOnePlace(group: readonly Draft[]): Draft[][] {
  const runs: Draft[][] = [];
  for (const draft of group.toSorted((a, b) => a.box[1] - b.box[1])) {
    const first = runs.at(-1)?.[0];
    if (first === undefined || draft.box[1] - first.box[1] >= SAME_PLACE) runs.push([draft]);
    else runs.at(-1)?.push(draft);
  }
  return runs;
}

function isSamePlace(a: Draft, b: Draft): boolean {
  return Math.abs(a.box[1] - b.box[1]) < SAME_PLACE && Math.abs(a.size - b.size) < SAME_SIZE;
}

/** The numbers that a running head begins or ends with, set apart from its words. */
function edgeNumbers(text: string): number[] {
  const found = [/^(\d{1,4})(?:\s|$)/.exec(text)?.[1], /(?:^|\s)(\d{1,4})$/.exec(text)?.[1]];
  return found.flatMap((digits) => (digits === undefined ? [] : [Number(digits)]));
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

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]+/gu, "");
}
