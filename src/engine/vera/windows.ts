import type { Block, ParsedDocument, Passage, Span } from "../document.ts";

export interface WindowSize {
  /** Words in a chunk at most. */
  readonly size: number;
  /** Words that a chunk repeats of the one before it, where one runs on into the next. */
  readonly overlap: number;
}

/** A block as VERA's chunker looks at it. A heading has words only where these belong into the text. */
export interface WindowBlock {
  readonly kind: "heading" | "table" | "text";
  /** Index of the block in its document. */
  readonly block: number;
  readonly page: number;
  readonly words: readonly Span[];
}

interface Word extends Span {
  readonly block: number;
}

interface Window {
  /** The heading block that it stands under; −1 when none. */
  readonly heading: number;
  readonly page: number;
  readonly words: readonly Word[];
}

/**
 * VERA's sliding window (`heading_block_sliding_window`): a chunk stays on one page and under one heading, and begins anew before
 * a table; a block longer than a chunk is cut by itself, and what else does not fit goes on in the next chunk behind the last words of the one before.
 */
export function slidingWindows(blocks: readonly WindowBlock[], { size, overlap }: WindowSize): Window[] {
  const kept = Math.min(overlap, size - 1);
  const windows: Window[] = [];
  let [heading, page] = [-1, 0];
  let open: Word[] = [];
  const emit = (words: readonly Word[]): void => {
    if (words.length > 0) windows.push({ heading, page, words });
  };
  const flush = (): void => {
    emit(open);
    open = [];
  };
  for (const block of blocks) {
    if (block.page !== page || block.kind !== "text") flush();
    page = block.page;
    if (block.kind === "heading") heading = block.block;
    const words = block.words.map((span) => ({ ...span, block: block.block }));
    if (words.length > size) {
      flush();
      for (let at = 0; at === 0 || at + kept < words.length; at += size - kept) emit(words.slice(at, at + size));
      continue;
    }
    if (open.length + words.length > size) {
      const carried = kept === 0 ? [] : open.slice(-kept);
      flush();
      open = carried;
    }
    open.push(...words);
    while (open.length > size) {
      emit(open.slice(0, size));
      open = open.slice(size - kept);
    }
  }
  flush();
  return windows;
}

/** A document cut as VERA cuts it. Words keep what stands between them, so tables and code keep their lines. */
export function windowPassages(
  { text, blocks, paged }: Pick<ParsedDocument, "text" | "blocks" | "paged">,
  size: WindowSize,
): Passage[] {
  const units = [...blocks.entries()].flatMap(([index, block]) => {
    if (block.hidden !== "" || UNCUT.has(block.kind)) return [];
    const kind = block.kind === "heading" || block.kind === "table" ? block.kind : "text";
    // As VERA has it, Markdown's headings are text too, those of pages only paths.
    const words = kind === "heading" && paged ? [] : wordsOf(text, block);
    return [{ kind, block: index, page: block.page, words } as const];
  });
  return slidingWindows(units, size).map(({ heading, page, words }) => ({
    kind: words.every(({ block }) => blocks[block]?.kind === "table") ? "table" : "text",
    spans: spansOf(words),
    heading,
    firstPage: page,
    lastPage: page,
  }));
}

/** Rows and cells are their table's; running heads and tables of contents answer no question. */
const UNCUT: ReadonlySet<Block["kind"]> = new Set(["row", "cell", "furniture", "toc"]);

function wordsOf(text: string, { start, end }: Span): Span[] {
  return Array.from(text.slice(start, end).matchAll(/\S+/g), ({ index, 0: word }) => ({
    start: start + index,
    end: start + index + word.length,
  }));
}

/** One span for the words of a block that follow each other. */
function spansOf(words: readonly Word[]): Span[] {
  const spans: { start: number; end: number; block: number }[] = [];
  for (const { start, end, block } of words) {
    const last = spans.at(-1);
    if (last?.block === block) last.end = end;
    else spans.push({ start, end, block });
  }
  return spans.map(({ start, end }) => ({ start, end }));
}
