import type { Page, ParsedDocument, Passage, PassageKind, Span } from "../document.ts";
import { headingOver, headingsOf, pathTo } from "../headings.ts";
import { aligner, type Stretch, spansOf } from "./align.ts";
import type { VeraBlock, VeraChunk, VeraPage } from "./archive.ts";
import { Layout } from "./layout.ts";
import { clean, headingLevel, pagesOf, positive, regionsOf, type SourceBlock, sourceBlocks } from "./source-blocks.ts";
import { wordsOf } from "./tokens.ts";

/** What of an archive its document is made of. */
export interface StoredDocument {
  readonly title: string;
  readonly mediaType: string;
  readonly pages: readonly VeraPage[];
  readonly blocks: readonly VeraBlock[];
  readonly chunks: readonly VeraChunk[];
  /** Pages, from 1, whose text was recognised from a picture. */
  readonly recognised: ReadonlySet<number>;
}

/**
 * The document that an archive tells of, and its passages, one a chunk. The text is that of the stored blocks; a chunk whose words do not stand
 * there one behind the other adds its own text to its page, under the headings that it names.
 */
export function toDocument(stored: StoredDocument): { document: ParsedDocument; passages: Passage[] } {
  const { chunks } = stored;
  const byPage = pagesOfBlocks(stored);
  const align = aligner((page) => wordsOn(byPage, page));
  const found = chunks.map((chunk) =>
    align(wordsOf(chunk.text.toWellFormed()), withinPages(pagesOf(chunk), byPage.length)),
  );
  const placed = placeOwnText(byPage, chunks, found);
  const layout = new Layout();
  for (const blocks of byPage) layout.addPage(blocks);
  const { text } = layout;
  const headings = headingsOf(layout.blocks);
  const byPath = new Map(headings.map(({ block }) => [pathTo(text, headings, block).join(" > "), block]));
  const passages = chunks.map((chunk, at): Passage => {
    const stretches = placed[at] ?? [];
    const spans = spansOf(stretches, layout.pages);
    const page = layout.pages[Math.min(pagesOf(chunk)[0], byPage.length) - 1];
    const nowhere: Span = { start: page?.end ?? 0, end: page?.end ?? 0 };
    const start = spans[0]?.start ?? nowhere.start;
    return {
      kind: kindOf(layout, spans),
      spans: spans.length === 0 ? [nowhere] : spans,
      heading: headingFor(chunk, headingOver(headings, start), (block) => pathTo(text, headings, block), byPath),
      firstPage: stretches[0]?.page ?? Math.min(pagesOf(chunk)[0], byPage.length),
      lastPage: stretches.at(-1)?.page ?? Math.min(pagesOf(chunk)[0], byPage.length),
    };
  });
  return { document: documentOf(stored, layout), passages };
}

/** Blocks by page, from page 1 to the last one that anything tells of. */
function pagesOfBlocks({ pages, blocks, chunks }: StoredDocument): SourceBlock[][] {
  const found = sourceBlocks(pages, blocks, chunks);
  const numbers = [
    ...pages.map(({ page_number }) => page_number),
    ...blocks.map(({ page_number }) => page_number),
    ...chunks.map((chunk) => pagesOf(chunk)[1]),
  ];
  const count = numbers.reduce((most, number) => Math.max(most, number), 1);
  const byPage: SourceBlock[][] = Array.from({ length: count }, () => []);
  for (const block of found) byPage[block.page - 1]?.push(block);
  return byPage;
}

function wordsOn(byPage: readonly (readonly SourceBlock[])[], page: number): string[] {
  return (byPage[page - 1] ?? []).flatMap(({ text }) => wordsOf(text));
}

function withinPages([first, last]: [number, number], count: number): [number, number] {
  return [Math.min(first, count), Math.min(last, count)];
}

/**
 * Adds the text of chunks that were found nowhere to the end of their page, and says where every chunk then stands. A chunk's headings come before it where its
 * path is not the one of the chunk before.
 */
function placeOwnText(byPage: SourceBlock[][], chunks: readonly VeraChunk[], found: readonly Stretch[][]): Stretch[][] {
  const counts = new Map<number, number>();
  const known = new Set<string>();
  let open: readonly string[] = [];
  for (const path of headingPaths(byPage.flat())) known.add(path);
  return chunks.map((chunk, at) => {
    const stretches = found[at] ?? [];
    const text = clean(chunk.text);
    if (stretches.length > 0 || text === "") return stretches;
    const [page] = withinPages(pagesOf(chunk), byPage.length);
    const add = (block: Pick<SourceBlock, "kind" | "text" | "level" | "box" | "lines">): Stretch[] => {
      const first = counts.get(page) ?? wordsOn(byPage, page).length;
      const words = wordsOf(block.text).length;
      counts.set(page, first + words);
      byPage[page - 1]?.push({ page, ...block });
      return words === 0 ? [] : [{ page, first, last: first + words - 1 }];
    };
    const path = headingPath(chunk);
    if (path !== undefined && !known.has(path)) {
      const names = path.split(" > ").map(clean);
      const shared = names.findIndex((name, level) => name !== open[level]);
      for (const [level, name] of names.entries())
        if (level >= shared && shared >= 0 && name !== "")
          add({ kind: "heading", text: name, level: headingLevel(level + 1) });
      open = names;
    }
    return add({ kind: "paragraph", text, level: 0, ...placeOf(chunk, page) });
  });
}

/** The box and the source lines that cover all of a chunk's regions on its page. */
function placeOf(chunk: VeraChunk, page: number): Pick<SourceBlock, "box" | "lines"> {
  const regions = regionsOf(chunk.metadata).filter(({ region }) => region.page === page);
  const boxes = regions.flatMap(({ region }) => region.box ?? []);
  const lines = regions.flatMap(({ region }) => region.lines ?? []);
  const edge = (pick: (...numbers: number[]) => number, side: number): number =>
    pick(...boxes.filter((_, at) => at % 4 === side));
  return {
    ...(boxes.length === 0
      ? {}
      : { box: [edge(Math.min, 0), edge(Math.min, 1), edge(Math.max, 2), edge(Math.max, 3)] }),
    ...(lines.length === 0 ? {} : { lines: [Math.min(...lines), Math.max(...lines)] }),
  };
}

/** The heading that a passage stands under: the one that its chunk names where there is one, else the last one before it. */
function headingFor(
  chunk: VeraChunk,
  before: number,
  pathOf: (heading: number) => string[],
  byPath: ReadonlyMap<string, number>,
): number {
  if (chunk.metadata.heading_path === "") return -1;
  const named = headingPath(chunk);
  if (named === undefined || pathOf(before).join(" > ") === named) return before;
  return byPath.get(named) ?? before;
}

function headingPath({ metadata }: VeraChunk): string | undefined {
  const { heading_path: path } = metadata;
  const tidy = typeof path === "string" ? path.toWellFormed().replace(/\s+/g, " ").trim() : "";
  return tidy === "" ? undefined : tidy;
}

/** The path of every heading among `blocks`. */
function headingPaths(blocks: readonly SourceBlock[]): string[] {
  const open: SourceBlock[] = [];
  return blocks.flatMap((block) => {
    if (block.kind !== "heading") return [];
    while ((open.at(-1)?.level ?? 0) >= block.level) open.pop();
    open.push(block);
    return [open.map(({ text }) => text.replace(/\s+/g, " ")).join(" > ")];
  });
}

/** A passage that lies in one table or one piece of code is of that kind. */
function kindOf({ blocks }: Layout, spans: readonly Span[]): PassageKind {
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return "text";
  const index = blockAt(blocks, first.start);
  const block = blocks[index];
  const whole = block !== undefined && block.end >= last.end;
  return whole && (block.kind === "table" || block.kind === "code") ? block.kind : "text";
}

/** Index of the last block, rows and cells apart, that begins at `offset` or before. */
function blockAt(blocks: readonly { readonly start: number; readonly kind: string }[], offset: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  let at = low - 1;
  while (blocks[at]?.kind === "row" || blocks[at]?.kind === "cell") at--;
  return at;
}

function documentOf(
  { title, mediaType, pages: stored, blocks, chunks, recognised }: StoredDocument,
  layout: Layout,
): ParsedDocument {
  const sizes = new Map(
    chunks
      .flatMap(({ metadata }) => regionsOf(metadata))
      .flatMap(({ region }) => (region.size ? [[region.page, region.size]] : [])),
  );
  for (const { page_number, width, height } of stored)
    if (positive(width) > 0 && positive(height) > 0) sizes.set(page_number, [positive(width), positive(height)]);
  const pictures = new Set(
    blocks.filter(({ block_type }) => block_type === "image").map(({ page_number }) => page_number),
  );
  const pages = layout.pages.map(({ start, end }, at): Page => {
    const number = at + 1;
    const [width, height] = sizes.get(number) ?? [0, 0];
    const place = { number, start, end, width, height };
    if (end > start) return { ...place, status: recognised.has(number) ? "ocr" : "text" };
    if (pictures.has(number))
      return { ...place, status: "image-only", problem: "the archive has pictures of this page, but no text" };
    return { ...place, status: "empty", problem: "the archive has no text of this page" };
  });
  return {
    title,
    mediaType,
    paged: pages.length > 1 || mediaType === "application/pdf" || pages.some(({ width }) => width > 0),
    text: layout.text,
    pages,
    blocks: layout.blocks,
    words: layout.words,
  };
}
