import { FootnoteError } from "../../foundation/errors.ts";
import type { Row } from "./connection.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json.ts";

/** Takes typed values out of a row; SQLite lets any value stand in any column. `what` names the row for the error. */
export interface Columns {
  text(column: string): string;
  optionalText(column: string): string | undefined;
  integer(column: string): number;
  bytes(column: string): Uint8Array;
  object(column: string): JsonObject;
}

export function columnsOf(row: Row, what: string, path: string): Columns {
  const odd = (column: string, wanted: string): FootnoteError =>
    new FootnoteError("vera_invalid", { path, problem: `${column} of ${what} is not ${wanted}` });
  const text = (column: string): string => {
    const value = row[column];
    if (typeof value !== "string") throw odd(column, "text");
    return value;
  };
  return {
    text,
    optionalText: (column) => (row[column] === null ? undefined : text(column)),
    integer(column) {
      const value = row[column];
      if (typeof value !== "number" || !Number.isSafeInteger(value)) throw odd(column, "a whole number");
      return value;
    },
    bytes(column) {
      const value = row[column];
      if (!(value instanceof Uint8Array)) throw odd(column, "bytes");
      return value;
    },
    object(column) {
      const value = parseJson(text(column));
      if (!isJsonObject(value)) throw odd(column, "a JSON object");
      return value;
    },
  };
}
