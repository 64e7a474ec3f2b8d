import { byCodePoint } from "../../foundation/text/code-points.ts";
import { parseWithSource } from "../../foundation/text/json-source.ts";

/** A number as a record has it: 1 and 1.0 are different values there, and whole numbers have any size. */
export class RecordNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get isWhole(): boolean {
    return !/[.eE]/.test(this.source);
  }

  get value(): number {
    return Number(this.source);
  }
}

export type Json = null | boolean | string | RecordNumber | readonly Json[] | { readonly [key: string]: Json };

/** Throws SyntaxError. */
export function parseJson(text: string): Json {
  return parseWithSource(text, (_, value, { source }) =>
    typeof value === "number" ? new RecordNumber(source ?? String(value)) : value,
  ) as Json;
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof RecordNumber);
}

/** As hashes of records are made of it (vouch.md §2.3): keys by code point, no blanks, numbers as Python writes them. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return quotedText(value);
  if (value instanceof RecordNumber)
    return value.isWhole ? value.source.replace(/^-0$/, "0") : pythonFloat(value.value);
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one)).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => byCodePoint(a, b));
  return `{${entries.map(([key, one]) => `${quotedText(key)}:${canonicalJson(one)}`).join(",")}}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\b": "\\b",
  "\f": "\\f",
};

function quotedText(text: string): string {
  const escaped = text.replace(
    /["\\\u0000-\u001f]/g,
    (one) => ESCAPES[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"${escaped}"`;
}

/** The shortest digits that mean a double, as `repr` shows them: 1.0, 1e-05, 1e+16. */
export function pythonFloat(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const [, sign = "", digits = "", exponent = "0"] = /^(-?)([\d.]+)e([+-]\d+)$/.exec(value.toExponential()) ?? [];
  const power = Number(exponent);
  if (power < -4 || power >= 16)
    return `${sign}${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  const plain = digits.replace(".", "");
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${plain}`;
  const whole = plain.padEnd(power + 1, "0");
  return `${sign}${whole.slice(0, power + 1)}.${whole.slice(power + 1) || "0"}`;
}
