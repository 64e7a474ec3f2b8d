import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { canonicalJson, isObject, type Json, parseJson, RecordNumber } from "./json.ts";

/** What a run measured, by type (vouch.md §1.4). */
export type Measured =
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "str"; readonly value: string }
  | { readonly type: "int" | "float"; readonly value: Scalar }
  | { readonly type: "stat"; readonly value: Stat }
  | { readonly type: "tuple"; readonly value: readonly Scalar[] };

/** A number with the text that it was written as; NaN and the infinities have none. */
export interface Scalar {
  readonly number: number;
  readonly source: string | number;
  readonly isWhole: boolean;
}

export interface Stat {
  readonly mean: Scalar;
  readonly std: Scalar;
  readonly n: Scalar;
  readonly min?: Scalar;
  readonly max?: Scalar;
}

/** What is said of a value beside what it is. */
export interface ValueFacts {
  readonly fmt?: string;
  readonly unit?: string;
  readonly desc?: string;
  readonly better?: string;
  readonly site?: string;
}

export interface RecordedValue extends ValueFacts {
  readonly measured: Measured;
}

export interface RecordedClaim extends ValueFacts {
  readonly holds: boolean;
  readonly explanation?: string;
}

export interface RecordedTable extends ValueFacts {
  readonly columns: readonly string[];
  readonly rowKey: string | undefined;
  readonly rows: readonly (readonly Json[])[];
  readonly formats: ReadonlyMap<string, string>;
}

/** A run's record, as far as it can be read. */
export interface RunRecord {
  readonly run: string;
  readonly status: string;
  readonly started: string | undefined;
  readonly entry: string | undefined;
  readonly command: readonly string[];
  readonly params: ReadonlyMap<string, Json>;
  readonly values: ReadonlyMap<string, RecordedValue>;
  readonly claims: ReadonlyMap<string, RecordedClaim>;
  readonly tables: ReadonlyMap<string, RecordedTable>;
  /** Hashes by path: of source files (16 hex of their text), and of inputs (null: it was not there). */
  readonly code: ReadonlyMap<string, string>;
  readonly inputs: ReadonlyMap<string, string | null>;
  /** Whether its hash is that of what it holds. */
  readonly isAsWritten: boolean;
  /** Values that cannot be read, with the reason. */
  readonly problems: readonly string[];
}

/** Reads a record of schema vouch/1. Throws values_invalid for what is no record; a value that cannot be read is one of its problems. */
export function readRecord(text: string, path: string): RunRecord {
  const record = parsed(text, path);
  const problems: string[] = [];
  const values = new Map<string, RecordedValue>();
  for (const [key, stored] of entriesOf(record.values)) {
    const measured = isObject(stored) ? measuredOf(stored) : undefined;
    if (measured === undefined || !isObject(stored)) problems.push(`${key} cannot be read`);
    else values.set(key, { measured, ...factsOf(stored) });
  }
  const code = isObject(record.code) ? record.code : {};
  return {
    run: textOf(record.run) ?? "",
    status: textOf(record.status) ?? "",
    started: textOf(record.started),
    entry: textOf(record.entry),
    command: listOf(record.command).flatMap((one) => textOf(one) ?? []),
    params: new Map(entriesOf(record.params)),
    values,
    claims: new Map(
      entriesOf(record.claims).flatMap(([key, claim]) => {
        if (!isObject(claim) || typeof claim.holds !== "boolean") return [];
        const explanation = textOf(claim.explanation);
        return [
          [key, { holds: claim.holds, ...factsOf(claim), ...(explanation === undefined ? {} : { explanation }) }],
        ];
      }),
    ),
    tables: new Map(
      entriesOf(record.tables).flatMap(([key, table]) => (isObject(table) ? [[key, tableOf(table)]] : [])),
    ),
    code: new Map(entriesOf(code.files).flatMap(([file, hash]) => (typeof hash === "string" ? [[file, hash]] : []))),
    inputs: new Map(
      entriesOf(record.inputs).flatMap(([file, hash]) =>
        hash === null || typeof hash === "string" ? [[file, hash]] : [],
      ),
    ),
    isAsWritten: record.record_hash === recordHash(record),
    problems,
  };
}

/** The hash of a record without its hash. */
export function recordHash(record: { readonly [key: string]: Json }): string {
  const { record_hash: _, ...rest } = record;
  return `sha256:${sha256(new TextEncoder().encode(canonicalJson(rest)))}`;
}

function parsed(text: string, path: string): { readonly [key: string]: Json } {
  const invalid = (problem: string, cause?: unknown) => new FootnoteError("values_invalid", { path, problem }, cause);
  let value: Json;
  try {
    value = parseJson(text);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error), error);
  }
  if (!isObject(value)) throw invalid("it is no JSON object");
  if (value.schema !== "vouch/1") throw invalid("its schema is not vouch/1");
  if (typeof value.run !== "string") throw invalid("it names no run");
  return value;
}

function tableOf(table: { readonly [key: string]: Json }): RecordedTable {
  const columns = listOf(table.columns).flatMap((one) => textOf(one) ?? []);
  return {
    columns,
    rowKey: textOf(table.row_key),
    rows: listOf(table.rows).map((row) => listOf(row)),
    formats: new Map(entriesOf(table.fmt).flatMap(([column, fmt]) => (typeof fmt === "string" ? [[column, fmt]] : []))),
    ...factsOf(table),
  };
}

function measuredOf({ type, value }: { readonly [key: string]: Json }): Measured | undefined {
  switch (type) {
    case "bool":
      return typeof value === "boolean" ? { type, value } : undefined;
    case "str":
      return typeof value === "string" ? { type, value } : undefined;
    case "int":
    case "float": {
      const scalar = scalarOf(value);
      return scalar === undefined || (type === "int" && !scalar.isWhole) ? undefined : { type, value: scalar };
    }
    case "stat": {
      const stat = isObject(value) ? statOf(value) : undefined;
      return stat === undefined ? undefined : { type, value: stat };
    }
    case "tuple": {
      const items = listOf(value).map((one) => scalarOf(one));
      const whole = items.filter((one) => one !== undefined);
      return Array.isArray(value) && whole.length === items.length ? { type, value: whole } : undefined;
    }
    default:
      return undefined;
  }
}

export function statOf(value: { readonly [key: string]: Json }): Stat | undefined {
  const [mean, std, n] = [scalarOf(value.mean), scalarOf(value.std), scalarOf(value.n)];
  if (mean === undefined || std === undefined || n === undefined) return undefined;
  const [min, max] = [scalarOf(value.min), scalarOf(value.max)];
  return { mean, std, n, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

const SPECIAL: Readonly<Record<string, number>> = { nan: Number.NaN, inf: Infinity, "-inf": -Infinity };

export function scalarOf(value: Json | undefined): Scalar | undefined {
  if (value instanceof RecordNumber) return { number: value.value, source: value.source, isWhole: value.isWhole };
  const special = isObject(value) && typeof value.$float === "string" ? SPECIAL[value.$float] : undefined;
  return special === undefined ? undefined : { number: special, source: special, isWhole: false };
}

function factsOf(stored: { readonly [key: string]: Json }): ValueFacts {
  const facts: Record<string, string> = {};
  for (const name of ["fmt", "unit", "desc", "better", "site"] as const) {
    const value = textOf(stored[name]);
    if (value !== undefined) facts[name] = value;
  }
  return facts;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}
