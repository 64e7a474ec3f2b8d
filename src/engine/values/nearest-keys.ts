const MOST = 3;
/** From so much alike on a key is worth naming; as vouch 0.6 does. */
const CUTOFF = 0.85;

/** The keys most like one that is not there, the likest first. */
export function nearestKeys(key: string, keys: Iterable<string>): string[] {
  const scored: { readonly key: string; readonly score: number }[] = [];
  for (const one of keys) {
    const score = alike(key, one);
    if (score >= CUTOFF) scored.push({ key: one, score });
  }
  return scored
    .sort((a, b) => b.score - a.score || (a.key < b.key ? 1 : -1))
    .slice(0, MOST)
    .map((one) => one.key);
}

/** Ratcliff and Obershelp's measure: twice what matches, as a share of both lengths. */
function alike(a: string, b: string): number {
  // What the lengths alone rule out.
  if ((2 * Math.min(a.length, b.length)) / (a.length + b.length) < CUTOFF) return 0;
  return (2 * matching(a, b)) / (a.length + b.length);
}

/** Characters in the longest common piece, and in what is common before and behind it. */
function matching(a: string, b: string): number {
  if (a === "" || b === "") return 0;
  let best = { length: 0, a: 0, b: 0 };
  let row = new Uint16Array(b.length + 1);
  for (let at = 0; at < a.length; at++) {
    const next = new Uint16Array(b.length + 1);
    for (let to = 0; to < b.length; to++) {
      if (a[at] !== b[to]) continue;
      const length = (row[to] ?? 0) + 1;
      next[to + 1] = length;
      if (length > best.length) best = { length, a: at - length + 1, b: to - length + 1 };
    }
    row = next;
  }
  if (best.length === 0) return 0;
  return (
    matching(a.slice(0, best.a), b.slice(0, best.b)) +
    best.length +
    matching(a.slice(best.a + best.length), b.slice(best.b + best.length))
  );
}
