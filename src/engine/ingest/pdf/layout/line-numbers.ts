import { median } from "./geometry.ts";
import type { Item } from "./items.ts";
import { rowsOf } from "./lines.ts";

/** Fewer numbers in a margin than this are not line numbers. */
const LEAST = 6;

/** Parts off the numbers that some manuscripts print beside their lines: lone numbers that rise down an outer margin. */
export function withoutLineNumbers(items: readonly Item[]): { text: Item[]; numbers: Item[] } {
  const lone = items.filter((item) => item.words.length === 1 && /^\d{1,4}$/.test(item.words[0]?.text ?? ""));
  if (lone.length < LEAST) return { text: [...items], numbers: [] };
  const isLone = new Set(lone);
  const others = items.filter((item) => !isLone.has(item));
  const edge = (values: number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
  const left = edge(
    others.map((item) => item.x0),
    0.02,
  );
  const right = edge(
    others.map((item) => item.x1),
    0.98,
  );
  const numbers = new Set<Item>();
  for (const margin of [lone.filter((item) => item.x1 < left), lone.filter((item) => item.x0 > right)]) {
    const down = margin.toSorted((a, b) => a.base - b.base);
    const rising = down.every((item, at) => at === 0 || numberOf(item) > numberOf(down[at - 1] as Item));
    if (rising && down.length >= LEAST && countLines(down, others)) for (const item of down) numbers.add(item);
  }
  return { text: items.filter((item) => !numbers.has(item)), numbers: [...numbers] };
}

/** Small, or beside most lines: the numbers of sections in a table of contents are neither. */
function countLines(down: readonly Item[], others: readonly Item[]): boolean {
  const [first, last] = [down[0], down.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (median(down.map((item) => item.size)) < 0.85 * median(others.map((item) => item.size))) return true;
  const beside = others.filter((item) => item.base > first.base - item.size && item.base < last.base + item.size);
  return numberOf(last) - numberOf(first) + 1 > 0.6 * rowsOf(beside).length;
}

function numberOf(item: Item): number {
  return Number(item.words[0]?.text);
}
