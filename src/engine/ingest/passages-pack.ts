import type { PassageKind, Span } from "../document.ts";
import { MAX_TOKENS, TARGET_TOKENS } from "./passages-split.ts";
import type { Unit } from "./passages-units.ts";

/** A passage below this takes a neighbour in, even when both together pass the target. */
const TINY_TOKENS = 60;

export interface Pack {
  readonly kind: PassageKind;
  readonly spans: Span[];
  readonly heading: number;
}

/** Joins units in order while they stand under one heading on one page and fit. */
export function packUnits(text: string, units: readonly Unit[], pageOf: (offset: number) => number): Pack[] {
  const packs: Pack[] = [];
  let current: Unit[] = [];
  const close = (): void => {
    const first = current[0];
    if (first === undefined) return;
    packs.push({ kind: kindOf(current), spans: current.flatMap((unit) => unit.spans), heading: first.heading });
    current = [];
  };
  for (const [index, unit] of units.entries()) {
    if (!fits(unit, index)) close();
    current.push(unit);
  }
  close();
  return packs;

  function fits(unit: Unit, index: number): boolean {
    const last = current.at(-1);
    const first = current[0];
    if (last === undefined || first === undefined) return true;
    if (unit.opens || unit.heading !== last.heading) return false;
    // What runs over the page ends its passage, so that a passage names at most the page its last paragraph began on and the next.
    if (pageOf(firstOffset(unit)) !== pageOf(firstOffset(first))) return false;
    if (pageOf(lastOffset(last)) !== pageOf(firstOffset(last))) return false;
    const tokens = current.reduce((sum, each) => sum + each.tokens, 0);
    const together = tokens + unit.tokens;
    if (together > MAX_TOKENS) return false;
    if (leadsIn(text, last, unit)) return true;
    // A sentence that leads in goes where its list, table or code goes.
    const announced = announcedBy(index);
    if (announced > 0) return together + announced <= (tokens < TINY_TOKENS ? MAX_TOKENS : TARGET_TOKENS * 1.1);
    if (unit.kind === "list" && last.kind === "list") return together <= TARGET_TOKENS * 1.5;
    // A table of some size stands for itself.
    if ([last, unit].some((each) => each.kind === "table" && each.tokens >= TINY_TOKENS)) return false;
    return together <= TARGET_TOKENS * 1.1 || tokens < TINY_TOKENS;
  }

  /** Tokens of what the unit there leads in, as far as they matter. */
  function announcedBy(index: number): number {
    const unit = units[index];
    const kind = units[index + 1]?.kind;
    let tokens = 0;
    for (let at = index + 1; tokens <= MAX_TOKENS; at++) {
      const next = units[at];
      if (unit === undefined || next === undefined || next.opens || next.kind !== kind) break;
      if (at === index + 1 ? !leadsIn(text, unit, next) : kind !== "list") break;
      tokens += next.tokens;
    }
    return tokens;
  }
}

/** True when `unit` belongs to `before`: a caption beside its table, a list or code after "as follows:". */
function leadsIn(text: string, before: Unit, unit: Unit): boolean {
  if (before.caption) return unit.kind === "table" || unit.kind === "code";
  if (unit.caption) return before.kind === "table" || before.kind === "code";
  if (before.kind !== "text" || unit.kind === "text") return false;
  const end = lastOffset(before) + 1;
  return /[:：]\s*$/.test(text.slice(Math.max(0, end - 8), end)) || unit.kind === "table";
}

function kindOf(units: readonly Unit[]): PassageKind {
  if (units.some((unit) => unit.kind === "table")) return "table";
  const code = units.filter((unit) => unit.kind === "code").reduce((sum, unit) => sum + unit.tokens, 0);
  const all = units.reduce((sum, unit) => sum + unit.tokens, 0);
  return code * 2 > all ? "code" : "text";
}

function firstOffset(unit: Unit): number {
  return unit.spans[0]?.start ?? 0;
}

function lastOffset(unit: Unit): number {
  return (unit.spans.at(-1)?.end ?? 1) - 1;
}
