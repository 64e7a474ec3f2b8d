import type { Span } from "../document.ts";
import { blocksOf, type NumberedBlock } from "./blocks.ts";
import type { LeafBlock, ListItem, MarkdownElement, MarkdownOutline } from "./element.ts";
import { frontMatterEnd } from "./front-matter.ts";
import { hashOfPieces, xxh64 } from "./hash.ts";
import { type NormalText, normalText } from "./lines.ts";
import { numberBlocks } from "./numbering.ts";
import { ownSpans } from "./own-text.ts";
import { headingTitle } from "./title.ts";

/** The elements of a Markdown text (without its byte order mark), with pointers, hashes and lines; see element.ts for what they mean. */
export function outlineOf(text: string): MarkdownOutline {
  const normal = normalText(text);
  const { source } = normal;
  const front = frontMatterEnd(source);
  const body =
    front === 0 ? 0 : Math.min(source.length, front + (source.slice(front).indexOf("\n") + 1 || source.length));
  const blocks = blocksOf(source, body, source.length, true);
  const { pointers, reserved } = numberBlocks(
    blocks,
    source.length,
    (start, end) => blocksOf(source, start, end, false).numbered,
  );
  const builder = new OutlineBuilder(text, normal);
  if (front > 0) builder.add({ kind: "front_matter", start: 0, end: front, inside: false }, "frontmatter");
  for (const block of blocks.numbered) {
    const pointer = pointers.get(block);
    if (pointer !== undefined) builder.add(block, pointer);
  }
  const leaves: LeafBlock[] = [];
  if (front > 0) leaves.push({ kind: "FrontMatter", start: 0, end: normal.original(front), containers: [] });
  for (const leaf of blocks.leaves)
    leaves.push({ ...leaf, start: normal.original(leaf.start), end: normal.original(leaf.end) });
  return { elements: builder.finish(), reserved, leaves };
}

interface OpenHeading {
  readonly index: number;
  readonly level: number;
  readonly path: string;
}

class OutlineBuilder {
  private readonly text: string;
  private readonly normal: NormalText;
  private readonly elements: MarkdownElement[] = [];
  private readonly open: OpenHeading[] = [];
  private readonly places = new Map<NumberedBlock, number>();

  constructor(text: string, normal: NormalText) {
    this.text = text;
    this.normal = normal;
  }

  add(block: NumberedBlock, pointer: string): void {
    const span = this.span(block);
    const own = block.item === undefined ? [span] : ownSpans(this.normal.source, block).map((each) => this.span(each));
    const selfHash = hashOfPieces(own.map((each) => this.slice(each)));
    const whole = own.length === 1 && own[0]?.start === span.start && own[0].end === span.end;
    const element: MarkdownElement = {
      ...span,
      kind: block.kind,
      pointer,
      selfHash,
      subtreeHash: whole || block.kind === "heading" ? selfHash : xxh64(this.slice(span)),
      own,
      subtree: span,
      lineStart: this.normal.line(block.start),
      lineEnd: this.normal.line(Math.max(block.start, block.end - 1)),
      headingPath: block.kind === "heading" ? "" : (this.open.at(-1)?.path ?? null),
      ...(block.item === undefined ? {} : { item: this.item(block, block.item) }),
    };
    if (block.item !== undefined) this.places.set(block, this.elements.length);
    this.elements.push(block.kind === "heading" ? this.openHeading(element, block.level ?? 1) : element);
  }

  finish(): readonly MarkdownElement[] {
    this.closeHeadings(0, this.text.length);
    return this.elements;
  }

  private openHeading(element: MarkdownElement, level: number): MarkdownElement {
    this.closeHeadings(level, element.start);
    const title = headingTitle(this.slice(element));
    const above = this.open.at(-1)?.path;
    const path = above === undefined ? title : `${above} > ${title}`;
    this.open.push({ index: this.elements.length, level, path });
    return { ...element, headingPath: path, level, title };
  }

  /** A section ends where the next heading of its level or a higher one begins. */
  private closeHeadings(level: number, end: number): void {
    for (let last = this.open.at(-1); last !== undefined && last.level >= level; last = this.open.at(-1)) {
      const heading = this.elements[last.index];
      this.open.pop();
      if (heading === undefined || end === heading.end) continue;
      const subtree = { start: heading.start, end };
      this.elements[last.index] = { ...heading, subtree, subtreeHash: xxh64(this.slice(subtree)) };
    }
  }

  private item(
    block: NumberedBlock,
    { parent, depth, list, markStart, markEnd }: NonNullable<NumberedBlock["item"]>,
  ): ListItem {
    const { source } = this.normal;
    return {
      parent: parent === undefined ? -1 : (this.places.get(parent) ?? -1),
      depth,
      indent: source.slice(block.start, markStart).replace(/[^ \t]/g, " "),
      marker: source.charAt(markEnd - 1),
      list,
    };
  }

  private span({ start, end }: Span): Span {
    return { start: this.normal.original(start), end: this.normal.original(end) };
  }

  private slice({ start, end }: Span): string {
    return this.text.slice(start, end);
  }
}
