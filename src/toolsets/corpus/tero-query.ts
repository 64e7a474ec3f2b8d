import type { CorpusAnswer, CorpusQuery, CorpusRefusal } from "../../engine/corpus/query.ts";
import { quoted } from "../../engine/corpus/quoted.ts";
import { isNestedTooDeep } from "./nesting.ts";
import { badRequest } from "./tero-error.ts";

/** Arguments as they came. */
export type Fields = Readonly<Record<string, unknown>>;

/** The query of one of the five kinds. Throws bad_request. */
export function queryOf(kind: unknown, given: Fields): CorpusQuery {
  switch (kind) {
    case "id":
    case "status":
    case "kind":
      return { kind, value: required(given.value, "value") };
    case "text":
      return { kind, value: searchable(required(given.value, "value")) };
    case "cross_ref":
      return { kind, start: required(given.start, "start"), depth: depthOf(given.depth) };
    default:
      throw badRequest(
        `unknown query kind ${quoted(typeof kind === "string" ? kind : "")} (expected one of: id, status, kind, cross_ref, text)`,
      );
  }
}

function required(value: unknown, name: "value" | "start"): string {
  if (typeof value === "string") return value;
  throw badRequest(`missing required argument \`${name}\``);
}

/** Each word of a text is looked for in all rows: without a limit one line would keep the server busy for minutes. */
const MOST_CHARACTERS = 10_000;

function searchable(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  throw badRequest(`\`value\` exceeds the ${MOST_CHARACTERS}-character limit (${text.length} chars given)`);
}

function depthOf(depth: unknown): number {
  if (depth === undefined || depth === null) return 1;
  const number = wholeNumber(depth);
  if (number !== undefined && number >= 0) return number;
  throw badRequest(`\`depth\` must be a non-negative integer, got ${shown(depth)}`);
}

/** A whole number, or the digits of one; undefined else. */
export function wholeNumber(value: unknown): number | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  return typeof value === "string" && /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : undefined;
}

const MOST_SHOWN = 200;

/** A value as messages show it; the beginning of a long one. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quoted(cut(value));
  if (isNestedTooDeep(value)) return Array.isArray(value) ? "[…]" : "{…}";
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

export function citationsOf(result: CorpusAnswer | CorpusRefusal): object {
  return result.kind === "refusal" ? result : { kind: "citations", citations: result.citations };
}

export function traceOf(result: CorpusAnswer | CorpusRefusal): object {
  return result.kind === "refusal" ? result : { kind: "explain", explain: result.explain };
}
