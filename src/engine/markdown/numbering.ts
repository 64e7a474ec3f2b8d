import type { Blocks, NumberedBlock } from "./blocks.ts";

/** The logical pointers of blocks, and the numbers that no element has. */
export interface Numbering {
  readonly pointers: ReadonlyMap<NumberedBlock, string>;
  readonly reserved: ReadonlySet<string>;
}

/** Reads a piece of the text, from a heading to before the next one, without tables. */
export type PlainReader = (start: number, end: number) => readonly NumberedBlock[];

/**
 * Numbers blocks by sections: headings by siblings, whatever their levels; paragraphs, code, quotes, tables and items each on their own
 * within a section. Paragraphs and code inside items and quotes use up a number. Paragraphs keep the numbers they had before tables were
 * elements, so sections with tables are read once more without.
 */
export function numberBlocks(blocks: Blocks, length: number, plain: PlainReader): Numbering {
  const pointers = new Map<NumberedBlock, string>();
  const reserved = new Set<string>();
  let table = 0;
  for (const section of sectionsOf(blocks.numbered, length)) {
    numberOthers(section, pointers, reserved);
    const first = table;
    while ((blocks.tables[table] ?? length) < section.end) table++;
    const before = first === table ? undefined : plainNumbers(section, plain);
    numberParagraphs(section, before, pointers, reserved);
  }
  return { pointers, reserved };
}

interface Section {
  readonly heading: NumberedBlock | undefined;
  /** What the pointers in it begin with: "" before the first heading, else the heading's pointer and a dot. */
  readonly prefix: string;
  readonly start: number;
  end: number;
  readonly blocks: NumberedBlock[];
}

function sectionsOf(blocks: readonly NumberedBlock[], length: number): Section[] {
  let section: Section = { heading: undefined, prefix: "", start: blocks[0]?.start ?? 0, end: length, blocks: [] };
  const sections = [section];
  const open: { level: number; pointer: string; children: number }[] = [{ level: 0, pointer: "", children: 0 }];
  for (const block of blocks) {
    if (block.kind !== "heading") {
      section.blocks.push(block);
      continue;
    }
    const level = block.level ?? 1;
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    const parent = open.at(-1);
    if (parent === undefined) break;
    const prefix = `${parent.pointer}${++parent.children}.`;
    open.push({ level, pointer: prefix, children: 0 });
    section.end = block.start;
    section = { heading: block, prefix, start: block.start, end: length, blocks: [] };
    sections.push(section);
  }
  return sections;
}

const LETTERS = { code_block: "code", block_quote: "q", table: "t" } as const;

function numberOthers(section: Section, pointers: Map<NumberedBlock, string>, reserved: Set<string>): void {
  const { heading, prefix } = section;
  if (heading !== undefined) pointers.set(heading, prefix.slice(0, -1));
  const counts = { code_block: 0, block_quote: 0, table: 0, list_item: 0 };
  for (const block of section.blocks) {
    const { kind, item } = block;
    if (kind === "list_item") {
      const parent = item?.parent;
      if (parent === undefined) pointers.set(block, `${prefix}li${++counts.list_item}`);
      else pointers.set(block, `${pointers.get(parent)}.li${item?.place}`);
    } else if (kind === "code_block" || kind === "block_quote" || kind === "table") {
      const pointer = `${prefix}${LETTERS[kind]}${++counts[kind]}`;
      if (block.inside) reserved.add(pointer);
      else pointers.set(block, pointer);
    }
  }
}

/**
 * Without tables in the section, paragraphs are counted. With tables, one that is the same without them keeps the number it has there;
 * any other takes the lowest number that neither reading uses; and what nothing keeps is reserved.
 */
function numberParagraphs(
  { prefix, blocks }: Section,
  before: ReadonlyMap<string, number> | undefined,
  pointers: Map<NumberedBlock, string>,
  reserved: Set<string>,
): void {
  const paragraphs = blocks.filter((block) => block.kind === "paragraph");
  const used = new Set<number>(before?.values());
  for (const number of used) reserved.add(`${prefix}p${number}`);
  let free = paragraphs.length + 1;
  for (const [index, block] of paragraphs.entries()) {
    let number = before === undefined ? index + 1 : before.get(spanKey(block));
    if (number === undefined) {
      while (used.has(free)) free++;
      number = free++;
    }
    const pointer = `${prefix}p${number}`;
    if (block.inside) reserved.add(pointer);
    else {
      pointers.set(block, pointer);
      reserved.delete(pointer);
    }
  }
}

/** The number of each paragraph of a section read without tables, by its span. */
function plainNumbers(section: Section, plain: PlainReader): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const block of plain(section.start, section.end)) {
    // Without a table, the lines under it can become a heading: its section has nothing of this one.
    if (block.kind === "heading" && block.start !== section.heading?.start) break;
    if (block.kind === "paragraph") numbers.set(spanKey(block), numbers.size + 1);
  }
  return numbers;
}

function spanKey({ start, end }: NumberedBlock): string {
  return `${start}-${end}`;
}
