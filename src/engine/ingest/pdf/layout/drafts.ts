import type { BlockKind } from "../../../document.ts";
import type { PdfFacts } from "../glyphs.ts";
import { splitAtTitles } from "./outline.ts";
import type { PageBlock, PageLayout } from "./page-layout.ts";

/** A block of the document while its kind and level are still being found. Offsets are into its page's text. */
export interface Draft extends Omit<PageBlock, "kind" | "level" | "parent"> {
  kind: BlockKind;
  level: number;
  /** Index among the drafts, of the table or row; −1 for the others. */
  readonly parent: number;
  readonly page: number;
  readonly text: string;
  readonly lines: number;
  /** Level in the file's outline when an entry of it names this block; 0 otherwise. */
  readonly outlined: number;
}

/** The blocks of all pages in order, with what the outline says about them. */
export function draftsOf(pages: readonly PageLayout[], outline: PdfFacts["outline"]): Draft[] {
  const byPage = new Map<number, PdfFacts["outline"][number][]>();
  for (const entry of outline) {
    const list = byPage.get(entry.page);
    if (list === undefined) byPage.set(entry.page, [entry]);
    else list.push(entry);
  }
  const drafts: Draft[] = [];
  for (const [at, page] of pages.entries()) {
    const number = at + 1;
    const found = splitAtTitles(page, byPage.get(number) ?? []);
    const moved: number[] = [];
    for (const { block, outlined, from } of found) {
      moved[from] = drafts.length;
      const text = page.text.slice(block.start, block.end);
      drafts.push({
        ...block,
        parent: block.parent < 0 ? -1 : (moved[block.parent] ?? -1),
        page: number,
        text,
        lines: text.split("\n").length,
        outlined,
      });
    }
  }
  return drafts;
}
