import type { Block, Page, ParsedDocument, Passage, PassageKind, Span } from "../document.ts";
import { MAX_TOKENS, TARGET_TOKENS } from "./passages-split.ts";
import { type Unit, unitsOf } from "./passages-units.ts";

/** A passage below this takes a neighbour in, even when both together pass the target. */
const TINY_TOKENS = 60;

/**
 * Cuts a document into what search ranks. A passage lies under one heading and on one page, unless its last paragraph runs on over the
 * page; it is near TARGET_TOKENS and never above MAX_TOKENS. Tables and code stay whole with the sentence or caption that leads in; a
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

interface Pack {
  readonly kind: PassageKind;
  readonly spans: Span[];
  readonly heading: number;
}

/** Joins units in order while they stand under one heading on one page and fit. */
function packUnits(text: string, units: readonly Unit[], pageOf: (offset: number) => number): Pack[] {
  const packs: Pack[] = [];
  let current: Unit[] = [];
  const close = (): void => {
    const first = current[0];
    if (first === undefined) return;
    packs.push({ kind: kindOf(current), spans: current.flatMap((unit) => unit.spans), heading: first.heading });
    current = [];
  };
  for (const [index, unit] of units.entries()) {
    if (!fits(unit, units[index + 1])) close();
    current.push(unit);
  }
  close();
  return packs;

  function fits(unit: Unit, next: Unit | undefined): boolean {
    const last = current.at(-1);
    const first = current[0];
    if (last === undefined || first === undefined) return true;
    if (unit.opens || unit.heading !== last.heading) return false;
    // What runs over the page ends its passage, so that a passage names at most the page its last paragraph began on and the next.
    if (lastOffset(last) !== undefined && pageOf(firstOffset(unit)) !== pageOf(firstOffset(first))) return false;
    if (pageOf(lastOffset(last)) !== pageOf(firstOffset(last))) return false;
    const tokens = current.reduce((sum, each) => sum + each.tokens, 0);
    const together = tokens + unit.tokens;
    if (together > MAX_TOKENS) return false;
    // A sentence that leads in goes with what it announces: look one unit ahead and leave it to the next passage if that is where its table goes.
    if (leadsIn(text, last, unit)) return true;
    if (next !== undefined && !next.opens && leadsIn(text, unit, next) && together + next.tokens > MAX_TOKENS) {
      return unit.tokens + next.tokens > MAX_TOKENS && together <= TARGET_TOKENS;
    }
    // A table of some size stands for itself.
    if ([last, unit].some((each) => each.kind === "table" && each.tokens >= TINY_TOKENS)) return false;
    return together <= TARGET_TOKENS * 1.1 || tokens < TINY_TOKENS;
  }
}

/** True when `unit` belongs to `before`: a caption beside its table, a list or code after "as follows:". */
function leadsIn(text: string, before: Unit, unit: Unit): boolean {
  if (before.caption) return unit.kind === "table" || unit.kind === "code";
  if (unit.caption) return before.kind === "table" || before.kind === "code";
  if (before.kind !== "text" || unit.kind === "text") return false;
  const end = lastOffset(before) + 1;
  return /[:：]\s*$/.test(text.slice(Math.max(0, end - 8), end)) || unit.kind === "table";
}

function kindOf(units: readonly Unit[]): PassageKind {
  if (units.some((unit) => unit.kind === "table")) return "table";
  const code = units.filter((unit) => unit.kind === "code").reduce((sum, unit) => sum + unit.tokens, 0);
  const all = units.reduce((sum, unit) => sum + unit.tokens, 0);
  return code * 2 > all ? "code" : "text";
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

function firstOffset(unit: Unit): number {
  return unit.spans.at(-1) === undefined ? 0 : (unit.spans[0]?.start ?? 0);
}

function lastOffset(unit: Unit): number {
  return (unit.spans.at(-1)?.end ?? 1) - 1;
}
