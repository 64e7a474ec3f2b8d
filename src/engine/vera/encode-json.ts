import { byCodePoint } from "../../foundation/text/code-points.ts";
import { pythonFloat } from "./python.ts";

/** A number that Python holds as a float, so that 72 is written "72.0". */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export type Encodable =
  | null
  | boolean
  | number
  | string
  | Float
  | readonly Encodable[]
  | { readonly [key: string]: Encodable };

/** As VERA stores metadata: keys sorted by code point, no white space, characters beyond ASCII as they are. Throws RangeError for NaN and infinities. */
export function compactJson(value: Encodable): string {
  return encode(value, { comma: ",", colon: ":", sorted: true });
}

/** As VERA stores the viewer's pages and blocks: keys in the order given, a space behind commas and colons. */
export function spacedJson(value: Encodable): string {
  return encode(value, { comma: ", ", colon: ": ", sorted: false });
}

interface Style {
  readonly comma: string;
  readonly colon: string;
  readonly sorted: boolean;
}

function encode(value: Encodable, style: Style): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : finite(value);
  if (value instanceof Float) return finite(value.value);
  if (isList(value)) return `[${value.map((one) => encode(one, style)).join(style.comma)}]`;
  const keys = style.sorted ? Object.keys(value).sort(byCodePoint) : Object.keys(value);
  const members = keys.map((key) => `${JSON.stringify(key)}${style.colon}${encode(value[key] ?? null, style)}`);
  return `{${members.join(style.comma)}}`;
}

function isList(value: object): value is readonly Encodable[] {
  return Array.isArray(value);
}

function finite(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot stand in JSON`);
  return pythonFloat(value);
}
