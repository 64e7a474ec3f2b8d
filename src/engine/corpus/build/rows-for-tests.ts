import { rowsInFile } from "./rows-in-file.ts";

/** The rows of a file, a line each: what `fields` of them say. */
export function rowsFor(path: string, text: string | readonly string[], fields: readonly string[], family = "doc") {
  const rows = rowsInFile({ path, text: typeof text === "string" ? text : text.join("\n") }, family);
  return rows.map((row) => fields.map((field) => (row as unknown as Record<string, unknown>)[field]));
}
