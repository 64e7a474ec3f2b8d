import { expect, test } from "bun:test";
import fc from "fast-check";
import { layoutPage } from "./page.ts";
import { assemble, assembleDocument } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

test("assembleDocument() keeps a table's header on each page that repeats it", () => {
  const page = (number: number, row: string): TestPage => {
    const one = new TestPage(number)
      .text(65, 203, "Key")
      .text(165, 203, "Value")
      .text(65, 223, row)
      .text(165, 223, "7");
    for (const y of [190, 210, 230]) one.rule(60, y, 260, y);
    for (const x of [60, 160, 260]) one.rule(x, 190, x, 230);
    return one;
  };
  const document = assemble([page(1, "first"), page(2, "second")]);
  expect(document.text).toBe("Key\tValue\nfirst\t7\fKey\tValue\nsecond\t7");
  expect(
    document.blocks
      .filter(({ kind }) => kind === "cell")
      .map(({ page, level, parent }) => [page, level, document.blocks[parent]?.kind]),
  ).toEqual([
    [1, 0, "row"],
    [1, 1, "row"],
    [1, 0, "row"],
    [1, 1, "row"],
    [2, 0, "row"],
    [2, 1, "row"],
    [2, 0, "row"],
    [2, 1, "row"],
  ]);
});

test("assembleDocument() gives labels, offsets and words in the document's own offsets", () => {
  const document = assemble([new TestPage(1).text(60, 200, "one"), new TestPage(2).text(60, 200, "two")], {
    labels: ["i", undefined],
    language: "de",
  });
  expect(document.text).toBe("one\ftwo");
  expect(document.pages.map(({ label, start, end }) => [label, start, end])).toEqual([
    ["i", 0, 3],
    [undefined, 4, 7],
  ]);
  expect([...(document.words[1]?.starts ?? [])]).toEqual([4]);
  expect(document.language).toBe("de");
});

test("assembleDocument() keeps every page's text, ascending spans and parents before their children", () => {
  const line = fc.record({
    x: fc.integer({ min: 20, max: 400 }),
    y: fc.integer({ min: 3, max: 77 }),
    text: fc.stringMatching(/^[A-Za-z0-9.]{1,9}( [a-z0-9.]{1,9}){0,4}$/),
    size: fc.constantFrom(8, 10, 14),
  });
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 12 }), { minLength: 1, maxLength: 5 }), (pages) => {
      const layouts = pages.map((lines, at) => {
        const page = new TestPage(at + 1);
        for (const { x, y, text, size } of lines.filter(
          (one, index) => lines.findIndex((other) => other.y === one.y) === index,
        ))
          page.text(x, 10 * y, text, { size });
        return layoutPage(page.glyphs());
      });
      const outline = layouts.map(({ text }, at) => ({
        title: text.split("\n")[0] ?? "",
        level: (at % 3) + 1,
        page: at + 1,
      }));
      const document = assembleDocument(layouts, { outline }, "x.pdf");
      expect(document.text).toBe(layouts.map(({ text }) => text).join("\f"));
      let last = -1;
      for (const [at, block] of document.blocks.entries()) {
        expect(block.parent).toBeLessThan(at);
        const page = document.pages[block.page - 1];
        expect(block.start).toBeGreaterThanOrEqual(page?.start ?? 0);
        expect(block.end).toBeLessThanOrEqual(page?.end ?? 0);
        if (block.kind === "row" || block.kind === "cell") continue;
        expect(block.start).toBeGreaterThanOrEqual(last);
        expect(block.end).toBeGreaterThan(block.start);
        last = block.end;
      }
    }),
    { numRuns: 100 },
  );
});
