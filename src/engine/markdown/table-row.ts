import type { Span } from "../document.ts";

/** Where the cells of one line of a table stand, from bar to bar, white space included; and whether it has bars at its ends. */
export interface RowCells {
  readonly cells: readonly Span[];
  readonly leadingBar: boolean;
  readonly trailingBar: boolean;
}

/** Cuts a line of a table at its bars (GFM §4.10). A backslash takes the next character out of the count, inside code spans too. */
export function cutRow(text: string, start: number, end: number): RowCells {
  const from = skipBlanks(text, start, end);
  const to = skipBlanksBack(text, from, end);
  const leadingBar = text.charCodeAt(from) === BAR && from < to;
  const cells: Span[] = [];
  let cell = leadingBar ? from + 1 : from;
  let trailingBar = false;
  for (let at = cell; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === BAR) {
      cells.push({ start: cell, end: at });
      cell = at + 1;
      trailingBar = cell === to;
    }
  }
  if (!trailingBar && cell < to) cells.push({ start: cell, end: to });
  return { cells, leadingBar, trailingBar };
}

export const ALIGNMENTS = ["none", "left", "center", "right"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** The alignments that a delimiter row gives, or undefined when the line is none: only dashes, colons, bars and blanks, with a bar. */
export function delimiterRow(text: string, start: number, end: number): readonly Alignment[] | undefined {
  const alignments: Alignment[] = [];
  const row = cutRow(text, start, end);
  if (row.cells.length === 0 || !(row.leadingBar || row.trailingBar || row.cells.length > 1)) return undefined;
  for (const cell of row.cells) {
    const from = skipBlanks(text, cell.start, cell.end);
    const to = skipBlanksBack(text, from, cell.end);
    const left = text.charCodeAt(from) === COLON;
    const right = to - from > 1 && text.charCodeAt(to - 1) === COLON;
    const dashes = text.slice(left ? from + 1 : from, right ? to - 1 : to);
    if (!/^-+$/.test(dashes)) return undefined;
    alignments.push(left ? (right ? "center" : "left") : right ? "right" : "none");
  }
  return alignments;
}

export function hasBar(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BAR) return true;
    if (code === BACKSLASH) at++;
  }
  return false;
}

export function skipBlanks(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

export function skipBlanksBack(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

const BAR = 0x7c;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
