import type { Rect } from "./geometry.ts";

/** Rules this near to each other are one, or touch. */
export const NEAR = 3;

/** Rules that touch each other, directly or through others. */
export interface RuleGroup {
  readonly flat: readonly Rect[];
  readonly upright: readonly Rect[];
}

export function ruleGroups(flat: readonly Rect[], upright: readonly Rect[]): RuleGroup[] {
  const all = [...flat, ...upright];
  const group = all.map((_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (group[top] !== top) top = group[top] as number;
    group[at] = top;
    return top;
  };
  // A sweep down the page: only rules that are still open can touch.
  const order = all.map((_, at) => at).sort((a, b) => (all[a] as Rect).y0 - (all[b] as Rect).y0);
  let open: number[] = [];
  for (const at of order) {
    const rule = all[at] as Rect;
    open = open.filter((other) => (all[other] as Rect).y1 >= rule.y0 - NEAR);
    for (const other of open) if (touch(rule, all[other] as Rect)) group[root(at)] = root(other);
    open.push(at);
  }
  const members = new Map<number, { flat: Rect[]; upright: Rect[] }>();
  for (const at of order) {
    const top = root(at);
    const found = members.get(top) ?? { flat: [], upright: [] };
    members.set(top, found);
    (at < flat.length ? found.flat : found.upright).push(all[at] as Rect);
  }
  return [...members.values()];
}

function touch(a: Rect, b: Rect): boolean {
  return a.x0 <= b.x1 + NEAR && b.x0 <= a.x1 + NEAR && a.y0 <= b.y1 + NEAR && b.y0 <= a.y1 + NEAR;
}

/** Places that differ, ascending. */
export function edgesOf(values: readonly number[]): number[] {
  const edges: number[] = [];
  for (const value of values.toSorted((a, b) => a - b))
    if (edges.length === 0 || value - (edges.at(-1) as number) > NEAR) edges.push(value);
  return edges;
}
