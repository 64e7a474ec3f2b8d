import { pythonFloat, pythonRepr } from "../../../engine/vera/python.ts";

/** How Python shows a value that came as JSON. */
export function valueRepr(value: unknown): string {
  if (typeof value === "string") return pythonRepr(value);
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : pythonFloat(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(valueRepr).join(", ")}]`;
  if (typeof value !== "object" || value === null) return "None";
  const members = Object.entries(value).map(([key, member]) => `${pythonRepr(key)}: ${valueRepr(member)}`);
  return `{${members.join(", ")}}`;
}

/** The name of its Python type. */
export function typeName(value: unknown): string {
  if (typeof value === "string") return "str";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  if (typeof value === "boolean") return "bool";
  if (Array.isArray(value)) return "list";
  return typeof value === "object" && value !== null ? "dict" : "NoneType";
}
