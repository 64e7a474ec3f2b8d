import type { Block, BlockKind, Page, PageWords } from "../document.ts";
import { headingsOf } from "../headings.ts";
import type { EvidenceDocument, VerifyCorpus } from "./corpus.ts";

/** Documents for tests: paragraphs become blocks and passages, pages are parted by "\f", every word gets a box of 10 points a character. */
export interface TestDocument {
  readonly text: string;
  readonly title?: string;
  readonly path?: string;
  readonly sha256?: string;
  readonly paged?: boolean;
  readonly labels?: readonly string[];
  /** What a paragraph is, by its text; a paragraph otherwise. */
  readonly kindOf?: (paragraph: string) => BlockKind;
  readonly hidden?: (paragraph: string) => boolean;
}

export function testDocument(given: TestDocument): EvidenceDocument {
  const paged = given.paged ?? true;
  const pages = pagesOf(given, paged);
  const blocks: Block[] = [];
  for (const page of pages) {
    for (const match of given.text.slice(page.start, page.end).matchAll(/\S(?:(?!\n\n)[\s\S])*/g)) {
      const text = match[0].trimEnd();
      const kind = given.kindOf?.(text) ?? "paragraph";
      const start = page.start + match.index;
      const line = paged ? 0 : given.text.slice(0, start).split("\n").length;
      const under = blocks.findLastIndex((block) => block.kind === "heading");
      blocks.push({
        kind,
        start,
        end: start + text.length,
        level: kind === "heading" ? 1 : 0,
        parent: kind === "heading" ? -1 : under,
        page: page.number,
        box: [0, 0, 0, 0],
        hidden: given.hidden?.(text) ? "invisible" : "",
        continues: false,
        lineStart: line,
        lineEnd: paged ? 0 : line + text.split("\n").length - 1,
      });
    }
  }
  return {
    sha256: given.sha256 ?? Bun.SHA256.hash(given.text, "hex"),
    title: given.title ?? "A Title",
    path: given.path ?? "/library/a.pdf",
    text: given.text,
    paged,
    pages,
    blocks,
    headings: headingsOf(blocks),
    passages: blocks
      .filter((block) => block.kind !== "furniture" && block.kind !== "heading")
      .map((block) => ({
        kind: "text",
        spans: [{ start: block.start, end: block.end }],
        heading: block.parent,
        firstPage: block.page,
        lastPage: block.page,
      })),
    words: (page) => wordsOf(given.text, pages[page - 1]),
  };
}

/** A corpus whose lexical search proposes the passages that share most words with the quote; or nothing, to test without it. */
export function testCorpus(documents: readonly EvidenceDocument[], proposes = true): VerifyCorpus {
  const passages = documents.flatMap((document, index) =>
    document.passages.map((passage, at) => ({
      ref: { document: index, passage: at },
      words: new Set(passage.spans.flatMap(({ start, end }) => wordSet(document.text.slice(start, end)))),
    })),
  );
  return {
    documents,
    candidates: (quote, limit) => {
      if (!proposes) return [];
      const wanted = wordSet(quote);
      return passages
        .map(({ ref, words }) => ({ ref, shared: wanted.filter((word) => words.has(word)).length }))
        .sort((a, b) => b.shared - a.shared)
        .slice(0, limit)
        .map(({ ref }) => ref);
    },
  };
}

function wordSet(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function pagesOf({ text, labels }: TestDocument, paged: boolean): Page[] {
  const pages: Page[] = [];
  let start = 0;
  for (const piece of paged ? text.split("\f") : [text]) {
    const label = labels?.[pages.length];
    pages.push({
      number: pages.length + 1,
      start,
      end: start + piece.length,
      ...(label === undefined ? {} : { label }),
      width: paged ? 600 : 0,
      height: paged ? 800 : 0,
      status: "text",
    });
    start += piece.length + 1;
  }
  return pages;
}

function wordsOf(text: string, page: Page | undefined): PageWords {
  const starts: number[] = [];
  const ends: number[] = [];
  const boxes: number[] = [];
  if (page !== undefined && page.width > 0) {
    let line = 0;
    let at = page.start;
    for (const row of text.slice(page.start, page.end).split("\n")) {
      for (const match of row.matchAll(/\S+/g)) {
        starts.push(at + match.index);
        ends.push(at + match.index + match[0].length);
        boxes.push(10 * match.index, 20 * line, 10 * (match.index + match[0].length), 20 * line + 12);
      }
      at += row.length + 1;
      line++;
    }
  }
  return { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends), boxes: Float32Array.from(boxes) };
}
