import type { Block, ParsedDocument, Span } from "../document.ts";
import { MAX_TOKENS, splitLines, splitProse, TARGET_TOKENS } from "./passages-split.ts";
import { estimateTokens } from "./passages-tokens.ts";

type Content = Pick<ParsedDocument, "text" | "blocks">;

/** What is kept together: a paragraph with what runs on over the page, a list item, a table with its caption, a piece of code. */
export interface Unit {
  readonly kind: "text" | "list" | "table" | "code";
  readonly spans: Span[];
  readonly heading: number;
  tokens: number;
  /** True after a heading (or at the start): nothing before it belongs to the same section. */
  readonly opens: boolean;
  /** A caption looks for the table or picture beside it. */
  readonly caption: boolean;
}

/** The units of a document in reading order; hidden text, furniture and tables of contents are left out. */
export function unitsOf(document: Content): Unit[] {
  const units: Unit[] = [];
  let opens = true;
  for (const [index, block] of document.blocks.entries()) {
    if (block.kind === "heading" && block.hidden === "") opens = true;
    if (!isBody(block)) continue;
    const kind = unitKind(block);
    const previous = units.at(-1);
    if (block.continues && kind !== "table" && previous?.kind === kind && !opens) {
      previous.spans.push({ start: block.start, end: block.end });
      previous.tokens += estimateTokens(document.text, block.start, block.end);
      continue;
    }
    for (const spans of kind === "table"
      ? tableParts(document, index, block)
      : [[{ start: block.start, end: block.end }]]) {
      units.push({
        kind,
        spans,
        heading: headingOf(document.blocks, block),
        tokens: tokensOf(document.text, spans),
        opens,
        caption: block.kind === "caption",
      });
      opens = false;
    }
  }
  return units.flatMap((unit) => splitLong(document.text, unit));
}

function tokensOf(text: string, spans: readonly Span[]): number {
  return spans.reduce((sum, span) => sum + estimateTokens(text, span.start, span.end), 0);
}

function isBody(block: Block): boolean {
  switch (block.kind) {
    case "heading":
    case "row":
    case "cell":
    case "furniture":
    case "toc":
      return false;
    default:
      return block.hidden === "" && block.end > block.start;
  }
}

function unitKind(block: Block): Unit["kind"] {
  if (block.kind === "table" || block.kind === "code" || block.kind === "list") return block.kind;
  return "text";
}

function headingOf(blocks: readonly Block[], block: Block): number {
  let at = block.parent;
  while (at >= 0) {
    const parent = blocks[at];
    if (parent === undefined || parent.parent >= at) return -1;
    if (parent.kind === "heading" && parent.hidden === "") return at;
    at = parent.parent;
  }
  return -1;
}

/** A table whole where it fits; else groups of rows, each with the header row again, so that a cell keeps the name of its column. */
function tableParts(document: Content, index: number, table: Block): Span[][] {
  const whole = { start: table.start, end: table.end };
  if (estimateTokens(document.text, table.start, table.end) <= MAX_TOKENS) return [[whole]];
  const rows: Span[] = [];
  for (let at = index + 1; at < document.blocks.length; at++) {
    const block = document.blocks[at];
    if (block === undefined || block.start >= table.end) break;
    if (block.kind === "row" && block.parent === index) rows.push({ start: block.start, end: block.end });
  }
  const [header, ...body] = rows;
  if (header === undefined || body.length === 0) return splitLines(document.text, whole).map((span) => [span]);
  const headerTokens = estimateTokens(document.text, header.start, header.end);
  const repeated = headerTokens <= TARGET_TOKENS / 2 ? [header] : [];
  const parts: Span[][] = repeated.length > 0 ? [] : splitRow(document.text, header).map((span) => [span]);
  const room = TARGET_TOKENS * 1.5 - (repeated.length > 0 ? headerTokens : 0);
  let group: Span | undefined;
  let tokens = 0;
  for (const row of body.flatMap((span) => splitRow(document.text, span))) {
    const size = estimateTokens(document.text, row.start, row.end);
    if (group !== undefined && tokens + size > room) {
      parts.push(part(group, tokens));
      group = undefined;
      tokens = 0;
    }
    group = { start: group?.start ?? row.start, end: row.end };
    tokens += size;
  }
  if (group !== undefined) parts.push(part(group, tokens));
  return parts;

  function part(rows: Span, size: number): Span[] {
    return headerTokens + size <= MAX_TOKENS ? [...repeated, rows] : [rows];
  }
}

function splitRow(text: string, row: Span): Span[] {
  return estimateTokens(text, row.start, row.end) <= TARGET_TOKENS * 1.5 ? [row] : splitProse(text, row);
}

/** A paragraph, item or code longer than a passage may be, cut into units of its own. */
function splitLong(text: string, unit: Unit): Unit[] {
  if (unit.tokens <= MAX_TOKENS || unit.kind === "table") return [unit];
  const split = unit.kind === "code" ? splitLines : splitProse;
  const parts = unit.spans.flatMap((span) => split(text, span));
  return parts.map((span, index) => ({
    ...unit,
    spans: [span],
    tokens: estimateTokens(text, span.start, span.end),
    opens: unit.opens && index === 0,
  }));
}
