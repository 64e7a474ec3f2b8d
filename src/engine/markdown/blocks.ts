import type { SyntaxNodeRef } from "@lezer/common";
import type { Span } from "../document.ts";
import { parseBlocks } from "./block-parser.ts";
import type { ElementKind } from "./element.ts";
import { skipBlanks } from "./table-row.ts";

/** A block that takes a number, with offsets in the normal text. */
export interface NumberedBlock {
  readonly kind: ElementKind;
  readonly start: number;
  end: number;
  /** Inside an item or a quote: it uses up a number and cannot be pointed at. */
  readonly inside: boolean;
  /** Headings only. */
  readonly level?: number;
  readonly item?: ItemMark;
}

export interface ItemMark {
  /** The item it is nested in. */
  readonly parent: NumberedBlock | undefined;
  /** Its number among the children of its parent, from 1. */
  readonly place: number;
  readonly children: NumberedBlock[];
  readonly depth: number;
  readonly list: number;
  /** Offset of the marker, and behind it. */
  readonly markStart: number;
  markEnd: number;
}

/** A leaf block in its containers; leaves of one container share them. */
export interface BlockLeaf extends Span {
  readonly kind: string;
  readonly containers: readonly ContainerName[];
}

export interface ContainerName {
  readonly kind: string;
  /** From 1, in document order. */
  readonly id: number;
}

export interface Blocks {
  /** In document order, a parent item before its children. */
  readonly numbered: NumberedBlock[];
  readonly leaves: BlockLeaf[];
  readonly containers: number;
  /** Where tables begin, also those inside items and quotes. */
  readonly tables: readonly number[];
  /** In ascending order; every heading is one. */
  readonly cuts: readonly Cut[];
}

/**
 * Where nothing is open but at most a list at the top, so that what follows reads the same by itself: a heading; another block that begins in the first column behind a
 * blank line; an item of a list that has begun. (Without tables the text has no other block open there, either: see the laws of parts.)
 */
export interface Cut {
  readonly at: number;
  /** How many containers began before it. */
  readonly containersBefore: number;
  /** The heading that begins here. */
  readonly heading?: NumberedBlock;
  /** The list that begins or goes on here. */
  readonly list?: number;
}

export interface CutWishes {
  /** Between two cuts other than headings there is so much text. */
  readonly atLeast: number;
  /** A place where a cut is wanted, if it can be one. */
  readonly at?: number | undefined;
}

/** The blocks of a normal text between two offsets at which no block is open. */
export function blocksOf(
  source: string,
  start: number,
  end: number,
  tables: boolean,
  wishes: CutWishes = { atLeast: Number.POSITIVE_INFINITY },
): Blocks {
  return new BlockReader(source, start, wishes).read(end, tables);
}

const HEADING_LEVELS: ReadonlyMap<string, number> = new Map([
  ...[1, 2, 3, 4, 5, 6].map((level) => [`ATXHeading${level}`, level] as const),
  ["SetextHeading1", 1],
  ["SetextHeading2", 2],
]);

interface Container {
  readonly kind: "list" | "item" | "quote";
  /** The element it is, when it can be pointed at. */
  readonly block: NumberedBlock | undefined;
  readonly id: number;
  /** Where what it holds ends, without blank lines. */
  end: number;
  /** Whether an item of it has begun. */
  hasItems: boolean;
}

class BlockReader {
  private readonly source: string;
  private readonly offset: number;
  private readonly numbered: NumberedBlock[] = [];
  private readonly leaves: BlockLeaf[] = [];
  private readonly open: Container[] = [];
  private readonly names: ContainerName[] = [];
  private chain: readonly ContainerName[] = [];
  private ids = 0;
  private quotes = 0;
  private readonly tables: number[] = [];
  private readonly cuts: Cut[] = [];
  private readonly wishes: CutWishes;
  private lastCut: number;

  constructor(source: string, offset: number, wishes: CutWishes) {
    this.source = source;
    this.offset = offset;
    this.wishes = wishes;
    // Front matter stands alone.
    this.lastCut = offset > 0 ? Number.NEGATIVE_INFINITY : 0;
  }

  read(end: number, tables: boolean): Blocks {
    const tree = parseBlocks(this.source.slice(this.offset, end), tables);
    tree.iterate({ enter: (node) => this.enter(node), leave: (node) => this.leave(node) });
    return {
      numbered: this.numbered,
      leaves: this.leaves,
      containers: this.ids,
      tables: this.tables,
      cuts: this.withoutShort(end),
    };
  }

  private enter(node: SyntaxNodeRef): boolean {
    const { name } = node;
    switch (name) {
      case "Document":
        return true;
      case "BulletList":
      case "OrderedList":
        if (this.open.length === 0) this.cut(this.offset + node.from, this.ids + 1);
        this.push(name, "list", undefined, this.offset + node.from);
        return true;
      case "ListItem":
        if (this.open.length === 1 && this.open[0]?.hasItems === true)
          this.cut(this.offset + node.from, this.open[0].id);
        this.push(name, "item", this.item(this.offset + node.from), this.offset + node.from);
        return true;
      case "Blockquote":
        if (this.open.length === 0) this.cut(this.offset + node.from);
        this.push(name, "quote", this.quote(this.offset + node.from), this.offset + node.from);
        this.quotes++;
        return true;
      case "ListMark":
        this.mark(this.offset + node.to);
        return false;
      case "QuoteMark":
        this.reach(this.offset + node.to);
        return false;
      default:
        this.leaf(name, this.offset + node.from, this.offset + node.to);
        return false;
    }
  }

  private leave(node: SyntaxNodeRef): void {
    const { name } = node;
    if (name !== "BulletList" && name !== "OrderedList" && name !== "ListItem" && name !== "Blockquote") return;
    const closed = this.open.pop();
    this.names.pop();
    this.chain = this.names.slice();
    if (closed === undefined) return;
    if (closed.kind === "quote") this.quotes--;
    if (closed.block !== undefined) closed.block.end = this.lineEnd(closed.end);
    this.reach(closed.end);
  }

  private cut(at: number, list?: number): void {
    const { source, offset, wishes } = this;
    const wanted = at === wishes.at || at === offset;
    if (!wanted && at - this.lastCut < wishes.atLeast) return;
    if (at !== this.lineStart(at) || isSpace(source.charCodeAt(at))) return;
    const goesOn = list !== undefined && list <= this.ids;
    if (!goesOn && at > offset && !isBlank(source, this.lineStart(at - 1), at)) return;
    this.cuts.push({ at, containersBefore: this.ids, ...(list === undefined ? {} : { list }) });
    this.lastCut = at;
  }

  private push(name: string, kind: Container["kind"], block: NumberedBlock | undefined, at: number): void {
    const id = ++this.ids;
    const [list] = this.open;
    if (kind === "item" && this.open.length === 1 && list !== undefined) list.hasItems = true;
    if (block !== undefined) this.numbered.push(block);
    this.open.push({ kind, block, id, end: at, hasItems: false });
    this.names.push({ kind: name, id });
    this.chain = this.names.slice();
  }

  /** Items count unless a quote stands around them. */
  private item(at: number): NumberedBlock | undefined {
    if (this.quotes > 0) return undefined;
    const markStart = skipBlanks(this.source, at, this.source.length);
    const parent = this.open.at(-2)?.block;
    const block: NumberedBlock = {
      kind: "list_item",
      start: this.lineStart(at),
      end: at,
      inside: false,
      item: {
        parent,
        place: (parent?.item?.children.length ?? 0) + 1,
        children: [],
        depth: (parent?.item?.depth ?? 0) + 1,
        list: this.open.at(-1)?.id ?? 0,
        markStart,
        markEnd: markStart,
      },
    };
    parent?.item?.children.push(block);
    return block;
  }

  private quote(at: number): NumberedBlock | undefined {
    if (this.open.length > 0) return undefined;
    return { kind: "block_quote", start: this.lineStart(at), end: at, inside: false };
  }

  private mark(end: number): void {
    const item = this.open.at(-1)?.block?.item;
    if (item !== undefined) item.markEnd = end;
    this.reach(end);
  }

  private reach(end: number): void {
    const container = this.open.at(-1);
    if (container !== undefined && container.end < end) container.end = end;
  }

  private leaf(name: string, from: number, to: number): void {
    const end = this.trimmedEnd(from, to);
    this.reach(end);
    this.leaves.push({ kind: name, start: from, end, containers: this.chain });
    const inside = this.open.length > 0;
    const level = HEADING_LEVELS.get(name);
    if (level !== undefined) {
      if (!inside) this.heading({ kind: "heading", start: from, end, inside, level });
      return;
    }
    if (!inside) this.cut(from);
    if (name === "Paragraph") this.numbered.push({ kind: "paragraph", start: from, end, inside });
    else if (name === "FencedCode") this.numbered.push({ kind: "code_block", start: from, end, inside });
    else if (name === "CodeBlock") {
      const start = inside ? from : this.lineStart(from);
      this.numbered.push({ kind: "code_block", start, end, inside });
    } else if (name === "Table") {
      this.tables.push(from);
      if (!inside) this.numbered.push({ kind: "table", start: this.lineStart(from), end: this.lineEnd(end), inside });
    }
  }

  private heading(block: NumberedBlock): void {
    this.numbered.push(block);
    this.cuts.push({ at: block.start, containersBefore: this.ids, heading: block });
    this.lastCut = block.start;
  }

  /** Without the cuts that leave little in front of the next one, or of the end. */
  private withoutShort(end: number): readonly Cut[] {
    const { cuts, offset } = this;
    const { atLeast, at: wanted } = this.wishes;
    return cuts.filter(
      ({ at, heading }, index) =>
        heading !== undefined ||
        at === wanted ||
        at === offset ||
        (index === 0 && offset > 0) ||
        (cuts[index + 1]?.at ?? end) - at >= atLeast / 2,
    );
  }

  private trimmedEnd(from: number, to: number): number {
    let end = to;
    while (end > from && isSpace(this.source.charCodeAt(end - 1))) end--;
    return end;
  }

  private lineStart(offset: number): number {
    return offset === 0 ? 0 : this.source.lastIndexOf("\n", offset - 1) + 1;
  }

  private lineEnd(offset: number): number {
    const end = this.source.indexOf("\n", offset);
    return end < 0 ? this.source.length : end;
  }
}

function isBlank(source: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(source.charCodeAt(at))) return false;
  return true;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a;
}
