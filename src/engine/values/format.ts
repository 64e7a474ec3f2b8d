import { type Decimal, decimalOf, fixed, type Rounding, scientific, shifted } from "./decimal.ts";

/** How a value is printed (vouch.md §2.12). */
export interface ValueFormat {
  readonly signed: boolean;
  readonly grouped: boolean;
  readonly precision: number | undefined;
  readonly type: "f" | "e" | "g" | "d" | "pct" | "s";
  readonly suffixes: ReadonlySet<string>;
}

/** Undefined for what is no format. `.1%`, `{:.1%}` and `:.2f` are taken, too. */
export function readFormat(text: string): ValueFormat | undefined {
  const bare = text
    .replace(/^\{:(.*)\}$/s, "$1")
    .replace(/^:/, "")
    .replace(/%$/, "pct");
  const found = /^(\+?)(,?)(?:\.(\d{1,2}))?(pct|[fegds])?((?:x|u|ci|to)*)$/.exec(bare);
  if (found === null || bare === "") return undefined;
  const [, sign = "", comma = "", precision, type = "g", rest = ""] = found;
  const suffixes = rest.match(/x|u|ci|to/g) ?? [];
  if (new Set(suffixes).size < suffixes.length) return undefined;
  return {
    signed: sign !== "",
    grouped: comma !== "",
    precision: precision === undefined ? undefined : Number(precision),
    type: type as ValueFormat["type"],
    suffixes: new Set(suffixes),
  };
}

/** A number as a person reads it, without what stands behind it (%, unit). */
export function numberText(source: number | string, format: ValueFormat, rounding: Rounding): string {
  const special = specialText(source);
  if (special !== undefined) return special;
  const given = decimalOf(source);
  const text = unsignedText(format.type === "pct" ? shifted(given, 2) : given, format, rounding);
  const grouped = format.grouped ? text.replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ",")) : text;
  return format.signed && !grouped.startsWith("-") ? `+${grouped}` : grouped;
}

function unsignedText(decimal: Decimal, { type, precision }: ValueFormat, rounding: Rounding): string {
  switch (type) {
    case "f":
    case "pct":
      return fixed(decimal, precision ?? 6, rounding);
    case "d":
      return fixed(decimal, 0, rounding);
    case "e":
      return written(scientific(decimal, precision ?? 6, rounding));
    default:
      return general(decimal, Math.max(1, precision ?? 6), rounding);
  }
}

/** So many digits that count; as a power of ten where the number is small or has more places. */
function general(decimal: Decimal, digits: number, rounding: Rounding): string {
  const [mantissa, power] = scientific(decimal, digits - 1, rounding);
  if (power < -4 || power >= digits) return written([withoutZeros(mantissa), power]);
  return withoutZeros(fixed(decimal, Math.max(0, digits - 1 - power), rounding));
}

function written([mantissa, power]: readonly [string, number]): string {
  return `${mantissa}e${power}`;
}

function withoutZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function specialText(source: number | string): string | undefined {
  const value = Number(source);
  if (Number.isNaN(value)) return "NaN";
  if (typeof source === "number" && !Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  return undefined;
}
