import type { Json, JsonObject } from "../../engine/vera/json.ts";
import type { Scalar } from "./metadata.ts";

/** Metadata that a chunk must have: for each key one of the values. */
export type Where = Readonly<Record<string, readonly Scalar[]>>;

/** Whether stored metadata has what is asked for. A stored list is never equal to anything. */
export function meets(metadata: JsonObject, where: Where): boolean {
  return Object.entries(where).every(([key, wanted]) => wanted.some((value) => isEqual(metadata[key] ?? null, value)));
}

/** Whether an archive's own metadata already rules it out: keys that it lacks may stand on its chunks. */
export function mayMeet(metadata: JsonObject, where: Where): boolean {
  return meets(metadata, Object.fromEntries(Object.entries(where).filter(([key]) => key in metadata)));
}

/** Python's equality: true is 1. */
function isEqual(stored: Json, wanted: Scalar): boolean {
  const plain = (value: Json): Json => (typeof value === "boolean" ? Number(value) : value);
  return typeof stored !== "object" && plain(stored) === plain(wanted);
}
