import type { Block, Page, PageWords, ParsedDocument } from "../../../document.ts";
import type { PdfFacts } from "../glyphs.ts";
import { continuing } from "./continuing.ts";
import { draftsOf } from "./drafts.ts";
import { markFootnotes } from "./footnotes.ts";
import { markFurniture } from "./furniture.ts";
import { markHeadings } from "./headings.ts";
import type { PageLayout } from "./page-layout.ts";
import { titleOf } from "./title.ts";
import { markContents } from "./toc.ts";

/**
 * Joins the pages of a PDF to one document: running heads and feet, headings with levels and parents, tables of contents,
 * footnotes, paragraphs that run on. `pages` in order, one for each page of the file.
 */
export function assembleDocument(
  pages: readonly PageLayout[],
  facts: PdfFacts,
  options: { readonly fileName: string },
): ParsedDocument {
  const drafts = draftsOf(pages, facts.outline);
  markFurniture(drafts, pages, facts.outline);
  markContents(drafts);
  markHeadings(drafts, facts.outline);
  markFootnotes(drafts, pages);
  const runsOn = continuing(drafts);

  const offsets: number[] = [];
  let text = "";
  for (const [at, page] of pages.entries()) {
    if (at > 0) text += "\f";
    offsets.push(text.length);
    text += page.text;
  }
  const open: number[] = [];
  const blocks: Block[] = [];
  for (const draft of drafts) {
    const { kind, level, page, box, hidden } = draft;
    const offset = offsets[page - 1] ?? 0;
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
  return {
    title: titleOf(facts.title, drafts, options.fileName),
    mediaType: "application/pdf",
    ...(facts.language === undefined ? {} : { language: facts.language }),
    paged: true,
    text: text.toWellFormed(),
    pages: pages.map((page, at) => pageOf(page, offsets[at] ?? 0, facts.labels[at])),
    blocks,
    words: pages.map((page, at) => wordsOf(page, offsets[at] ?? 0)),
  };
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
