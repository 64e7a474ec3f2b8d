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

/** The blocks of one page in order, with what the entries of the outline that point to it say about them. `before`: drafts of the pages before. */
export function draftsOf(page: PageLayout, titles: PdfFacts["outline"], before: number): Draft[] {
  const drafts: Draft[] = [];
  const moved: number[] = [];
  for (const { block, outlined, from } of splitAtTitles(page, titles)) {
    moved[from] = before + drafts.length;
    const text = page.text.slice(block.start, block.end);
    drafts.push({
      ...block,
      parent: block.parent < 0 ? -1 : (moved[block.parent] ?? -1),
      page: page.number,
      text,
      lines: text.split("\n").length,
      outlined,
    });
  }
  return drafts;
}
