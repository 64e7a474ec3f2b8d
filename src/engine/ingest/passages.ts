import type { Block, Page, ParsedDocument, Passage, PassageKind, Span } from "../document.ts";
import { packUnits } from "./passages-pack.ts";
import { unitsOf } from "./passages-units.ts";

/**
 * Cuts a document into what search ranks. A passage lies under one heading and on one page, unless its last paragraph runs on over the
 * page; it is near 200 tokens and never above 450. Tables and code stay whole with the sentence or caption that leads in; a
 * table too long is cut between rows, and each part has the header row again (so spans may repeat earlier text). Hidden text and tables of
 * contents are in no passage; running heads have one each, of kind `furniture`, behind all others.
 */
export function makePassages(document: Pick<ParsedDocument, "text" | "pages" | "blocks">): Passage[] {
  const { text, blocks } = document;
  const pageOf = pageFinder(document.pages);
  const hidden = hiddenSpans(blocks);
  const finish = (kind: PassageKind, spans: readonly Span[], heading: number): Passage[] => {
    const visible = joinSpans(text, subtract(spans, hidden));
    const first = visible[0];
    const last = visible.at(-1);
    if (first === undefined || last === undefined) return [];
    return [{ kind, spans: visible, heading, firstPage: pageOf(first.start), lastPage: pageOf(last.end - 1) }];
  };

  const body = packUnits(text, unitsOf(document), pageOf).flatMap((pack) =>
    finish(pack.kind, pack.spans, pack.heading),
  );
  const bare = bareHeadings(blocks, body).flatMap((index) => {
    const block = blocks[index];
    return block === undefined ? [] : finish("text", [{ start: block.start, end: block.end }], index);
  });
  const inOrder = [...body, ...bare].sort((a, b) => startOf(a) - startOf(b));
  return [...inOrder, ...furniture(document).flatMap((span) => finish("furniture", [span], -1))];
}

/** What a passage says: its spans, joined by line ends. */
export function passageText(text: string, passage: Passage): string {
  return passage.spans.map((span) => text.slice(span.start, span.end)).join("\n");
}

/** What the embedding model reads: the heading path, then the text with the lines of a paragraph joined (and words cut at a line end). */
export function embeddingText(heading: readonly string[], text: string): string {
  const joined = text.replace(/\u00ad\n?/g, "").replace(/(\p{Ll})[-\u2010]\n(?=\p{Ll})/gu, "$1");
  const body = joined
    .split("\n\n")
    .map((paragraph) =>
      paragraph
        .split("\n")
        .map((line) => line.trim())
        .join(" "),
    )
    .join("\n\n");
  return heading.length === 0 ? body : `${heading.join(" > ")}\n${body}`;
}

/**
 * Headings that no passage stands for. One with text of its own, or whose first text below is on the same page, is found by that passage's
 * heading path; the others become passages themselves, so that a search for their words lands on their page.
 */
function bareHeadings(blocks: readonly Block[], passages: readonly Passage[]): number[] {
  const carried = new Set<number>();
  for (const passage of passages) {
    for (let at = passage.heading; at >= 0; ) {
      const block = blocks[at];
      if (block === undefined || block.parent >= at) break;
      if (block.page === passage.firstPage) carried.add(at);
      at = block.parent;
    }
  }
  return [...blocks.keys()].filter((index) => {
    const block = blocks[index];
    return block?.kind === "heading" && block.hidden === "" && block.end > block.start && !carried.has(index);
  });
}

/** The first place of each running head or foot; page numbers in it do not make it another one. */
function furniture(document: Pick<ParsedDocument, "text" | "blocks">): Span[] {
  const seen = new Map<string, Span>();
  for (const block of document.blocks) {
    if (block.kind !== "furniture" || block.hidden !== "") continue;
    const key = document.text
      .slice(block.start, block.end)
      .replace(/\p{Nd}+/gu, "#")
      .replace(/\s+/g, " ")
      .trim();
    if (key !== "" && !seen.has(key)) seen.set(key, { start: block.start, end: block.end });
  }
  return [...seen.values()];
}

function pageFinder(pages: readonly Page[]): (offset: number) => number {
  return (offset) => {
    let low = 0;
    let high = pages.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pages[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return pages[low]?.number ?? 1;
  };
}

function hiddenSpans(blocks: readonly Block[]): Span[] {
  return blocks.filter((block) => block.hidden !== "" && block.end > block.start);
}

/** `spans` without what `holes` (ascending) cover. */
function subtract(spans: readonly Span[], holes: readonly Span[]): Span[] {
  if (holes.length === 0) return [...spans];
  return spans.flatMap((span) => {
    const parts: Span[] = [];
    let start = span.start;
    for (let at = firstEndingAfter(holes, span.start); at < holes.length; at++) {
      const hole = holes[at];
      if (hole === undefined || hole.start >= span.end) break;
      if (hole.start > start) parts.push({ start, end: hole.start });
      start = Math.max(start, hole.end);
    }
    if (start < span.end) parts.push({ start, end: span.end });
    return parts;
  });
}

function firstEndingAfter(holes: readonly Span[], offset: number): number {
  let low = 0;
  let high = holes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((holes[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Spans with only line ends between them become one; what is left is without white space at its ends. */
function joinSpans(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && span.start >= last.end && /^\n*$/.test(text.slice(last.end, span.start))) {
      joined[joined.length - 1] = { start: last.start, end: span.end };
    } else if (text.slice(span.start, span.end).trim() !== "") {
      joined.push(span);
    }
  }
  return joined;
}

function startOf(passage: Passage): number {
  // The last span is never a repeated header row.
  return passage.spans.at(-1)?.start ?? 0;
}
