import type { Span } from "../document.ts";
import { type BlockLeaf, blocksOf, type NumberedBlock } from "./blocks.ts";
import type { ElementKind, ListItem } from "./element.ts";
import { frontMatterEnd } from "./front-matter.ts";
import { hashOfPieces, xxh64 } from "./hash.ts";
import { type NormalText, normalText } from "./lines.ts";
import { numberSection, type Section } from "./numbering.ts";
import { ownSpans } from "./own-text.ts";
import { headingTitle } from "./title.ts";

/**
 * What a section of a text is by itself, wherever it stands: a heading with what follows it up to the next heading, or what stands before
 * the first one. Offsets and lines count from its beginning, pointers are without that of the section.
 */
export interface SectionPart {
  /** UTF-16 units. */
  readonly length: number;
  /** Line endings in it. */
  readonly lines: number;
  /** XXH64 of its text, if it has a heading. */
  readonly hash: string;
  /** In document order; the heading comes first. */
  readonly elements: readonly PartElement[];
  readonly reserved: readonly string[];
  readonly leaves: readonly BlockLeaf[];
  /** Containers are numbered from here in `leaves` and `elements`, … */
  readonly firstContainer: number;
  /** … and there are so many. */
  readonly containers: number;
}

export interface PartElement extends Span {
  readonly kind: ElementKind;
  /** "" for the heading. */
  readonly pointer: string;
  readonly selfHash: string;
  /** Of a heading, the hash of itself. */
  readonly subtreeHash: string;
  /** Undefined when it is the element itself. */
  readonly own: readonly Span[] | undefined;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly level?: number;
  readonly title?: string;
  readonly item?: ListItem;
}

/** The sections of a text, or of a piece of one that begins with a heading; only the beginning of a file can have front matter. */
export function readSections(text: string, beginning: boolean): readonly SectionPart[] {
  const normal = normalText(text);
  const { source } = normal;
  const front = beginning ? frontMatterEnd(source) : 0;
  const body = front === 0 ? 0 : lineAfter(source, front);
  const { numbered, tables, containers, leaves } = blocksOf(source, body, source.length, true);
  if (front > 0) {
    numbered.unshift({ kind: "front_matter", start: 0, end: front, inside: false });
    leaves.unshift({ kind: "FrontMatter", start: 0, end: front, containers: [] });
  }
  const parts: SectionPart[] = [];
  let table = 0;
  let leaf = 0;
  const sections = sectionsOf(numbered, source.length);
  for (const [index, section] of sections.entries()) {
    const firstTable = table;
    while ((tables[table] ?? source.length) < section.end) table++;
    const plain =
      table === firstTable ? undefined : blocksOf(source, Math.max(section.start, body), section.end, false).numbered;
    const firstLeaf = leaf;
    while ((leaves[leaf]?.start ?? source.length) < section.end) leaf++;
    const part = new PartBuilder(text, normal, section).build(plain, leaves.slice(firstLeaf, leaf), {
      first: section.heading?.containersBefore ?? 0,
      end: sections[index + 1]?.heading?.containersBefore ?? containers,
    });
    if (part.length > 0 || beginning) parts.push(part);
  }
  return parts;
}

function sectionsOf(blocks: readonly NumberedBlock[], length: number): readonly Section[] {
  const sections: Section[] = [];
  let heading: NumberedBlock | undefined;
  let inside: NumberedBlock[] = [];
  const close = (end: number) => sections.push({ heading, start: heading?.start ?? 0, end, blocks: inside });
  for (const block of blocks) {
    if (block.kind === "heading") {
      close(block.start);
      heading = block;
      inside = [];
    } else inside.push(block);
  }
  close(length);
  return sections;
}

class PartBuilder {
  private readonly text: string;
  private readonly normal: NormalText;
  private readonly section: Section;
  private readonly start: number;
  private readonly firstLine: number;
  private readonly places = new Map<NumberedBlock, number>();

  constructor(text: string, normal: NormalText, section: Section) {
    this.text = text;
    this.normal = normal;
    this.section = section;
    this.start = normal.original(section.start);
    this.firstLine = normal.line(section.start);
  }

  build(
    plain: readonly NumberedBlock[] | undefined,
    leaves: readonly BlockLeaf[],
    containers: { readonly first: number; readonly end: number },
  ): SectionPart {
    const { heading, blocks, end } = this.section;
    const { pointers, reserved } = numberSection(this.section, plain);
    const elements: PartElement[] = [];
    for (const block of heading === undefined ? blocks : [heading, ...blocks]) {
      const pointer = block.kind === "front_matter" ? "frontmatter" : pointers.get(block);
      if (pointer === undefined) continue;
      if (block.item !== undefined) this.places.set(block, elements.length);
      elements.push(this.element(block, pointer));
    }
    const stop = this.normal.original(end);
    return {
      length: stop - this.start,
      lines: this.normal.line(end) - this.firstLine,
      hash: heading === undefined ? "" : xxh64(this.text.slice(this.start, stop)),
      elements,
      reserved: [...reserved],
      leaves: leaves.map((leaf) => ({ ...leaf, ...this.local(leaf) })),
      firstContainer: containers.first,
      containers: containers.end - containers.first,
    };
  }

  private element(block: NumberedBlock, pointer: string): PartElement {
    const span = this.local(block);
    const pieces = block.item === undefined ? [block] : ownSpans(this.normal.source, block);
    const whole = pieces.length === 1 && pieces[0]?.start === block.start && pieces[0].end === block.end;
    const own = whole ? undefined : pieces.map((each) => this.local(each));
    const selfHash = own === undefined ? xxh64(this.slice(span)) : hashOfPieces(own.map((each) => this.slice(each)));
    return {
      start: span.start,
      end: span.end,
      kind: block.kind,
      pointer,
      selfHash,
      subtreeHash: whole ? selfHash : xxh64(this.slice(span)),
      own,
      lineStart: this.normal.line(block.start) - this.firstLine,
      lineEnd: this.normal.line(Math.max(block.start, block.end - 1)) - this.firstLine,
      ...(block.level === undefined ? {} : { level: block.level, title: headingTitle(this.slice(span)) }),
      ...(block.item === undefined ? {} : { item: this.item(block, block.item) }),
    };
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

  private local({ start, end }: Span): Span {
    return { start: this.normal.original(start) - this.start, end: this.normal.original(end) - this.start };
  }

  private slice({ start, end }: Span): string {
    return this.text.slice(this.start + start, this.start + end);
  }
}

function lineAfter(source: string, offset: number): number {
  const end = source.indexOf("\n", offset);
  return end < 0 ? source.length : end + 1;
}
