import type { NumberedBlock } from "./blocks.ts";

/** The number that a block takes in its part, counted from 1 for each letter. */
export interface Slot {
  /** Of the pointer's last part; "" for a heading, "frontmatter" for front matter. */
  readonly letter: "" | "frontmatter" | "p" | "code" | "q" | "t" | "li";
  /** Of a nested item, that of the item at the top of its list. */
  readonly number: number;
  /** Of a nested item, what follows the first number: ".li2.li1". */
  readonly rest: string;
  /** Paragraphs: the number in the part read without tables; 0 when it is none there. */
  readonly plain: number;
  /** Paragraphs without one: the number among those, from 1. */
  readonly free: number;
}

/** How many numbers something uses up. */
export interface Counts {
  readonly code: number;
  readonly q: number;
  readonly t: number;
  readonly li: number;
  readonly p: number;
  /** Paragraphs of the part read without tables, up to a heading that is only there. */
  readonly plain: number;
  /** Paragraphs that are none there. */
  readonly free: number;
}

export interface Numbering {
  /** Of the blocks that can be pointed at. */
  readonly slots: ReadonlyMap<NumberedBlock, Slot>;
  /** Of those inside items and quotes. */
  readonly reserved: readonly Slot[];
  readonly counts: Counts;
  /** Whether the part read without tables holds a heading that is not there with them: what follows has no number in that reading. */
  readonly plainEnds: boolean;
}

const LETTERS = { code_block: "code", block_quote: "q", table: "t" } as const;

/**
 * Numbers the blocks of a part of a section: paragraphs, code, quotes, tables and items each on their own, child items per parent. Paragraphs and code inside items and
 * quotes use up a number. `plain` are the blocks of the part read without tables, where that can be another reading.
 */
export function numberPart(
  heading: NumberedBlock | undefined,
  blocks: readonly NumberedBlock[],
  plain: readonly NumberedBlock[] | undefined,
): Numbering {
  const slots = new Map<NumberedBlock, Slot>();
  const reserved: Slot[] = [];
  const counts = { code: 0, q: 0, t: 0, li: 0, p: 0, plain: 0, free: 0 };
  const before = plain === undefined ? undefined : plainNumbers(heading, plain);
  if (heading !== undefined) slots.set(heading, slot("", 0));
  for (const block of blocks) {
    const made = slotOf(block, slots, counts, before?.numbers);
    if (block.inside) reserved.push(made);
    else slots.set(block, made);
  }
  counts.plain = before?.numbers.size ?? counts.p;
  return { slots, reserved, counts, plainEnds: before?.ends ?? false };
}

function slotOf(
  block: NumberedBlock,
  slots: ReadonlyMap<NumberedBlock, Slot>,
  counts: { -readonly [Letter in keyof Counts]: number },
  before: ReadonlyMap<string, number> | undefined,
): Slot {
  const { kind, item } = block;
  if (kind === "list_item") {
    const parent = item?.parent === undefined ? undefined : slots.get(item.parent);
    if (parent === undefined) return slot("li", ++counts.li);
    return { ...parent, rest: `${parent.rest}.li${item?.place}` };
  }
  if (kind === "front_matter") return slot("frontmatter", 0);
  if (kind !== "paragraph") {
    const letter = LETTERS[kind === "heading" ? "block_quote" : kind];
    return slot(letter, ++counts[letter]);
  }
  const number = ++counts.p;
  const plain = before === undefined ? number : (before.get(spanKey(block)) ?? 0);
  return { letter: "p", number, rest: "", plain, free: plain > 0 ? 0 : ++counts.free };
}

function slot(letter: Slot["letter"], number: number): Slot {
  return { letter, number, rest: "", plain: 0, free: 0 };
}

/** The number of each paragraph of a part read without tables, by its span. */
function plainNumbers(
  heading: NumberedBlock | undefined,
  plain: readonly NumberedBlock[],
): { readonly numbers: ReadonlyMap<string, number>; readonly ends: boolean } {
  const numbers = new Map<string, number>();
  for (const block of plain) {
    // Without a table, the lines under it can become a heading: its section has nothing of this one.
    if (block.kind === "heading" && block.start !== heading?.start) return { numbers, ends: true };
    if (block.kind === "paragraph") numbers.set(spanKey(block), numbers.size + 1);
  }
  return { numbers, ends: false };
}

function spanKey({ start, end }: NumberedBlock): string {
  return `${start}-${end}`;
}
