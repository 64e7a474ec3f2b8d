import { pythonFloat } from "../../../engine/vera/python.ts";

/** Under these keys VERA has floating point numbers, also where they happen to be whole. */
const FLOATS: ReadonlySet<string> = new Set(
  "bbox page_width page_height width height score semantic_score keyword_score top_score hit_rate mrr".split(" "),
);

/** One line of JSON as Python's `json.dumps` writes it: a space behind commas and colons, everything beyond ASCII escaped. */
export function pythonJson(value: unknown, key = ""): string {
  if (typeof value === "string") return ascii(JSON.stringify(value));
  if (typeof value === "number")
    return Number.isInteger(value) && !FLOATS.has(key) ? String(value) : pythonFloat(value);
  if (Array.isArray(value)) return `[${value.map((one) => pythonJson(one, key)).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([name, member]) => `${ascii(JSON.stringify(name))}: ${pythonJson(member, name)}`).join(", ")}}`;
  }
  return typeof value === "boolean" ? String(value) : "null";
}

function ascii(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
