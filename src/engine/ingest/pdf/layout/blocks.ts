import { median } from "./geometry.ts";
import type { Line } from "./lines.ts";

/** Lines that belong together. */
export interface LineBlock {
  readonly kind: "paragraph" | "list" | "code" | "caption" | "table";
  readonly lines: readonly Line[];
  /** Lists: nesting from 1. */
  readonly level: number;
}

const BULLET = /^[•◦▪▫●○■□‣⁃∙·➢➤✓❑*–—-]$/;
const NUMBER = /^(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{2,5})[.)]|\[\d{1,3}\])$/;
const CAPTION =
  /^(?:(?:Fig(?:ure|\.)|FIG(?:URE|\.)|Table|TABLE|Listing|Algorithm|Scheme|Abbildung|Tabelle|Рис(?:унок|\.)|Таблица)\s*(?:\d|[A-Z]\.\d|[IVX]+\b)[\dA-Z.-]*\s*(?:[.:—|-]|$|\p{Lu})|(?:図|表|图|圖|그림)\s*[\d０-９])/u;

/** Parts the lines of one column into paragraphs, list entries, code and captions by spacing, indent, size and bullets. */
export function blocksOf(lines: readonly Line[]): LineBlock[] {
  const shape = shapeOf(lines);
  const groups: Line[][] = [];
  for (const [at, line] of lines.entries()) {
    const group = groups.at(-1);
    if (group === undefined || startsBlock(line, lines[at - 1], group, shape)) groups.push([line]);
    else group.push(line);
  }
  return withLevels(groups.map(blockOf));
}

interface Shape {
  readonly left: number;
  readonly right: number;
  /** Baseline to baseline, points. */
  readonly leading: number;
}

function shapeOf(lines: readonly Line[]): Shape {
  const text = lines.filter((line) => line.table === undefined);
  const steps = text.slice(1).map((line, at) => line.base - (text[at] as Line).base);
  const size = median(text.map((line) => line.size));
  const close = steps.filter((step) => step > 0.8 * size && step < 2.2 * size);
  return {
    left: quantile(
      text.map((line) => line.x0),
      0.05,
    ),
    right: quantile(
      text.map((line) => line.x1),
      0.95,
    ),
    leading: close.length > 0 ? median(close) : 1.2 * size,
  };
}

function startsBlock(line: Line, before: Line | undefined, group: readonly Line[], shape: Shape): boolean {
  if (before === undefined || line.table !== undefined || before.table !== undefined) return true;
  const step = line.base - before.base;
  const size = Math.max(line.size, before.size);
  // Fractions, limits and other pieces of one formula.
  if (step >= 0 && step < 0.75 * size) return false;
  if (line.mono && before.mono) return step > 3 * size || step < 0 || Math.abs(line.size - before.size) > 0.1 * size;
  if (line.mono !== before.mono && isApartCode(line, before, shape)) return true;
  if (step <= 0 || step > Math.max(1.25 * Math.min(shape.leading, 2 * size), 1.3 * size)) return true;
  if (Math.max(line.size, before.size) > 1.12 * Math.min(line.size, before.size)) {
    const letters = (one: Line): number => one.words.reduce((sum, word) => sum + word.text.length, 0);
    if (letters(line) > 3 && letters(before) > 3) return true;
  }
  if (line.bold !== before.bold && (before.x1 < shape.right - 2 * size || isSentenceEnd(before))) return true;
  const first = group[0] as Line;
  if (startsWithMark(line)) {
    const isEntry = markOf(first) !== undefined;
    if (isEntry ? Math.abs(line.x0 - first.x0) < 2.5 * size || line.x0 > first.x0 : line.x0 > shape.left + 0.5 * size)
      return true;
    if (before.x1 < shape.right - 0.15 * (shape.right - shape.left)) return true;
  }
  if (markOf(first) !== undefined) {
    if (isCentred(line, before) && line.bold && first.bold) return false;
    if (group.length === 1 && before.x1 > shape.right - 2 * size && !isSentenceEnd(before)) return false;
    const isHanging = group.length > 1 && before.x0 > first.x0 + 0.5 * size;
    return line.x0 < Math.min(before.x0, first.x0) - 0.5 * size || (isHanging && line.x0 <= first.x0 + 0.3 * size);
  }
  const indent = line.x0 - before.x0;
  if (indent > 0.7 * size && indent < 6 * size && before.x0 < shape.left + 0.5 * size && !isCentred(line, before)) {
    // A first-line indent; hanging entries (bibliographies) indent their second line instead.
    return group.length > 1 || isSentenceEnd(before);
  }
  if (indent < -0.7 * size && group.length > 1 && !isCentred(line, before)) return true;
  const width = shape.right - shape.left;
  return before.x1 < shape.right - 0.25 * width && isSentenceEnd(before) && !isCentred(line, before);
}

/** Typewriter lines that stand alone are code; a line of running text may happen to hold only typewriter words. */
function isApartCode(line: Line, before: Line, shape: Shape): boolean {
  const runsOn =
    before.x1 > shape.right - 2 * line.size && !isSentenceEnd(before) && Math.abs(line.x0 - before.x0) < 2 * line.size;
  const code = line.mono ? line : before;
  return !runsOn && (code.x0 > shape.left + code.size || code.words.length > 1);
}

function isCentred(line: Line, before: Line): boolean {
  return (
    Math.abs(line.x0 + line.x1 - before.x0 - before.x1) < 0.6 * line.size &&
    Math.abs(line.x0 - before.x0) > 0.5 * line.size
  );
}

function isSentenceEnd(line: Line): boolean {
  return /[.!?:;。！？…]["'”’)\]]*$/.test(line.words.at(-1)?.text ?? "");
}

function markOf(line: Line): string | undefined {
  const text = line.words[0]?.text ?? "";
  return line.words.length > 1 && (BULLET.test(text) || NUMBER.test(text)) ? text : undefined;
}

function startsWithMark(line: Line): boolean {
  return markOf(line) !== undefined;
}

function blockOf(lines: Line[]): LineBlock {
  const first = lines[0] as Line;
  if (first.table !== undefined) return { kind: "table", lines, level: 0 };
  if (lines.every((line) => line.mono)) return { kind: "code", lines, level: 0 };
  const opening = first.words
    .slice(0, 6)
    .map((word) => word.text)
    .join(" ");
  if (lines.length <= 20 && CAPTION.test(opening)) return { kind: "caption", lines, level: 0 };
  const mark = markOf(first);
  const isList = mark !== undefined && !(first.bold && lines.every((line) => line.bold));
  return { kind: isList ? "list" : "paragraph", lines, level: isList ? 1 : 0 };
}

/** Nesting of list entries that follow each other, by their indent. */
function withLevels(blocks: readonly LineBlock[]): LineBlock[] {
  let indents: number[] = [];
  return blocks.map((block) => {
    const { x0, size } = block.lines[0] as Line;
    if (block.kind !== "list") {
      if (x0 <= (indents[0] ?? Infinity)) indents = [];
      return block;
    }
    indents = indents.filter((indent) => indent < x0 - 0.5 * size);
    indents.push(x0);
    return { ...block, level: indents.length };
  });
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * Math.max(0, values.length - 1))] ?? 0;
}
