import { expect, test } from "bun:test";
import fc from "fast-check";
import { snippet } from "./snippet.ts";

const terms = new Set(["park", "fenc"]);

test("snippet() marks what matched, as written", () => {
  const { text, matches } = snippet("Parking near fences; no boats.", terms, 100);
  expect(matches.map(([start, end]) => text.slice(start, end))).toEqual(["Parking", "fences"]);
});

test("snippet() cuts the window with most different terms at spaces", () => {
  const filler = "lorem ipsum dolor ".repeat(20);
  const { text, matches } = snippet(`parking parking ${filler}parking by the fence ${filler}`, terms, 60);
  expect(text.length).toBeLessThanOrEqual(60);
  expect(text).toContain("parking by the fence");
  expect(matches.map(([start, end]) => text.slice(start, end))).toEqual(["parking", "fence"]);
  expect(text.startsWith("lorem") || text.startsWith("ipsum") || text.startsWith("dolor")).toBe(true);
});

test("snippet() stays within its budget and its text, and never cuts a character in two", () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("parking", "fence", "😀😀", "a", " ", "\n", "設備"), { maxLength: 80 }),
      fc.integer({ min: 4, max: 60 }),
      (words, budget) => {
        const whole = words.join("");
        const { text, matches, start, end } = snippet(whole, terms, budget);
        expect(text.length <= budget || whole.length <= budget).toBe(true);
        expect(text).toBe(whole.slice(start, end));
        expect(text.isWellFormed()).toBe(true);
        for (const [from, to] of matches) expect(from >= 0 && from < to && to <= text.length).toBe(true);
      },
    ),
    { numRuns: 300 },
  ));
