import { parseWithSource } from "../../../foundation/text/json-source.ts";
import { isNestedTooDeep } from "../../../toolsets/corpus/nesting.ts";

/** The `id` of a request as it goes back: unchanged, also a number that JavaScript cannot hold. Null where it is nested too deep to be written. */
export function idText(id: unknown, line: string): string {
  if (typeof id === "number" && !Number.isSafeInteger(id)) return sourceOfId(line) ?? JSON.stringify(id);
  return isNestedTooDeep(id) ? "null" : JSON.stringify(id);
}

function sourceOfId(line: string): string | undefined {
  const sources = new WeakMap<object, string>();
  let found: string | undefined;
  try {
    parseWithSource(line, function (key, value, { source }) {
      if (key === "id" && source !== undefined) sources.set(this, source);
      // The whole comes last, under an empty key.
      if (key === "" && typeof value === "object" && value !== null) found = sources.get(value) ?? found;
      return value;
    });
  } catch {
    // Nested too deep for a reviver.
  }
  return found;
}
