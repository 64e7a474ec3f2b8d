import type { ComposedSearch } from "../../engine/corpus/composed-search.ts";
import { quotedList } from "../../engine/corpus/quoted.ts";
import { FAMILIES } from "../../engine/corpus/row.ts";
import { isRecord } from "../../foundation/is-record.ts";
import { badRequest } from "./tero-error.ts";
import { type Fields, shown, wholeNumber } from "./tero-query.ts";

/** Which rows, and how they are shown. */
export interface AskedSearch {
  readonly search: ComposedSearch;
  /** Undefined: those of the format. */
  readonly fields: readonly string[] | undefined;
  readonly format: "compact" | "full";
}

const DEFAULT_LIMIT = 10;
const MOST_CHARACTERS = 2000;
const FIELDS: ReadonlySet<string> = new Set(
  "anchor family kind id title file line status guarantee_tag summary epic depends_on doc_refs gh_issue tag score why".split(
    " ",
  ),
);

/** The arguments of `search`; those in `advanced` count as if they stood beside the others. Throws bad_request. */
export function searchOf(given: Fields): AskedSearch {
  const { advanced } = given;
  if (isGiven(advanced) && !isRecord(advanced)) throw badRequest("`advanced` must be an object");
  const flat: Fields = { ...given, ...(isRecord(advanced) ? advanced : {}) };
  const filters = ["text", "id", "kind", "status", "tag", "family"].flatMap((name) =>
    isGiven(flat[name]) ? [[name, textOf(flat[name], name)]] : [],
  );
  const conditions: Partial<ComposedSearch> = Object.fromEntries(filters);
  const { family, text = "" } = conditions;
  if (family !== undefined && !(FAMILIES as readonly string[]).includes(family))
    throw badRequest(`unknown family ${shown(family)} (expected one of: ${FAMILIES.toSorted().join(", ")})`);
  const { length } = [...text];
  if (length > MOST_CHARACTERS)
    throw badRequest(`\`text\` exceeds the ${MOST_CHARACTERS}-character limit (${length} chars given)`);
  return {
    search: {
      ...conditions,
      limit: numberOf(flat.limit, "limit", 1, DEFAULT_LIMIT),
      offset: numberOf(flat.offset, "offset", 0, 0),
      order: oneOf(
        flat.order,
        ["auto", "relevance", "canonical"],
        "`order` must be 'auto', 'relevance', or 'canonical'",
      ),
    },
    fields: fieldsOf(flat.fields),
    format: oneOf(flat.format, ["compact", "full"], "`format` must be 'compact' or 'full'"),
  };
}

/** Null says the same as leaving an argument out. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOf(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  throw badRequest(`\`${name}\` must be a string, got ${typeOf(value)}`);
}

/** A type by the name that it has in the original's language. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "dict";
}

/** A whole number of at least `least`. */
export function numberOf(value: unknown, name: string, least: number, otherwise: number): number {
  if (!isGiven(value)) return otherwise;
  const number = wholeNumber(value);
  if (number === undefined) throw badRequest(`\`${name}\` must be an integer, got ${shown(value)}`);
  if (number < least) throw badRequest(`\`${name}\` must be >= ${least}, got ${number}`);
  return number;
}

/** The first is meant where none is given. */
function oneOf<T extends string>(value: unknown, names: readonly [T, ...T[]], rule: string): T {
  if (!isGiven(value)) return names[0];
  const found = names.find((name) => name === value);
  if (found === undefined) throw badRequest(`${rule}, got ${shown(value)}`);
  return found;
}

function fieldsOf(value: unknown): readonly string[] | undefined {
  if (!isGiven(value)) return undefined;
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string"))
    throw badRequest("`fields` must be an array of field-name strings");
  const unknown = value.filter((name) => !FIELDS.has(name));
  if (unknown.length > 0)
    throw badRequest(`unknown field(s) ${quotedList(unknown)} (expected one of: ${[...FIELDS].sort().join(", ")})`);
  return [...new Set(["anchor", ...value])];
}
