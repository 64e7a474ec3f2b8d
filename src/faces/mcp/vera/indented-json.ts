import { pythonFloat } from "../../../engine/vera/python.ts";

/** Under these keys VERA has floating point numbers, also where they happen to be whole. */
const FLOATS: ReadonlySet<string> = new Set(
  "bbox page_width page_height width height score semantic_score keyword_score".split(" "),
);

/** JSON as the text items of VERA's server have it: indented by two, characters beyond ASCII as they are. Members that are undefined are left out. */
export function indentedJson(value: unknown, key = "", indent = ""): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return numberText(value, FLOATS.has(key));
  const deeper = `${indent}  `;
  const block = (open: string, items: readonly string[], close: string) =>
    items.length === 0 ? open + close : `${open}\n${deeper}${items.join(`,\n${deeper}`)}\n${indent}${close}`;
  if (Array.isArray(value))
    return block(
      "[",
      value.map((one) => indentedJson(one, key, deeper)),
      "]",
    );
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return block(
      "{",
      members.map(([name, member]) => `${JSON.stringify(name)}: ${indentedJson(member, name, deeper)}`),
      "}",
    );
  }
  return typeof value === "boolean" ? String(value) : "null";
}

/** JavaScript writes fractions as VERA's server does, but for a zero that is no more than a sign of their type. */
function numberText(value: number, isFloat: boolean): string {
  if (!Number.isFinite(value)) return "null";
  return isFloat && Number.isInteger(value) ? pythonFloat(value) : String(value);
}
