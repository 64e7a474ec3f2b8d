import { isNestedTooDeep } from "../../../toolsets/corpus/nesting.ts";

/** JSON.parse tells a reviver how a number was written (ECMA-262 2026, “JSON.parse source text access”); TypeScript's types do not yet. */
type ParseWithSource = (
  text: string,
  reviver: (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/** The `id` of a request as it goes back: unchanged, also a number that JavaScript cannot hold. Null where it is nested too deep to be written. */
export function idText(id: unknown, line: string): string {
  if (typeof id === "number" && !Number.isSafeInteger(id)) return sourceOfId(line) ?? JSON.stringify(id);
  return isNestedTooDeep(id) ? "null" : JSON.stringify(id);
}

function sourceOfId(line: string): string | undefined {
  const sources = new WeakMap<object, string>();
  let found: string | undefined;
  try {
    (JSON.parse as ParseWithSource)(line, function (key, value, { source }) {
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
