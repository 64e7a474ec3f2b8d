import { GFM, parser } from "@lezer/markdown";
import type { Span } from "../../../engine/document.ts";
import { outlineOf } from "../../../engine/markdown/outline.ts";
import { lastAtMost } from "../../../foundation/text/line-starts.ts";

/** A link, an image or a link reference definition of a Markdown text, with the place of its destination. */
export interface NoteLink {
  /** The destination as it is written, without "<" and ">". */
  readonly destination: string;
  /** Where that stands, in UTF-16 units of the text. */
  readonly span: Span;
  /** Whether it stands between "<" and ">". */
  readonly bracketed: boolean;
  /** From 1. */
  readonly line: number;
}

export interface NoteLinks {
  readonly links: readonly NoteLink[];
  /** Lines that were too long to look into. */
  readonly unread: readonly number[];
}

/** The grammar takes quadratic time on hostile inline text, so it gets no more than this at once. */
const LONGEST_PIECE = 4000;
const PROSE = new Set(["Paragraph", "Table", "LinkReference", "TableRow", "TableHeader"]);
const DEFINITION = /^[ ]{0,3}\[(?:[^\\[\]]|\\.){1,999}\]:\s*(?:<([^<>\n]*)>|([^\s<]\S*))/;

const inline = parser.configure(GFM);

/** The links of a text, in its order. Code and HTML blocks hold none. */
export function linksIn(text: string): NoteLinks {
  const links: NoteLink[] = [];
  const unread: number[] = [];
  const lineAt = lineCounter(text);
  const add = (start: number, end: number): void => {
    const bracketed = text[start] === "<" && text[end - 1] === ">";
    const span = bracketed ? { start: start + 1, end: end - 1 } : { start, end };
    links.push({ destination: text.slice(span.start, span.end), span, bracketed, line: lineAt(start) });
  };
  for (const leaf of outlineOf(text).leaves) {
    if (!PROSE.has(leaf.kind) && !/Heading/.test(leaf.kind)) continue;
    if (leaf.kind === "LinkReference") {
      const found = DEFINITION.exec(text.slice(leaf.start, Math.min(leaf.end, leaf.start + LONGEST_PIECE)));
      const destination = found?.[1] ?? found?.[2];
      if (found === null || destination === undefined) continue;
      const end = leaf.start + found[0].length - (found[1] === undefined ? 0 : 1);
      add(...around(text, end - destination.length, end));
      continue;
    }
    for (const piece of piecesOf(text, leaf)) {
      if (piece.end - piece.start > LONGEST_PIECE) {
        unread.push(lineAt(piece.start));
        continue;
      }
      for (const { start, end } of destinationsIn(text.slice(piece.start, piece.end)))
        add(piece.start + start, piece.start + end);
    }
  }
  return { links, unread };
}

/** A definition's destination with the brackets about it, if there are any. */
function around(text: string, start: number, end: number): [number, number] {
  return text[start - 1] === "<" ? [start - 1, end + 1] : [start, end];
}

/** Pieces of whole lines, as large as may be looked into at once; a longer line is a piece of its own. */
function piecesOf(text: string, { start, end }: Span): Span[] {
  if (end - start <= LONGEST_PIECE) return [{ start, end }];
  const pieces: Span[] = [];
  let from = start;
  let at = start;
  while (at < end) {
    const ending = text.indexOf("\n", at);
    const next = ending < 0 || ending >= end ? end : ending + 1;
    if (next - from > LONGEST_PIECE && at > from) {
      pieces.push({ start: from, end: at });
      from = at;
    }
    at = next;
  }
  return [...pieces, { start: from, end }];
}

function destinationsIn(piece: string): Span[] {
  if (!piece.includes("](")) return [];
  const found: Span[] = [];
  // What is a block elsewhere is looked at as a line of a paragraph: a leading mark would make it something else.
  const shift = 2;
  inline.parse(`x ${piece.replace(/\n[ \t>]*/g, (skipped) => `\n${" ".repeat(skipped.length - 1)}`)}`).iterate({
    enter: (node) => {
      const parent = node.node.parent?.name;
      if (node.name === "URL" && (parent === "Link" || parent === "Image"))
        found.push({ start: node.from - shift, end: node.to - shift });
    },
  });
  return found;
}

/** The line of an offset, for offsets asked in any order. */
function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((ending) => ending.index + ending[0].length)];
  return (offset) => lastAtMost(starts, offset) + 1;
}
