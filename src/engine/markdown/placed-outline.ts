import type { Span } from "../document.ts";
import type { ElementKind, LeafBlock, MarkdownElement, MarkdownOutline, OutlineExcerpt } from "./element.ts";
import { xxh64 } from "./hash.ts";
import type { Counts, Slot } from "./numbering.ts";
import type { Part, PartElement } from "./part.ts";

/** What all parts of a section use up: of a heading with what follows up to the next one, or of what stands before any. */
interface Totals {
  readonly tables: boolean;
  /** The first part in which the reading without tables has no numbers any more. */
  readonly plainEnd: number;
  readonly p: number;
  readonly plain: number;
}

type Letter = keyof Counts;
const LETTERS: readonly Letter[] = ["code", "q", "t", "li", "p", "plain", "free"];
type Numbers = { -readonly [Each in Letter]: number };

/**
 * The parts of a text in their places. There may be a hundred thousand of them, and each edit places them anew: so what is known of each is a number in an array.
 * Sections are numbered, too, and 0 is what stands before the first heading.
 */
export class PlacedOutline implements MarkdownOutline {
  private readonly text: string;
  private readonly parts: readonly Part[];
  private readonly starts: Int32Array;
  private readonly lines: Int32Array;
  /** Index of the first element of each part. */
  private readonly firsts: Int32Array;
  /** How many containers began before each part, … */
  private readonly containers: Int32Array;
  /** … and the number of the list that it begins with. */
  private readonly lists: Int32Array;
  private readonly sectionOf: Int32Array;
  /** The part that each section begins with; behind the last one, the number of parts. */
  private readonly sectionParts: Int32Array;
  /** The part behind all that a section owns. */
  private readonly sectionEnds: Int32Array;
  private readonly parents: Int32Array;
  /** Number of a section among the children of its parent, from 1. */
  private readonly ordinals: Int32Array;
  private readonly sections: number;
  private readonly placed: (readonly MarkdownElement[] | undefined)[] = [];
  private readonly sums = new Map<number, Totals>();
  private all: readonly MarkdownElement[] | undefined;
  private allReserved: ReadonlySet<string> | undefined;
  private allLeaves: readonly LeafBlock[] | undefined;

  constructor(text: string, parts: readonly Part[]) {
    this.text = text;
    this.parts = parts;
    const { length } = parts;
    this.starts = new Int32Array(length + 1);
    this.lines = new Int32Array(length + 1);
    this.firsts = new Int32Array(length + 1);
    this.containers = new Int32Array(length + 1);
    this.lists = new Int32Array(length + 1);
    this.placeParts();
    this.sectionOf = new Int32Array(length);
    this.sectionParts = new Int32Array(length + 2);
    this.sectionEnds = new Int32Array(length + 1);
    this.parents = new Int32Array(length + 1);
    this.ordinals = new Int32Array(length + 1);
    this.sections = this.placeSections();
  }

  get elements(): readonly MarkdownElement[] {
    this.all ??= this.parts.flatMap((_, part) => this.elementsOf(part));
    return this.all;
  }

  get reserved(): ReadonlySet<string> {
    this.allReserved ??= new Set(
      Array.from({ length: this.sections }, (_, section) => this.reservedIn(section)).flat(),
    );
    return this.allReserved;
  }

  get leaves(): readonly LeafBlock[] {
    this.allLeaves ??= this.parts.flatMap((_, part) => this.leavesOf(part));
    return this.allLeaves;
  }

  at(pointer: string): MarkdownElement | undefined {
    const [, numbers = "", last = ""] = /^((?:\d+(?:\.(?=\w)|$))*)(.*)$/.exec(pointer) ?? [];
    const [, letter = "", number = "0", rest = ""] = /^([a-z]*)(\d*)(.*)$/.exec(last) ?? [];
    let section = 0;
    for (const ordinal of numbers.split("."))
      if (ordinal !== "" && section >= 0) section = this.childOf(section, Number(ordinal));
    if (section < 0) return undefined;
    const end = this.sectionParts[section + 1] ?? 0;
    for (let part = this.sectionParts[section] ?? 0; part < end; part++) {
      const elements = this.parts[part]?.elements ?? [];
      const numbering = this.numbering(section, part);
      const index = elements.findIndex(
        (each) => each.letter === letter && each.rest === rest && numbering(each) === Number(number),
      );
      if (index >= 0) return this.elementsOf(part)[index];
    }
    return undefined;
  }

  withHash(kind: ElementKind, selfHash: string): readonly MarkdownElement[] {
    const found: MarkdownElement[] = [];
    this.parts.forEach(({ elements }, part) => {
      elements.forEach((each, index) => {
        const element = each.selfHash === selfHash && each.kind === kind ? this.elementsOf(part)[index] : undefined;
        if (element !== undefined) found.push(element);
      });
    });
    return found;
  }

  near(start: number, end: number): readonly MarkdownElement[] {
    const last = this.partAt(end);
    const found: MarkdownElement[] = [];
    for (let part = this.partAt(start); part <= last; part++) found.push(...this.elementsOf(part));
    return found;
  }

  difference(after: MarkdownOutline): { readonly before: OutlineExcerpt; readonly after: OutlineExcerpt } {
    if (!(after instanceof PlacedOutline)) throw new TypeError("an outline of another kind");
    const [here, there] = differentParts(this.parts, after.parts);
    return { before: this.excerpt(here), after: after.excerpt(there) };
  }

  private placeParts(): void {
    const { parts, starts, lines, firsts, containers, lists } = this;
    let openId = 0;
    let openSort: string | undefined;
    lines[0] = 1;
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at] as Part;
      const { firstList, lastList } = part;
      let before = containers[at] ?? 0;
      if (firstList !== undefined) lists[at] = firstList.sort === openSort ? openId : ++before;
      containers[at] = before;
      openSort = lastList?.sort;
      if (lastList !== undefined) openId = this.container(at, lastList.id);
      starts[at + 1] = (starts[at] ?? 0) + part.length;
      lines[at + 1] = (lines[at] ?? 0) + part.lines;
      firsts[at + 1] = (firsts[at] ?? 0) + part.elements.length;
      containers[at + 1] = before + part.containers;
    }
  }

  /** Gives their number. */
  private placeSections(): number {
    const { parts, sectionOf, sectionParts, sectionEnds, parents, ordinals } = this;
    const children = new Int32Array(parts.length + 1);
    const open = [0];
    let section = 0;
    parents[0] = -1;
    for (let at = 0; at < parts.length; at++) {
      const { level } = parts[at] as Part;
      if (level > 0) {
        while (open.length > 1 && this.levelOf(open.at(-1) ?? 0) >= level) sectionEnds[open.pop() ?? 0] = at;
        const parent = open.at(-1) ?? 0;
        section++;
        sectionParts[section] = at;
        parents[section] = parent;
        children[parent] = (children[parent] ?? 0) + 1;
        ordinals[section] = children[parent] ?? 0;
        open.push(section);
      }
      sectionOf[at] = section;
    }
    for (const each of open) sectionEnds[each] = parts.length;
    sectionParts[section + 1] = parts.length;
    return section + 1;
  }

  private levelOf(section: number): number {
    return section === 0 ? 0 : (this.parts[this.sectionParts[section] ?? 0]?.level ?? 0);
  }

  private childOf(parent: number, ordinal: number): number {
    for (let at = parent + 1; at < this.sections; at++)
      if (this.ordinals[at] === ordinal && this.parents[at] === parent) return at;
    return -1;
  }

  private container(part: number, id: number): number {
    const { firstList, firstContainer = 0 } = this.parts[part] ?? {};
    if (firstList?.id === id) return this.lists[part] ?? 0;
    return (this.containers[part] ?? 0) + id - firstContainer;
  }

  private elementsOf(part: number): readonly MarkdownElement[] {
    const known = this.placed[part];
    if (known !== undefined) return known;
    const section = this.sectionOf[part] ?? 0;
    const [prefix, path] = [this.prefixOf(section), this.pathOf(section)];
    const number = this.numbering(section, part);
    const made = (this.parts[part]?.elements ?? []).map((each) =>
      each.level === undefined
        ? this.element(part, each, pointerOf(prefix, each, number(each)), path)
        : this.heading(part, each, section, prefix.slice(0, -1), path),
    );
    this.placed[part] = made;
    return made;
  }

  private element(part: number, own: PartElement, pointer: string, headingPath: string | null): MarkdownElement {
    const start = this.starts[part] ?? 0;
    const line = this.lines[part] ?? 1;
    const span = moved(own, start);
    const element = {
      start: span.start,
      end: span.end,
      kind: own.kind,
      pointer,
      selfHash: own.selfHash,
      subtreeHash: own.subtreeHash,
      own: own.own === undefined ? [span] : own.own.map((each) => moved(each, start)),
      subtree: span,
      lineStart: line + own.lineStart,
      lineEnd: line + own.lineEnd,
      headingPath,
    };
    const { item } = own;
    if (item === undefined) return element;
    const { parent, depth, indent, marker, list } = item;
    const place = parent < 0 ? -1 : (this.firsts[part] ?? 0) + parent;
    return { ...element, item: { parent: place, depth, indent, marker, list: this.container(part, list) } };
  }

  /** A section ends where the next heading of its level or a higher one begins. */
  private heading(
    part: number,
    own: PartElement,
    section: number,
    pointer: string,
    path: string | null,
  ): MarkdownElement {
    const element = this.element(part, own, pointer, path);
    const { level = 0, title = "" } = own;
    const end = this.sectionEnds[section] ?? 0;
    const subtree = { start: element.start, end: this.starts[end] ?? this.text.length };
    const alone = end === part + 1;
    const subtreeHash = alone ? (this.parts[part]?.hash ?? "") : xxh64(this.text.slice(subtree.start, subtree.end));
    return { ...element, subtree, subtreeHash, level, title };
  }

  /** "2.1." for the section 2.1; "" for what stands before any. */
  private prefixOf(section: number): string {
    return section === 0 ? "" : `${this.prefixOf(this.parents[section] ?? 0)}${this.ordinals[section]}.`;
  }

  private pathOf(section: number): string | null {
    if (section === 0) return null;
    const above = this.pathOf(this.parents[section] ?? 0);
    const title = this.parts[this.sectionParts[section] ?? 0]?.elements[0]?.title ?? "";
    return above === null ? title : `${above} > ${title}`;
  }

  /** The number in its section of what has one in a part. */
  private numbering(section: number, part: number): (slot: Slot) => number {
    const { tables, plainEnd, p, plain } = this.totals(section);
    const before: Numbers = { code: 0, q: 0, t: 0, li: 0, p: 0, plain: 0, free: 0 };
    for (let at = this.sectionParts[section] ?? 0; at < part; at++) {
      const { counts } = this.parts[at] ?? {};
      if (counts === undefined) continue;
      for (const letter of LETTERS) before[letter] += counts[letter];
      if (at >= plainEnd) before.free += counts.p - counts.free;
    }
    return ({ letter, number, plain: old, free }) => {
      if (letter === "" || letter === "frontmatter") return 0;
      if (letter !== "p" || !tables) return before[letter] + number;
      if (part >= plainEnd) return Math.max(p, plain) + before.free + number;
      return old > 0 ? before.plain + old : Math.max(p, plain) + before.free + free;
    };
  }

  private totals(section: number): Totals {
    const known = this.sums.get(section);
    if (known !== undefined) return known;
    const end = this.sectionParts[section + 1] ?? 0;
    const sum = { tables: false, plainEnd: Number.POSITIVE_INFINITY, p: 0, plain: 0 };
    for (let at = this.sectionParts[section] ?? 0; at < end; at++) {
      const part = this.parts[at];
      if (part === undefined) continue;
      sum.tables ||= part.tables;
      sum.p += part.counts.p;
      if (at < sum.plainEnd) sum.plain += part.counts.plain;
      if (part.plainEnds) sum.plainEnd = Math.min(sum.plainEnd, at + 1);
    }
    this.sums.set(section, sum);
    return sum;
  }

  /**
   * What is inside items and quotes; and where there are tables, the numbers of paragraphs that were before tables were elements and that no paragraph kept.
   */
  private reservedIn(section: number): readonly string[] {
    const { tables, plain } = this.totals(section);
    const prefix = this.prefixOf(section);
    const end = this.sectionParts[section + 1] ?? 0;
    const others: string[] = [];
    const paragraphs = new Set<string>();
    if (tables) for (let number = 1; number <= plain; number++) paragraphs.add(`${prefix}p${number}`);
    for (let at = this.sectionParts[section] ?? 0; at < end; at++) {
      const number = this.numbering(section, at);
      for (const each of this.parts[at]?.reserved ?? []) {
        const pointer = pointerOf(prefix, each, number(each));
        if (each.letter === "p") paragraphs.add(pointer);
        else others.push(pointer);
      }
      if (tables)
        for (const each of this.parts[at]?.elements ?? [])
          if (each.letter === "p") paragraphs.delete(pointerOf(prefix, each, number(each)));
    }
    return [...others, ...paragraphs];
  }

  private leavesOf(part: number): readonly LeafBlock[] {
    const start = this.starts[part] ?? 0;
    let last: Part["leaves"][number]["containers"] | undefined;
    let containers: readonly string[] = [];
    return (this.parts[part]?.leaves ?? []).map((leaf) => {
      if (leaf.containers !== last)
        containers = leaf.containers.map(({ kind, id }) => `${kind}#${this.container(part, id)}`);
      last = leaf.containers;
      return { kind: leaf.kind, ...moved(leaf, start), containers };
    });
  }

  private partAt(offset: number): number {
    let low = 0;
    let high = this.parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private excerpt(parts: readonly number[]): OutlineExcerpt {
    const elements = new Map<number, MarkdownElement>();
    for (const part of parts)
      this.elementsOf(part).forEach((element, at) => {
        elements.set((this.firsts[part] ?? 0) + at, element);
      });
    return { elements, leaves: parts.flatMap((part) => this.leavesOf(part)) };
  }
}

function pointerOf(prefix: string, { letter, rest }: Slot, number: number): string {
  return letter === "frontmatter" ? letter : `${prefix}${letter}${number}${rest}`;
}

function moved({ start, end }: Span, by: number): Span {
  return { start: by + start, end: by + end };
}

/**
 * The parts of two texts that are not the same, and beside them one that is: what reaches over a border of parts is a list, and of that one item on each side shows what
 * became of it.
 */
function differentParts(before: readonly Part[], after: readonly Part[]): [number[], number[]] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const places = new Map<Part, number>();
  for (let at = Math.max(0, head - 1); at < after.length - Math.max(0, tail - 1); at++) {
    const part = after[at];
    if (part !== undefined) places.set(part, at);
  }
  const pairs = new Map<number, number>();
  for (let at = Math.max(0, head - 1); at < before.length - Math.max(0, tail - 1); at++) {
    const place = places.get(before[at] as Part);
    if (place !== undefined) pairs.set(at, place);
  }
  const here = new Set<number>();
  const there = new Set<number>();
  const same = new Set(pairs.values());
  const add = (at: number, mine: Set<number>, length: number) => {
    for (const each of [at - 1, at, at + 1]) if (each >= 0 && each < length) mine.add(each);
  };
  for (let at = head; at < before.length - tail; at++) if (!pairs.has(at)) add(at, here, before.length);
  for (let at = head; at < after.length - tail; at++) if (!same.has(at)) add(at, there, after.length);
  for (const [old, now] of pairs) {
    if (!here.has(old) && !there.has(now)) continue;
    here.add(old);
    there.add(now);
  }
  const ascending = (set: Set<number>) => [...set].sort((a, b) => a - b);
  return [ascending(here), ascending(there)];
}
