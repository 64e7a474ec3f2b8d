import type { CorpusAnswer, CorpusQuery, CorpusRefusal } from "../../engine/corpus/query.ts";
import { quoted } from "../../engine/corpus/quoted.ts";
import { badRequest } from "./tero-error.ts";

/** Arguments as they came. */
export type Fields = Readonly<Record<string, unknown>>;

/** The query of one of the five kinds. Throws bad_request. */
export function queryOf(kind: unknown, given: Fields): CorpusQuery {
  switch (kind) {
    case "id":
    case "status":
    case "kind":
    case "text":
      return { kind, value: required(given.value, "value") };
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

/** A value as messages show it. */
export function shown(value: unknown): string {
  return typeof value === "string" ? quoted(value) : JSON.stringify(value);
}

export function citationsOf(result: CorpusAnswer | CorpusRefusal): object {
  return result.kind === "refusal" ? result : { kind: "citations", citations: result.citations };
}

export function traceOf(result: CorpusAnswer | CorpusRefusal): object {
  return result.kind === "refusal" ? result : { kind: "explain", explain: result.explain };
}
