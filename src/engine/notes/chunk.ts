import { anchorOf } from "../markdown/anchor.ts";
import type { ElementKind, MarkdownElement } from "../markdown/element.ts";
import { outlineOf } from "../markdown/outline.ts";

export interface ChunkSettings {
  /** UTF-8 bytes of a chunk's text. */
  readonly maxBytes: number;
  readonly maxElements: number;
  readonly includeFrontMatter: boolean;
  /** Whether the model reads the headings above a chunk with it; unless said otherwise it does. */
  readonly includeHeadingContext?: boolean;
}

/** Where an element's text stands in its chunk's. */
export interface ChunkElement {
  /** Full anchor. */
  readonly pointer: string;
  readonly kind: ElementKind;
  /** UTF-16 units into the chunk's text, half open. */
  readonly start: number;
  readonly end: number;
  /** Source lines, from 1. */
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** What is found: neighbouring elements of one section, or a piece of one that is too long. */
export interface Chunk {
  readonly text: string;
  /** Titles joined by " > "; null before the first heading. */
  readonly headingPath: string | null;
  readonly elements: readonly ChunkElement[];
  /** A heading without a text of its own: it is found, but is no chunk for those who count them (kb.md §5.2). */
  readonly bare: boolean;
}

/**
 * Cuts a file into chunks by the rules of kb.md §5.2: a new one with each section, and where elements or bytes would be too many. Two things are better here: an element
 * that is too long by itself is split between lines, and a heading with nothing below it can be found.
 */
export function chunksOf(text: string, settings: ChunkSettings): Chunk[] {
  const chunks: Chunk[] = [];
  let open: Piece[] = [];
  let bytes = 0;
  let section: MarkdownElement | undefined;
  let filled = true;
  const close = (): void => {
    if (open.length > 0) chunks.push(joined(open));
    open = [];
    bytes = 0;
  };
  const leave = (): void => {
    close();
    if (!filled && section !== undefined) chunks.push(bareHeading(section));
  };
  for (const element of outlineOf(text).elements) {
    if (element.kind === "heading") {
      leave();
      section = element;
      filled = false;
      continue;
    }
    // Front matter belongs to no section.
    if (element.kind === "front_matter") {
      close();
      if (settings.includeFrontMatter)
        for (const piece of piecesOf(text, element, settings)) chunks.push(joined([piece]));
      continue;
    }
    const pieces = piecesOf(text, element, settings);
    for (const piece of pieces) {
      filled = true;
      if (
        open.length > 0 &&
        (open.length >= settings.maxElements || bytes + 2 + piece.bytes > settings.maxBytes || pieces.length > 1)
      )
        close();
      open.push(piece);
      bytes += piece.bytes + (open.length > 1 ? 2 : 0);
      if (pieces.length > 1) close();
    }
  }
  leave();
  return chunks;
}

interface Piece {
  readonly element: MarkdownElement;
  readonly text: string;
  readonly bytes: number;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** An element's own text, trimmed; several pieces when it is too long, none when it has no text. */
function piecesOf(source: string, element: MarkdownElement, { maxBytes }: ChunkSettings): Piece[] {
  const own = element.own.map(({ start, end }) => source.slice(start, end)).join("\n");
  const text = own.trim();
  if (text === "") return [];
  const { lineStart, lineEnd } = element;
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return [{ element, text, bytes, lineStart, lineEnd }];
  const pieces: Piece[] = [];
  let line = lineStart;
  for (const part of splitLong(text, maxBytes)) {
    const lines = part.split("\n").length - 1;
    const shown = part.trim();
    // Of items with text behind their children the lines are those of the whole.
    const within = element.own.length === 1;
    if (shown !== "")
      pieces.push({
        element,
        text: shown,
        bytes: Buffer.byteLength(shown),
        lineStart: within ? Math.min(line, lineEnd) : lineStart,
        lineEnd: within ? Math.min(part.endsWith("\n") ? line + lines - 1 : line + lines, lineEnd) : lineEnd,
      });
    line += lines;
  }
  return pieces;
}

/** Pieces of at most `maxBytes` that concatenate to `text`, cut behind a line's end, else a space, else anywhere between characters. */
function splitLong(text: string, maxBytes: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (Buffer.byteLength(rest) > maxBytes) {
    // No UTF-16 unit takes more than three bytes.
    let most = Math.min(rest.length, maxBytes);
    while (Buffer.byteLength(rest.slice(0, most)) > maxBytes) most -= Math.max(1, (most / 8) | 0);
    const window = rest.slice(0, most);
    const atLine = window.lastIndexOf("\n") + 1;
    const atSpace = window.lastIndexOf(" ") + 1;
    let cut = atLine > most / 4 ? atLine : atSpace > most / 4 ? atSpace : most;
    if (/[\ud800-\udbff]/.test(rest[cut - 1] ?? "")) cut--;
    pieces.push(rest.slice(0, Math.max(1, cut)));
    rest = rest.slice(Math.max(1, cut));
  }
  return [...pieces, rest];
}

function joined(pieces: readonly Piece[]): Chunk {
  const elements: ChunkElement[] = [];
  let text = "";
  for (const piece of pieces) {
    if (text !== "") text += "\n\n";
    const start = text.length;
    text += piece.text;
    const { element, lineStart, lineEnd } = piece;
    elements.push({ pointer: anchorOf(element), kind: element.kind, start, end: text.length, lineStart, lineEnd });
  }
  return { text, headingPath: pieces.at(-1)?.element.headingPath ?? null, elements, bare: false };
}

function bareHeading(heading: MarkdownElement): Chunk {
  const text = heading.title ?? "";
  const { kind, lineStart, lineEnd, headingPath } = heading;
  const element = { pointer: anchorOf(heading), kind, start: 0, end: text.length, lineStart, lineEnd };
  return { text, headingPath, elements: [element], bare: true };
}
