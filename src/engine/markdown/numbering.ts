import type { Blocks, NumberedBlock } from "./blocks.ts";

/** The logical pointers of blocks, and the numbers that no element has. */
export interface Numbering {
  readonly pointers: ReadonlyMap<NumberedBlock, string>;
  readonly reserved: ReadonlySet<string>;
}

/**
 * Numbers blocks by sections: headings by siblings, whatever their levels; paragraphs, code, quotes, tables and items each on their own
 * within a section. Paragraphs and code inside items and quotes use up a number. A paragraph is numbered as it was before tables were
 * elements: `plain` are the blocks of the same text read without tables, when it has any.
 */
export function numberBlocks(blocks: Blocks, plain: Blocks | undefined): Numbering {
  const own = naturalNumbers(blocks.numbered);
  const pointers = new Map<NumberedBlock, string>(own.others);
  const reserved = new Set<string>();
  const numbers =
    plain === undefined
      ? undefined
      : settledNumbers(own.paragraphs, naturalNumbers(plain.numbered).paragraphs, reserved);
  for (const { block, section, number } of own.paragraphs) {
    const pointer = `${section}p${numbers?.get(block) ?? number}`;
    if (block.inside) reserved.add(pointer);
    else {
      pointers.set(block, pointer);
      reserved.delete(pointer);
    }
  }
  for (const pointer of own.reserved) reserved.add(pointer);
  return { pointers, reserved };
}

interface ParagraphSlot {
  readonly block: NumberedBlock;
  /** "" before the first heading, else the heading's pointer and a dot. */
  readonly section: string;
  readonly number: number;
}

interface Natural {
  readonly paragraphs: readonly ParagraphSlot[];
  readonly others: ReadonlyMap<NumberedBlock, string>;
  readonly reserved: readonly string[];
}

const LETTERS = { code_block: "code", block_quote: "q", table: "t" } as const;

function naturalNumbers(blocks: readonly NumberedBlock[]): Natural {
  const paragraphs: ParagraphSlot[] = [];
  const others = new Map<NumberedBlock, string>();
  const reserved: string[] = [];
  const open: { level: number; pointer: string; children: number }[] = [{ level: 0, pointer: "", children: 0 }];
  let section = "";
  let counts = { paragraph: 0, code_block: 0, block_quote: 0, table: 0, list_item: 0 };
  const itemsIn = new Map<NumberedBlock, number>();
  for (const block of blocks) {
    const { kind } = block;
    if (kind === "front_matter") continue;
    if (kind === "heading") {
      const pointer = nextHeading(open, block.level ?? 1);
      others.set(block, pointer);
      section = `${pointer}.`;
      counts = { paragraph: 0, code_block: 0, block_quote: 0, table: 0, list_item: 0 };
    } else if (kind === "paragraph") paragraphs.push({ block, section, number: ++counts.paragraph });
    else if (kind === "list_item") {
      const parent = block.item?.parent;
      if (parent === undefined) others.set(block, `${section}li${++counts.list_item}`);
      else {
        const number = (itemsIn.get(parent) ?? 0) + 1;
        itemsIn.set(parent, number);
        others.set(block, `${others.get(parent)}.li${number}`);
      }
    } else {
      const pointer = `${section}${LETTERS[kind]}${++counts[kind]}`;
      if (block.inside) reserved.push(pointer);
      else others.set(block, pointer);
    }
  }
  return { paragraphs, others, reserved };
}

function nextHeading(open: { level: number; pointer: string; children: number }[], level: number): string {
  while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop();
  const parent = open.at(-1);
  if (parent === undefined) return "";
  const number = ++parent.children;
  const pointer = parent.pointer === "" ? String(number) : `${parent.pointer}.${number}`;
  open.push({ level, pointer, children: 0 });
  return pointer;
}

/**
 * A paragraph that is the same without tables keeps the number it has there; any other takes the lowest number of its section that
 * neither reading uses. The numbers of the reading without tables that nothing keeps are reserved.
 */
function settledNumbers(
  slots: readonly ParagraphSlot[],
  plain: readonly ParagraphSlot[],
  reserved: Set<string>,
): ReadonlyMap<NumberedBlock, number> {
  const before = new Map<string, number>();
  const used = new Set<string>();
  for (const { block, section, number } of plain) {
    before.set(`${section}${block.start}-${block.end}`, number);
    used.add(`${section}p${number}`);
    reserved.add(`${section}p${number}`);
  }
  for (const { section, number } of slots) used.add(`${section}p${number}`);
  const settled = new Map<NumberedBlock, number>();
  const lowest = new Map<string, number>();
  for (const { block, section } of slots) {
    let number = before.get(`${section}${block.start}-${block.end}`);
    if (number === undefined) {
      number = lowest.get(section) ?? 1;
      while (used.has(`${section}p${number}`)) number++;
      lowest.set(section, number + 1);
    }
    settled.set(block, number);
  }
  return settled;
}
