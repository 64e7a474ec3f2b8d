import type { Span } from "../document.ts";
import { type BlockLeaf, blocksOf, type Cut, type NumberedBlock } from "./blocks.ts";
import type { ElementKind, ListItem } from "./element.ts";
import { frontMatterEnd } from "./front-matter.ts";
import { hashOfPieces, xxh64 } from "./hash.ts";
import { type NormalText, normalText } from "./lines.ts";
import { type Counts, numberPart, type Slot } from "./numbering.ts";
import { ownSpans } from "./own-text.ts";
import { headingTitle } from "./title.ts";

/** Of a section longer than this, parts are read again after an edit; of a shorter one, all. UTF-16 units. */
const PART = 1 << 14;

/**
 * What a part of a text is by itself, wherever it stands: a heading with what follows it up to the next heading, what stands before the first one, or a piece of such a
 * section that reads the same by itself (blocks.ts). Offsets and lines count from its beginning, and so do numbers.
 */
export interface Part {
  /** UTF-16 units. */
  readonly length: number;
  /** Line endings in it. */
  readonly lines: number;
  /** XXH64 of its text, if it begins with a heading. */
  readonly hash: string;
  /** Of the heading it begins with; 0 when it begins with none, and goes on with the section of the part before it. */
  readonly level: number;
  /** In document order; the heading comes first. */
  readonly elements: readonly PartElement[];
  readonly reserved: readonly Slot[];
  readonly counts: Counts;
  readonly plainEnds: boolean;
  /** Whether a table is in it, also inside an item or a quote. */
  readonly tables: boolean;
  readonly leaves: readonly BlockLeaf[];
  /** Containers are numbered from here in `leaves` and `elements`, … */
  readonly firstContainer: number;
  /** … and there are so many, without the list that it begins with. */
  readonly containers: number;
  /** The list that it begins with, which may have begun in the part before it. */
  readonly firstList: ListName | undefined;
  /** The list that is still open at its end. */
  readonly lastList: ListName | undefined;
}

export interface ListName {
  readonly id: number;
  /** Its kind and marker: one that follows and is the same in this goes on with it. */
  readonly sort: string;
}

export interface PartElement extends Span, Slot {
  readonly kind: ElementKind;
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

export interface PartWishes {
  /** Between two parts that begin with no heading there is so much text. */
  readonly atLeast?: number;
  /** Where a part should begin, if it can. */
  readonly at?: number;
}

/** The parts of a text, or of a piece of one that begins where a part can; only the beginning of a file can have front matter. */
export function readParts(text: string, beginning: boolean, wishes: PartWishes = {}): readonly Part[] {
  const normal = normalText(text);
  const { source } = normal;
  const front = beginning ? frontMatterEnd(source) : 0;
  const body = front === 0 ? 0 : lineAfter(source, front);
  const { atLeast = PART, at } = wishes;
  const wanted = at === undefined ? undefined : normalText(text.slice(0, at)).source.length;
  const blocks = blocksOf(source, body, source.length, true, { atLeast, at: wanted });
  const { numbered, leaves, tables } = blocks;
  if (front > 0) {
    numbered.unshift({ kind: "front_matter", start: 0, end: front, inside: false });
    leaves.unshift({ kind: "FrontMatter", start: 0, end: front, containers: [] });
  }
  const cuts: Cut[] = [{ at: 0, containersBefore: 0 }, ...blocks.cuts];
  if (cuts[1]?.at === 0) cuts.shift();
  const parts: Part[] = [];
  let block = 0;
  let leaf = 0;
  let table = 0;
  for (let index = 0; index < cuts.length; ) {
    const cut = cuts[index] as Cut;
    const { next, plain } = plainPart(source, cuts, index, body);
    const end = cuts[next]?.at ?? source.length;
    const [firstBlock, firstLeaf, firstTable] = [block, leaf, table];
    while ((numbered[block]?.start ?? source.length) < end) block++;
    while ((leaves[leaf]?.start ?? source.length) < end) leaf++;
    while ((tables[table] ?? source.length) < end) table++;
    const builder = new PartBuilder(text, normal, cut, end, cuts[next]?.containersBefore ?? blocks.containers);
    const inPart = numbered.slice(firstBlock, block);
    parts.push(builder.build(inPart, leaves.slice(firstLeaf, leaf), plain, table > firstTable));
    index = next;
  }
  return parts;
}

/**
 * The blocks of a part read without tables, where that can be another reading, and which cut ends the part: where something is open in that reading (a fence that was in
 * HTML, for instance), a later one.
 */
function plainPart(
  source: string,
  cuts: readonly Cut[],
  index: number,
  body: number,
): { readonly next: number; readonly plain?: readonly NumberedBlock[] } {
  const start = cuts[index]?.at ?? 0;
  const from = Math.max(start, body);
  let next = index + 1;
  for (let step = 1; ; step *= 2) {
    const cut = cuts[next];
    const end = cut?.at ?? source.length;
    if (!mayHoldTable(source.slice(start, end)) || end <= from) return { next };
    const checked = cut !== undefined && cut.heading === undefined;
    const { numbered, cuts: here } = blocksOf(source, from, checked ? lineAfter(source, end) : end, false, {
      atLeast: Number.POSITIVE_INFINITY,
      at: end,
    });
    if (!checked || here.some(({ at }) => at === end))
      return { next, plain: numbered.filter((each) => each.start < end) };
    for (let left = step; left > 0 && cuts[next]?.heading === undefined && next < cuts.length; left--) next++;
  }
}

/** Without a delimiter row of a table, nothing is read otherwise without tables. */
function mayHoldTable(source: string): boolean {
  if (!source.includes("|")) return false;
  return source.match(/^[ \t>]*[-:|][-:| \t]*$/gm)?.some((line) => line.includes("|")) ?? false;
}

class PartBuilder {
  private readonly text: string;
  private readonly normal: NormalText;
  private readonly cut: Cut;
  private readonly end: number;
  private readonly containersEnd: number;
  private readonly start: number;
  private readonly firstLine: number;
  private readonly places = new Map<NumberedBlock, number>();

  constructor(text: string, normal: NormalText, cut: Cut, end: number, containersEnd: number) {
    this.text = text;
    this.normal = normal;
    this.cut = cut;
    this.end = end;
    this.containersEnd = containersEnd;
    this.start = normal.original(cut.at);
    this.firstLine = normal.line(cut.at);
  }

  build(
    blocks: readonly NumberedBlock[],
    leaves: readonly BlockLeaf[],
    plain: readonly NumberedBlock[] | undefined,
    tables: boolean,
  ): Part {
    const { cut, end, normal } = this;
    const { slots, reserved, counts, plainEnds } = numberPart(
      cut.heading,
      cut.heading === undefined ? blocks : blocks.slice(1),
      plain,
    );
    const elements: PartElement[] = [];
    for (const block of blocks) {
      const slot = slots.get(block);
      if (slot === undefined) continue;
      if (block.item !== undefined) this.places.set(block, elements.length);
      elements.push(this.element(block, slot));
    }
    const stop = normal.original(end);
    const ownList = cut.list !== undefined && cut.list > cut.containersBefore;
    const firstContainer = cut.containersBefore + (ownList ? 1 : 0);
    return {
      length: stop - this.start,
      lines: normal.line(end) - this.firstLine,
      hash: cut.heading === undefined ? "" : xxh64(this.text.slice(this.start, stop)),
      level: cut.heading?.level ?? 0,
      elements,
      reserved,
      counts,
      plainEnds,
      tables,
      leaves: leaves.map((leaf) => ({ ...leaf, ...this.local(leaf) })),
      firstContainer,
      containers: this.containersEnd - firstContainer,
      firstList: cut.list === undefined ? undefined : this.listOf(blocks[0]),
      lastList: this.listOf(lastOpenItem(blocks, leaves)),
    };
  }

  private listOf(block: NumberedBlock | undefined): ListName | undefined {
    const { item } = block ?? {};
    return item && { id: item.list, sort: this.normal.source.charAt(item.markEnd - 1) };
  }

  private element(block: NumberedBlock, slot: Slot): PartElement {
    const span = this.local(block);
    const pieces = block.item === undefined ? [block] : ownSpans(this.normal.source, block);
    const whole = pieces.length === 1 && pieces[0]?.start === block.start && pieces[0].end === block.end;
    const own = whole ? undefined : pieces.map((each) => this.local(each));
    const selfHash = own === undefined ? xxh64(this.slice(span)) : hashOfPieces(own.map((each) => this.slice(each)));
    return {
      start: span.start,
      end: span.end,
      kind: block.kind,
      letter: slot.letter,
      number: slot.number,
      rest: slot.rest,
      plain: slot.plain,
      free: slot.free,
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

/** The last item at the top, unless something else at the top follows it. */
function lastOpenItem(blocks: readonly NumberedBlock[], leaves: readonly BlockLeaf[]): NumberedBlock | undefined {
  const last = blocks.findLast(({ kind, item, inside }) =>
    kind === "list_item" ? item?.parent === undefined : !inside && kind !== "heading",
  );
  const leaf = leaves.at(-1);
  if (last?.item === undefined) return undefined;
  return leaf === undefined || leaf.start < last.start || leaf.containers[0]?.id === last.item.list ? last : undefined;
}

function lineAfter(source: string, offset: number): number {
  const end = source.indexOf("\n", offset);
  return end < 0 ? source.length : end + 1;
}
