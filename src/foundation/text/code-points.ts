/** Order by code point, as Python and UTF-8 have it. JavaScript compares UTF-16 units, which puts characters beyond U+FFFF before some below. */
export function byCodePoint(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === most) return a.length - b.length;
  // Behind the first half of a pair that both have, the whole characters differ, or one has half of one.
  const before = at > 0 && isFirstHalf(a.charCodeAt(at - 1)) ? at - 1 : at;
  return pointAt(a, before) - pointAt(b, before) || pointAt(a, at) - pointAt(b, at);
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function pointAt(text: string, at: number): number {
  return text.codePointAt(at) ?? 0;
}
