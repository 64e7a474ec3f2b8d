import type { NumberedBlock } from "./blocks.ts";

/** A heading with what follows it up to the next one, or what stands before the first. Offsets are in the normal text. */
export interface Section {
  readonly heading: NumberedBlock | undefined;
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly NumberedBlock[];
}

/** The pointers of a section's blocks without that of the section before them ("" for its heading), and the numbers that no element has. */
export interface Numbering {
  readonly pointers: ReadonlyMap<NumberedBlock, string>;
  readonly reserved: ReadonlySet<string>;
}

const LETTERS = { code_block: "code", block_quote: "q", table: "t" } as const;

/**
 * Numbers the blocks of a section: paragraphs, code, quotes, tables and items each on their own, child items per parent. Paragraphs and
 * code inside items and quotes use up a number. Paragraphs keep the numbers they had before tables were elements: `plain` are the blocks
 * of the section read without tables, when it has any.
 */
export function numberSection(section: Section, plain: readonly NumberedBlock[] | undefined): Numbering {
  const pointers = new Map<NumberedBlock, string>();
  const reserved = new Set<string>();
  if (section.heading !== undefined) pointers.set(section.heading, "");
  const counts = { code_block: 0, block_quote: 0, table: 0, list_item: 0 };
  for (const block of section.blocks) {
    const { kind, item } = block;
    if (kind === "list_item") {
      const parent = item?.parent;
      if (parent === undefined) pointers.set(block, `li${++counts.list_item}`);
      else pointers.set(block, `${pointers.get(parent)}.li${item?.place}`);
    } else if (kind === "code_block" || kind === "block_quote" || kind === "table") {
      const pointer = `${LETTERS[kind]}${++counts[kind]}`;
      if (block.inside) reserved.add(pointer);
      else pointers.set(block, pointer);
    }
  }
  numberParagraphs(section, plain === undefined ? undefined : plainNumbers(section, plain), pointers, reserved);
  return { pointers, reserved };
}

/**
 * Without tables in the section, paragraphs are counted. With tables, one that is the same without them keeps the number it has there;
 * any other takes the lowest number that neither reading uses; and what nothing keeps is reserved.
 */
function numberParagraphs(
  { blocks }: Section,
  before: ReadonlyMap<string, number> | undefined,
  pointers: Map<NumberedBlock, string>,
  reserved: Set<string>,
): void {
  const paragraphs = blocks.filter((block) => block.kind === "paragraph");
  const used = new Set<number>(before?.values());
  for (const number of used) reserved.add(`p${number}`);
  let free = paragraphs.length + 1;
  for (const [index, block] of paragraphs.entries()) {
    let number = before === undefined ? index + 1 : before.get(spanKey(block));
    if (number === undefined) {
      while (used.has(free)) free++;
      number = free++;
    }
    const pointer = `p${number}`;
    if (block.inside) reserved.add(pointer);
    else {
      pointers.set(block, pointer);
      reserved.delete(pointer);
    }
  }
}

/** The number of each paragraph of a section read without tables, by its span. */
function plainNumbers(section: Section, plain: readonly NumberedBlock[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const block of plain) {
    // Without a table, the lines under it can become a heading: its section has nothing of this one.
    if (block.kind === "heading" && block.start !== section.heading?.start) break;
    if (block.kind === "paragraph") numbers.set(spanKey(block), numbers.size + 1);
  }
  return numbers;
}

function spanKey({ start, end }: NumberedBlock): string {
  return `${start}-${end}`;
}
