import { type FoldedText, fold } from "../../foundation/text/fold.ts";
import type { Block, Span } from "../document.ts";
import type { EvidenceDocument } from "./corpus.ts";

/** What a reader reads: the text without running heads and feet, tables of contents and hidden text. */
export interface ReadableText extends FoldedText {
  /** What was left out, ascending. In `raw` these ranges are blank, so that offsets stay canonical. */
  readonly skipped: readonly Span[];
}

/** The readable text of a document, folded. Offsets are canonical; a quote that runs on over a page foot is in one piece. */
export function readableText(document: Pick<EvidenceDocument, "text" | "blocks">): ReadableText {
  const skipped = ascending(document.blocks.filter(isSkipped));
  const view = fold(blank(document.text, skipped));
  return {
    raw: view.raw,
    folded: view.folded,
    skipped,
    toCanonical: (span) => view.toCanonical(span),
    toFolded: (span) => view.toFolded(span),
  };
}

/** `span` without the skipped ranges inside it, each piece without white space at its ends. */
export function readablePieces(text: ReadableText, span: Span): readonly Span[] {
  const pieces: Span[] = [];
  let start = span.start;
  for (const skip of text.skipped) {
    if (skip.end <= start) continue;
    if (skip.start >= span.end) break;
    pieces.push({ start, end: skip.start });
    start = skip.end;
  }
  pieces.push({ start, end: span.end });
  return pieces.map((piece) => trimmed(text.raw, piece)).filter((piece) => piece.start < piece.end);
}

function isSkipped(block: Block): boolean {
  return block.kind === "furniture" || block.kind === "toc" || block.hidden !== "";
}

/** Merged, since a hidden block may hold others. */
function ascending(blocks: readonly Block[]): Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of [...blocks].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Line ends in place of what is skipped: a word parted by a page foot joins as at any line end. */
function blank(text: string, skipped: readonly Span[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of skipped) {
    pieces.push(text.slice(at, start), "\n".repeat(end - start));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

function trimmed(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end);
  return {
    start: start + (piece.length - piece.trimStart().length),
    end: end - (piece.length - piece.trimEnd().length),
  };
}
