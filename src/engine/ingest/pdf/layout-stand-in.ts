import type { Page, PageWords, ParsedDocument } from "../../document.ts";
import type { PageGlyphs, PdfFacts } from "./glyphs.ts";

/** Stands in until layout is there: the glyphs in drawing order, a page a paragraph. */
export interface PageLayout {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly status: Page["status"];
  readonly problem?: string;
  readonly text: string;
}

export function layoutPage(glyphs: PageGlyphs): PageLayout {
  let text = "";
  for (let at = 0; at < glyphs.codes.length; at++) {
    if (at > 0 && glyphs.lineOf[at] !== glyphs.lineOf[at - 1]) text += "\n";
    text += String.fromCodePoint(glyphs.codes[at] ?? 0x20);
  }
  const { number, width, height, status, problem } = glyphs;
  return { number, width, height, status, ...(problem === undefined ? {} : { problem }), text };
}

export function layoutTransferables(_layout: PageLayout): ArrayBuffer[] {
  return [];
}

export function assembleDocument(
  layouts: readonly PageLayout[],
  facts: PdfFacts,
  options: { fileName: string },
): ParsedDocument {
  let text = "";
  const pages: Page[] = [];
  const words: PageWords[] = [];
  for (const [index, { text: pageText, ...layout }] of layouts.entries()) {
    if (index > 0) text += "\f";
    const label = facts.labels[index];
    pages.push({
      ...layout,
      ...(label === undefined ? {} : { label }),
      start: text.length,
      end: text.length + pageText.length,
    });
    words.push({ starts: new Uint32Array(0), ends: new Uint32Array(0), boxes: new Float32Array(0) });
    text += pageText;
  }
  return {
    title: facts.title ?? options.fileName,
    mediaType: "application/pdf",
    paged: true,
    text,
    pages,
    blocks: [],
    words,
  };
}
