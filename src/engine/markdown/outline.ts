import type { Span } from "../document.ts";
import type { LeafBlock, MarkdownElement, MarkdownOutline } from "./element.ts";
import { xxh64 } from "./hash.ts";
import { type Remembered, sectionsAfter } from "./reread.ts";
import { type PartElement, readSections, type SectionPart } from "./section.ts";

/** Texts from this length on are remembered, so that one read again after an edit costs little. UTF-16 units. */
const WORTH_REMEMBERING = 1 << 16;
/** A text before and after an edit. */
const MOST_REMEMBERED = 2;

const remembered: (Remembered & { readonly outline: MarkdownOutline })[] = [];

/**
 * The elements of a Markdown text (without its byte order mark), with pointers, hashes and lines; see element.ts for what they mean.
 * Of long texts the last two are remembered; what comes out depends on `text` alone.
 */
export function outlineOf(text: string): MarkdownOutline {
  if (text.length < WORTH_REMEMBERING) return assemble(text, readSections(text, true));
  const known = remembered.find((each) => each.text === text);
  if (known !== undefined) return known.outline;
  const sections = sectionsAfter(remembered, text) ?? readSections(text, true);
  const outline = assemble(text, sections);
  remembered.unshift({ text, sections, outline });
  remembered.length = Math.min(remembered.length, MOST_REMEMBERED);
  return outline;
}

/** The outline of a text from its sections, in order. */
export function assemble(text: string, sections: readonly SectionPart[]): MarkdownOutline {
  const builder = new OutlineBuilder(text);
  for (const section of sections) builder.add(section);
  let leaves: readonly LeafBlock[] | undefined;
  const outline = {
    ...builder.finish(),
    get leaves() {
      leaves ??= leavesOf(sections, 0, sections.length);
      return leaves;
    },
  };
  sectionsOf.set(outline, sections);
  return outline;
}

const sectionsOf = new WeakMap<MarkdownOutline, readonly SectionPart[]>();

/** A part of an outline: its elements, from index `from` to before `to`, and its blocks. */
export interface OutlinePart {
  readonly from: number;
  readonly to: number;
  readonly leaves: readonly LeafBlock[];
}

/** The parts in which two outlines differ. What stands before and behind them was taken over from one to the other: it is the same in another place. */
export function differingParts(before: MarkdownOutline, after: MarkdownOutline): readonly [OutlinePart, OutlinePart] {
  const [old, now] = [sectionsOf.get(before) ?? [], sectionsOf.get(after) ?? []];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return [partOf(old, head, old.length - tail), partOf(now, head, now.length - tail)];
}

function partOf(sections: readonly SectionPart[], first: number, end: number): OutlinePart {
  const count = (some: readonly SectionPart[]) => some.reduce((sum, { elements }) => sum + elements.length, 0);
  const from = count(sections.slice(0, first));
  const to = from + count(sections.slice(first, end));
  return { from, to, leaves: leavesOf(sections, first, end) };
}

interface OpenHeading {
  readonly index: number;
  readonly level: number;
  readonly path: string;
  /** Its pointer with a dot; "" for the document. */
  readonly prefix: string;
  children: number;
}

class OutlineBuilder {
  private readonly text: string;
  private readonly elements: MarkdownElement[] = [];
  private readonly reserved = new Set<string>();
  private readonly document: OpenHeading = { index: -1, level: 0, path: "", prefix: "", children: 0 };
  private readonly open: OpenHeading[] = [];
  private start = 0;
  private line = 1;
  private containers = 0;

  constructor(text: string) {
    this.text = text;
  }

  add(section: SectionPart): void {
    const [first] = section.elements;
    if (first?.level !== undefined) this.openHeading(first, first.level, first.title ?? "", section.hash);
    const { prefix } = this.open.at(-1) ?? this.document;
    const path = this.open.at(-1)?.path ?? null;
    const firstIndex = this.elements.length - (first?.level === undefined ? 0 : 1);
    const list = this.containers - section.firstContainer;
    for (const element of section.elements)
      if (element.level === undefined) this.elements.push(this.element(element, prefix, path, firstIndex, list));
    for (const pointer of section.reserved) this.reserved.add(prefix + pointer);
    this.start += section.length;
    this.line += section.lines;
    this.containers += section.containers;
  }

  finish(): Omit<MarkdownOutline, "leaves"> {
    this.closeHeadings(0);
    return { elements: this.elements, reserved: this.reserved };
  }

  private element(
    part: PartElement,
    prefix: string,
    headingPath: string | null,
    firstIndex: number,
    list: number,
  ): MarkdownElement {
    const span = this.span(part);
    const element = {
      start: span.start,
      end: span.end,
      kind: part.kind,
      pointer: prefix + part.pointer,
      selfHash: part.selfHash,
      subtreeHash: part.subtreeHash,
      own: part.own === undefined ? [span] : part.own.map((each) => this.span(each)),
      subtree: span,
      lineStart: this.line + part.lineStart,
      lineEnd: this.line + part.lineEnd,
      headingPath,
    };
    const { item } = part;
    if (item === undefined) return element;
    const { parent, depth, indent, marker } = item;
    const place = parent < 0 ? -1 : firstIndex + parent;
    return { ...element, item: { parent: place, depth, indent, marker, list: list + item.list } };
  }

  private openHeading(part: PartElement, level: number, title: string, hash: string): void {
    this.closeHeadings(level);
    const parent = this.open.at(-1) ?? this.document;
    const path = parent === this.document ? title : `${parent.path} > ${title}`;
    const prefix = `${parent.prefix}${++parent.children}.`;
    this.open.push({ index: this.elements.length, level, path, prefix, children: 0 });
    const element = this.element(part, prefix, path, 0, 0);
    this.elements.push({ ...element, pointer: prefix.slice(0, -1), subtreeHash: hash, level, title });
  }

  /** A section ends where the next heading of its level or a higher one begins. */
  private closeHeadings(level: number): void {
    for (let last = this.open.at(-1); last !== undefined && last.level >= level; last = this.open.at(-1)) {
      const heading = this.elements[last.index];
      this.open.pop();
      if (heading === undefined) continue;
      const subtree = { start: heading.start, end: this.start };
      // Without headings below it, its section is all it owns.
      const subtreeHash =
        last.children === 0 ? heading.subtreeHash : xxh64(this.text.slice(subtree.start, subtree.end));
      this.elements[last.index] = { ...heading, subtree, subtreeHash };
    }
  }

  private span({ start, end }: Span): Span {
    return { start: this.start + start, end: this.start + end };
  }
}

/** The blocks of the sections from index `first` to before `end`. */
function leavesOf(sections: readonly SectionPart[], first: number, end: number): readonly LeafBlock[] {
  const leaves: LeafBlock[] = [];
  let offset = 0;
  let shift = 0;
  sections.slice(0, end).forEach((section, at) => {
    let last: SectionPart["leaves"][number]["containers"] | undefined;
    let containers: readonly string[] = [];
    for (const leaf of at < first ? [] : section.leaves) {
      if (leaf.containers !== last)
        containers = leaf.containers.map(({ kind, id }) => `${kind}#${shift + id - section.firstContainer}`);
      last = leaf.containers;
      leaves.push({ kind: leaf.kind, start: offset + leaf.start, end: offset + leaf.end, containers });
    }
    offset += section.length;
    shift += section.containers;
  });
  return leaves;
}
