import { isObject, type Json, RecordNumber } from "./json.ts";
import type { Metrics } from "./metrics.ts";
import { type Measured, type RunRecord, scalarOf, statOf, type ValueFacts } from "./record.ts";
import { confidence, type Printing, scalar, shownValue } from "./render.ts";

export const KEY_KINDS = ["value", "stat-field", "element", "param", "claim", "table", "table-cell"] as const;

/** Something that can be cited by its key (vouch.md §1.2). */
export interface IndexEntry extends ValueFacts {
  readonly key: string;
  readonly kind: (typeof KEY_KINDS)[number];
  readonly run: string;
  /** Undefined for claims and tables. */
  readonly measured?: Measured;
  readonly holds?: boolean;
  readonly explanation?: string;
  /** As a person reads it. */
  readonly shown: string;
  /** The key that it is a part of. */
  readonly parent?: string;
}

const MOST_ELEMENTS = 64;

/** Every key of some runs, in the order of the runs; of a key that two have the first counts, and the others are told. */
export function valueIndex(
  records: readonly RunRecord[],
  metrics: Metrics,
  printing: Printing,
): { readonly entries: ReadonlyMap<string, IndexEntry>; readonly conflicts: readonly string[] } {
  const entries = new Map<string, IndexEntry>();
  const conflicts: string[] = [];
  for (const record of records)
    for (const entry of entriesOf(record, metrics, printing)) {
      const known = entries.get(entry.key);
      if (known === undefined) entries.set(entry.key, entry);
      else if (known.run !== entry.run) conflicts.push(`${entry.key} is recorded by ${known.run} and by ${entry.run}`);
    }
  return { entries, conflicts };
}

function* entriesOf(record: RunRecord, metrics: Metrics, printing: Printing): Generator<IndexEntry> {
  const { run } = record;
  const entry = (
    key: string,
    kind: IndexEntry["kind"],
    measured: Measured,
    facts: ValueFacts,
    parent?: string,
  ): IndexEntry => ({
    key,
    kind,
    run,
    measured,
    ...facts,
    shown: shownValue(measured, facts.fmt, facts.unit, printing),
    ...(parent === undefined ? {} : { parent }),
  });
  for (const [key, { measured, ...stored }] of record.values) {
    const facts = { ...metrics(key), ...stored };
    yield entry(key, "value", measured, facts);
    for (const [name, part, fmt] of partsOf(measured)) {
      const { better, desc, fmt: own, ...rest } = facts;
      const shown =
        measured.type === "stat"
          ? desc === undefined
            ? `${name} of ${key}`
            : `${desc} (${name})`
          : `element ${name} of ${key}`;
      const described = measured.type === "tuple" && desc !== undefined ? `${desc} (element ${name})` : shown;
      const inner: ValueFacts = {
        ...rest,
        desc: described,
        ...(fmt && own !== undefined ? { fmt: own } : {}),
        ...(name === "mean" && better !== undefined ? { better } : {}),
      };
      if (record.values.has(`${key}.${name}`)) continue;
      yield entry(`${key}.${name}`, measured.type === "stat" ? "stat-field" : "element", part, inner, key);
    }
  }
  for (const [name, value] of record.params)
    yield entry(`${run}.param.${name}`, "param", measuredJson(value), {
      desc: `parameter ${name} of run ${run}`,
      ...metrics(`${run}.param.${name}`),
    });
  for (const [key, { holds, explanation, ...facts }] of record.claims)
    yield {
      key,
      kind: "claim",
      run,
      holds,
      ...descOf(metrics(key)),
      ...facts,
      ...(explanation === undefined ? {} : { explanation }),
      shown: holds ? "HOLDS" : "FALSE",
    };
  for (const [key, { columns, rowKey, rows, formats, ...facts }] of record.tables) {
    yield { key, kind: "table", run, ...descOf(metrics(key)), ...facts, shown: "" };
    const named = rowKey === undefined ? -1 : columns.indexOf(rowKey);
    for (const [number, row] of rows.entries()) {
      const id = named < 0 ? String(number) : slug(plainText(row[named] ?? null));
      for (const [at, column] of columns.entries()) {
        const fmt = formats.get(column);
        const cell = `${key}.${id}.${slug(column)}`;
        const said = {
          desc: `${column} of ${id} in table ${key}`,
          ...(fmt === undefined ? {} : { fmt }),
          ...metrics(cell),
        };
        yield entry(cell, "table-cell", measuredJson(row[at] ?? null), said, key);
      }
    }
  }
}

/** Claims and tables have no unit and no format. */
function descOf({ desc }: ValueFacts): ValueFacts {
  return desc === undefined ? {} : { desc };
}

/** The parts of a value that have keys of their own, and whether they are printed as it is. */
function partsOf(measured: Measured): (readonly [name: string, part: Measured, sameFormat: boolean])[] {
  if (measured.type === "tuple") {
    if (measured.value.length > MOST_ELEMENTS) return [];
    return measured.value.map((one, at) => [String(at), { type: one.isWhole ? "int" : "float", value: one }, true]);
  }
  if (measured.type !== "stat") return [];
  const { mean, std, n, min, max } = measured.value;
  const float = (name: string, value: typeof mean | undefined) =>
    value === undefined ? [] : [[name, { type: "float", value }, true] as const];
  const interval = confidence(measured.value);
  return [
    ...float("mean", mean),
    ...float("std", std),
    ["n", { type: "int", value: n }, false],
    ...(interval === undefined ? [] : [["ci95", { type: "tuple", value: interval.map(scalar) }, true] as const]),
    ...float("min", min),
    ...float("max", max),
  ];
}

/** What a parameter or a cell is. */
function measuredJson(value: Json): Measured {
  if (typeof value === "boolean") return { type: "bool", value };
  const one = scalarOf(value);
  if (one !== undefined) return { type: value instanceof RecordNumber && one.isWhole ? "int" : "float", value: one };
  if (isObject(value) && isObject(value.$stat)) {
    const stat = statOf(value.$stat);
    if (stat !== undefined) return { type: "stat", value: stat };
  }
  const items = Array.isArray(value)
    ? value
    : isObject(value) && Array.isArray(value.$tuple)
      ? value.$tuple
      : undefined;
  const numbers = items?.map((item) => scalarOf(item)).filter((item) => item !== undefined);
  if (items !== undefined && numbers !== undefined && numbers.length === items.length)
    return { type: "tuple", value: numbers };
  return { type: "str", value: plainText(value) };
}

function plainText(value: Json): string {
  if (value === null) return "None";
  if (value instanceof RecordNumber) return value.source;
  if (Array.isArray(value)) return value.map(plainText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A piece of a key. */
function slug(text: string): string {
  const made = text.trim().replace(/[^A-Za-z0-9_-]/g, "_");
  return made === "" ? "_" : made;
}
