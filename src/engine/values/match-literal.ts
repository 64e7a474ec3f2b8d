import { type Decimal, decimalOf, fixed, type Rounding, scientific, shifted } from "./decimal.ts";
import type { Literal } from "./literals.ts";
import type { Scalar } from "./record.ts";
import type { IndexEntry, KEY_KINDS } from "./value-index.ts";

const MOST = 5;
const MOST_NEAR = 3;

/** Keys whose values a number can be, and those that it almost is. */
export interface Matched {
  /** Of the best kind that there is; at most five. */
  readonly keys: readonly IndexEntry[];
  /** How many more. */
  readonly more: number;
  /** Within one unit of the last place, where none matches. */
  readonly near: readonly IndexEntry[];
}

/** Looks a number up: a value matches where it rounds to it, as it is or times a hundred (vouch.md §3.6). */
export function matchLiteral(literal: Literal, entries: Iterable<IndexEntry>, rounding: Rounding): Matched {
  const found: IndexEntry[] = [];
  const near: IndexEntry[] = [];
  for (const entry of entries) {
    if (isMatch(literal, entry, rounding)) found.push(entry);
    else if (isNear(literal, entry, rounding)) near.push(entry);
  }
  const best = Math.min(...found.map(rankOf));
  const keys = found.filter((entry) => rankOf(entry) === best);
  return {
    keys: keys.slice(0, MOST),
    more: Math.max(0, keys.length - MOST),
    near: found.length > 0 ? [] : near.slice(0, MOST_NEAR),
  };
}

const RANKS: readonly string[] = [
  "value",
  "param",
  "stat-field",
  "element",
  "table-cell",
] satisfies (typeof KEY_KINDS)[number][];

function rankOf({ kind }: IndexEntry): number {
  return RANKS.indexOf(kind);
}

function isMatch(literal: Literal, { measured }: IndexEntry, rounding: Rounding): boolean {
  if (measured === undefined) return false;
  if (literal.deviation !== undefined) {
    if (measured.type !== "stat") return false;
    const { mean, std } = measured.value;
    return scalesOf(literal).some(
      (scale) => rounds(mean, scale, literal.number, rounding) && rounds(std, scale, literal.deviation ?? "", rounding),
    );
  }
  const value =
    measured.type === "stat"
      ? measured.value.mean
      : measured.type === "int" || measured.type === "float"
        ? measured.value
        : undefined;
  return value !== undefined && scalesOf(literal).some((scale) => rounds(value, scale, literal.number, rounding));
}

/** Powers of ten by which a value may be printed. */
function scalesOf({ isPercent }: Literal): readonly number[] {
  return isPercent ? [2, 0] : [0, 2];
}

function rounds({ number, source }: Scalar, scale: number, written: string, rounding: Rounding): boolean {
  if (!Number.isFinite(number)) return false;
  return printedLike(shifted(decimalOf(source), scale), written, rounding) === withoutSignOfZero(written);
}

/** A value with as many digits as a written number has. */
function printedLike(value: Decimal, written: string, rounding: Rounding): string {
  const [, decimals = "", power] = /^-?\d+(?:\.(\d+))?(?:e([-+]?\d+))?$/.exec(written) ?? [];
  if (power === undefined) return fixed(value, decimals.length, rounding);
  const [mantissa, exponent] = scientific(value, decimals.length, rounding);
  return `${mantissa}e${exponent}`;
}

function withoutSignOfZero(written: string): string {
  return written.replace(/e[+](\d)/, "e$1").replace(/^-(?=[0.]+$)/, "");
}

/** Only numbers with a decimal point are near to others. */
function isNear(literal: Literal, { measured }: IndexEntry, rounding: Rounding): boolean {
  const places = /^-?\d+\.(\d+)$/.exec(literal.number)?.[1]?.length;
  if (places === undefined || measured === undefined) return false;
  const value = measured.type === "stat" ? measured.value.mean : measured.type === "float" ? measured.value : undefined;
  if (value === undefined || !Number.isFinite(value.number)) return false;
  return scalesOf(literal).some((scale) => {
    const printed = Number(fixed(shifted(decimalOf(value.source), scale), places, rounding));
    return Math.abs(printed - Number(literal.number)) <= 1.000001 * 10 ** -places;
  });
}
