/** Ignoring case, then by UTF-16 units: the order of every listing (kb.md §1.4). */
export function comparePaths(a: string, b: string): number {
  return compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
