import { expect, test } from "bun:test";
import fc from "fast-check";
import { layoutPage, layoutTransferables } from "./page.ts";
import { TestPage } from "./test-page.ts";

test("layoutPage() loses nothing, keeps words inside their blocks in order, and always gives the same", () => {
  const word = fc.stringMatching(/^[a-z0-9.•(]{1,8}$/);
  const line = fc.record({
    x: fc.integer({ min: 0, max: 500 }),
    y: fc.integer({ min: 10, max: 780 }),
    words: fc.array(word, { minLength: 1, maxLength: 6 }),
    size: fc.constantFrom(7, 10, 16),
    hidden: fc.constantFrom(0, 0, 0, 1),
  });
  const rule = fc.tuple(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 780 }), fc.boolean());
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.array(rule, { maxLength: 12 }), (lines, rules) => {
      const page = new TestPage();
      const placed = lines.filter((one, at) => !lines.slice(0, at).some((other) => Math.abs(other.y - one.y) < 4));
      for (const { x, y, words, size, hidden } of placed) page.text(x, y, words.join(" "), { size, hidden });
      for (const [x, y, flat] of rules) page.rule(x, y, flat ? x + 200 : x, flat ? y : y + 100);
      const layout = layoutPage(page.glyphs());
      const letters = (text: string): string => [...text.replace(/\s/g, "")].sort().join("");
      expect(letters(layout.text)).toBe(letters(placed.map(({ words }) => words.join("")).join("")));
      for (let at = 1; at < layout.starts.length; at++)
        expect(layout.starts[at]).toBeGreaterThanOrEqual(layout.ends[at - 1] ?? 0);
      const outer = layout.blocks.filter(({ parent }) => parent < 0);
      for (let at = 1; at < outer.length; at++) expect(outer[at]?.start).toBeGreaterThan(outer[at - 1]?.end ?? 0);
      for (const [at, start] of layout.starts.entries()) {
        const home = outer.filter((block) => block.start <= start && (layout.ends[at] ?? 0) <= block.end);
        expect(home).toHaveLength(1);
      }
      for (const [at, { parent }] of layout.blocks.entries()) expect(parent).toBeLessThan(at);
      expect(layoutPage(page.glyphs())).toEqual(layout);
    }),
    { numRuns: 150 },
  );
});

test("layoutPage() takes broken glyphs for what they are", () => {
  const glyphs = new TestPage().text(60, 200, "abc").glyphs();
  glyphs.codes.set([0x110000, 0xd800, 0x07]);
  glyphs.boxes[0] = Number.NaN;
  const { text } = layoutPage(glyphs);
  expect(text.isWellFormed()).toBe(true);
  expect(text.replace(/\s/g, "")).toBe("\ufffd\ufffd");
});

test("layoutTransferables() names every buffer, and the rest can be cloned", () => {
  const layout = layoutPage(new TestPage().text(60, 200, "some words").glyphs());
  const copy = structuredClone(layout);
  expect(layoutTransferables(layout)).toHaveLength(3);
  expect(structuredClone(layout, { transfer: layoutTransferables(layout) })).toEqual(copy);
});
