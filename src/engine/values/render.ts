import type { Rounding } from "./decimal.ts";
import { numberText, readFormat, type ValueFormat } from "./format.ts";
import type { Measured, Scalar, Stat } from "./record.ts";

/** How a project prints numbers. */
export interface Printing {
  readonly rounding: Rounding;
  /** For numbers that are not whole and say nothing of their own. */
  readonly defaultFloat: string;
  readonly named: ReadonlyMap<string, string>;
}

export const DEFAULT_PRINTING: Printing = { rounding: "half_up", defaultFloat: ".3g", named: new Map() };

/** A value as a person reads it ("93.2 ± 0.4%"). A format that it cannot have leaves it in the default one. */
export function shownValue(
  measured: Measured,
  fmt: string | undefined,
  unit: string | undefined,
  printing: Printing,
): string {
  const { type, value } = measured;
  if (type === "bool" || type === "str") return String(value);
  const format = formatFor(measured, fmt, printing);
  const one = (scalar: Scalar): string => numberText(scalar.source, format, printing.rounding);
  const behind = `${format.type === "pct" ? "%" : ""}${format.suffixes.has("x") ? "x" : ""}${format.suffixes.has("u") && unit !== undefined ? ` ${unit}` : ""}`;
  if (type === "stat") return statText(value, format, one, behind);
  if (type === "tuple") {
    const shown = value.map(one);
    const [first, second] = shown;
    if (format.suffixes.has("to") && shown.length === 2) return `${first} -> ${second}${behind}`;
    return (shown.length === 2 ? shown.join("-") : shown.join(", ")) + behind;
  }
  return one(value) + behind;
}

function statText(stat: Stat, format: ValueFormat, one: (scalar: Scalar) => string, behind: string): string {
  if (!format.suffixes.has("ci")) return `${one(stat.mean)} ± ${one(stat.std)}${behind}`;
  const interval = confidence(stat);
  if (interval === undefined) return one(stat.mean) + behind;
  return `${one(stat.mean)}${behind} [${interval.map((end) => one(scalar(end))).join(", ")}]`;
}

/** Two-sided 97.5 % quantiles of Student's t for 1 to 30 degrees of freedom (vouch.md §1.4). */
const T =
  "12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093 2.086 2.080 2.074 2.069 2.064 2.060 2.056 2.052 2.048 2.045 2.042"
    .split(" ")
    .map(Number);

/** The 95 % confidence interval of a mean; undefined for fewer than two samples. */
export function confidence({ mean, std, n }: Stat): readonly [number, number] | undefined {
  if (n.number < 2) return undefined;
  const half = ((T[n.number - 2] ?? 1.96) * std.number) / Math.sqrt(n.number);
  return [mean.number - half, mean.number + half];
}

export function scalar(number: number): Scalar {
  return { number, source: number, isWhole: false };
}

function formatFor({ type, value }: Measured, fmt: string | undefined, { defaultFloat, named }: Printing): ValueFormat {
  const whole =
    type === "int" || (type === "tuple" && value.every(({ isWhole }) => isWhole))
      ? PLAIN
      : (readFormat(defaultFloat) ?? PLAIN);
  if (fmt === undefined) return whole;
  const own = readFormat(named.get(fmt) ?? fmt);
  return own === undefined || own.type === "s" ? whole : own;
}

const PLAIN: ValueFormat = { signed: false, grouped: false, precision: undefined, type: "d", suffixes: new Set() };
