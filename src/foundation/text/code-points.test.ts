import { expect, test } from "bun:test";
import fc from "fast-check";
import { byCodePoint } from "./code-points.ts";

/** Character by character. */
function naive(a: string, b: string): number {
  const [left, right] = [[...a], [...b]].map((all) => all.map((one) => one.codePointAt(0) ?? 0));
  for (const [at, point] of (left ?? []).entries()) {
    const other = right?.[at];
    if (other === undefined) return 1;
    if (point !== other) return point - other;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}

test("byCodePoint() puts what is beyond U+FFFF behind all below", () => {
  expect(["\u{1f600}", "\uff21", "a", "", "\u{10000}", "ab"].sort(byCodePoint)).toEqual([
    "",
    "a",
    "ab",
    "\uff21",
    "\u{10000}",
    "\u{1f600}",
  ]);
});

test("byCodePoint() compares as one does character by character, also halves of pairs", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "\uff21", "\u{1f600}", "\u{1f601}", "\ud83d", "\ude00", "\udfff"))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(naive(a, b)));
    }),
    { numRuns: 5000 },
  );
});
