import type { Block, Page, PageWords, ParsedDocument } from "../../../document.ts";
import type { PdfFacts } from "../glyphs.ts";
import { continuing } from "./continuing.ts";
import { type Draft, draftsOf } from "./drafts.ts";
import { markFootnotes } from "./footnotes.ts";
import { markFurniture } from "./furniture.ts";
import { markHeadings } from "./headings.ts";
import type { PageLayout } from "./page-layout.ts";
import { titleOf } from "./title.ts";
import { markContents } from "./toc.ts";

/**
 * Joins the pages of a PDF to one document: running heads and feet, headings with levels and parents, tables of contents,
 * footnotes, paragraphs that run on. Pages come in order, one for each page of the file; where `onWords` is told of their words, the document has none.
 */
export class DocumentAssembly {
  readonly #facts: PdfFacts;
  readonly #onWords: (words: PageWords) => void;
  readonly #titles = new Map<number, PdfFacts["outline"][number][]>();
  readonly #pages: Page[] = [];
  readonly #drafts: Draft[] = [];
  readonly #words: PageWords[] = [];
  readonly #texts: string[] = [];

  constructor(facts: PdfFacts, onWords?: (words: PageWords) => void) {
    this.#facts = facts;
    this.#onWords = onWords ?? ((words) => this.#words.push(words));
    for (const entry of facts.outline) {
      const titles = this.#titles.get(entry.page);
      if (titles === undefined) this.#titles.set(entry.page, [entry]);
      else titles.push(entry);
    }
  }

  /** How many pages have come. */
  get pages(): number {
    return this.#pages.length;
  }

  add(layout: PageLayout, label: string | undefined): void {
    // Pages are parted by a form feed, which belongs to none.
    const start = this.#pages.length === 0 ? 0 : (this.#pages.at(-1)?.end ?? 0) + 1;
    for (const draft of draftsOf(layout, this.#titles.get(layout.number) ?? [], this.#drafts.length))
      this.#drafts.push(draft);
    this.#texts.push(layout.text);
    this.#pages.push(pageOf(layout, start, label));
    this.#onWords(wordsOf(layout, start));
  }

  /** `fileName` is the title where the document has none. */
  finish(fileName: string): ParsedDocument {
    const { title, language, outline } = this.#facts;
    const drafts = this.#drafts;
    const pages = this.#pages;
    markFurniture(drafts, pages, outline);
    markContents(drafts);
    markHeadings(drafts, outline);
    markFootnotes(drafts, pages);
    return {
      title: titleOf(title, drafts, fileName),
      mediaType: "application/pdf",
      ...(language === undefined ? {} : { language }),
      paged: true,
      text: this.#texts.join("\f").toWellFormed(),
      pages,
      blocks: blocksOf(drafts, pages),
      words: this.#words,
    };
  }
}

function blocksOf(drafts: readonly Draft[], pages: readonly Page[]): Block[] {
  const runsOn = continuing(drafts);
  const open: number[] = [];
  const blocks: Block[] = [];
  for (const draft of drafts) {
    const { kind, level, page, box, hidden } = draft;
    const offset = pages[page - 1]?.start ?? 0;
    if (kind === "heading") while (open.length > 0 && (blocks[open.at(-1) ?? 0]?.level ?? 0) >= level) open.pop();
    const parent = draft.parent >= 0 ? draft.parent : (open.at(-1) ?? -1);
    if (kind === "heading") open.push(blocks.length);
    blocks.push({
      kind,
      level,
      parent,
      page,
      box,
      hidden,
      start: draft.start + offset,
      end: draft.end + offset,
      continues: runsOn.has(draft),
      lineStart: 0,
      lineEnd: 0,
    });
  }
  return blocks;
}

function pageOf(layout: PageLayout, start: number, label: string | undefined): Page {
  const { number, width, height, status, problem } = layout;
  return {
    number,
    ...(label === undefined ? {} : { label }),
    width,
    height,
    status,
    ...(problem === undefined ? {} : { problem }),
    start,
    end: start + layout.text.length,
  };
}

function wordsOf({ starts, ends, boxes }: PageLayout, offset: number): PageWords {
  return { starts: starts.map((start) => start + offset), ends: ends.map((end) => end + offset), boxes };
}
