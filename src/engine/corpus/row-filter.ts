import { pathFilter } from "../search/filters.ts";
import { type Row, textOf } from "./row.ts";

/** What rows must have; of several values of one field any. Empty: no condition. */
export interface RowFilters {
  readonly family: readonly string[];
  readonly kind: readonly string[];
  readonly status: readonly string[];
  readonly id: readonly string[];
  readonly epic: readonly string[];
  readonly tag: readonly string[];
  /** Paths, folders, or globs. */
  readonly file: readonly string[];
}

interface Condition {
  readonly holds: (row: Row) => boolean;
  /** In words. */
  readonly shown: string;
}

/** All conditions together; `shown` is empty where there is none. Case does not count, but in ids. */
export function rowFilter({ family, kind, status, id, epic, tag, file }: RowFilters): Condition {
  const all = [
    condition("family", family, (row) => row.family),
    condition("kind", kind, (row) => row.kind),
    condition("status", status, (row) => textOf(row, "status")),
    condition("id", id, (row) => textOf(row, "id"), false),
    condition("epic", epic, (row) => textOf(row, "epic"), false),
    condition("tag", tag, (row) => row.tag),
    fileCondition(file),
  ].filter((one) => one !== undefined);
  return { holds: (row) => all.every((one) => one.holds(row)), shown: all.map((one) => one.shown).join(" and ") };
}

function condition(
  field: string,
  wanted: readonly string[],
  value: (row: Row) => string | undefined,
  anyCase = true,
): Condition | undefined {
  if (wanted.length === 0) return undefined;
  const known = new Set(wanted.map((one) => (anyCase ? one.toLowerCase() : one)));
  return {
    holds: (row) => {
      const own = value(row);
      return own !== undefined && known.has(anyCase ? own.toLowerCase() : own);
    },
    shown: `${field} ${wanted.join(" or ")}`,
  };
}

function fileCondition(wanted: readonly string[]): Condition | undefined {
  if (wanted.length === 0) return undefined;
  const isWanted = pathFilter(wanted);
  const known = new Map<string, boolean>();
  const holds = ({ file }: Row): boolean => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const is = isWanted(file);
    known.set(file, is);
    return is;
  };
  return { holds, shown: `file ${wanted.join(" or ")}` };
}
