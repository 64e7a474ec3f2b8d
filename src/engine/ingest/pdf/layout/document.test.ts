import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { headingPath, type ParsedDocument } from "../../../document.ts";
import type { PdfFacts } from "../glyphs.ts";
import { assembleDocument } from "./document.ts";
import { layoutPage } from "./page.ts";
import { TestPage } from "./test-page.ts";

const PROSE = [
  "the body of a page has enough text that",
  "its size is the one most letters have",
  "and it ends with a full stop at last.",
];

function assemble(pages: readonly TestPage[], facts: Partial<PdfFacts> = {}, fileName = "report.pdf"): ParsedDocument {
  const layouts = pages.map((page) => layoutPage(page.glyphs()));
  return assembleDocument(layouts, { labels: [], outline: [], ...facts }, { fileName });
}

/** Kind (and level where it has one) and text of the blocks at the root. */
function blocksOf({ blocks, text }: ParsedDocument): [string, string][] {
  return blocks
    .filter(({ kind }) => kind !== "row" && kind !== "cell")
    .map(({ kind, level, start, end }) => [level > 0 ? `${kind} ${level}` : kind, text.slice(start, end)]);
}

describe("assembleDocument() tells furniture", () => {
  const page = (number: number, head = "A Running Head"): TestPage =>
    new TestPage(number).text(60, 40, head).lines(60, 200, PROSE).text(300, 760, String(number));

  test("by what repeats at one place, and keeps it in the text", () => {
    const { text, ...document } = assemble([page(1), page(2), page(3)]);
    const kinds = document.blocks.map(({ kind }) => kind);
    expect(kinds).toEqual([
      "furniture",
      "paragraph",
      "furniture",
      "furniture",
      "paragraph",
      "furniture",
      "furniture",
      "paragraph",
      "furniture",
    ]);
    expect(text.match(/A Running Head/g)).toHaveLength(3);
  });

  test("with heads that alternate", () => {
    const document = assemble([1, 2, 3, 4, 5, 6].map((number) => page(number, number % 2 ? "Odd Head" : "Even Head")));
    expect(document.blocks.filter(({ kind }) => kind === "furniture")).toHaveLength(12);
  });

  test("but not a chapter's title that stands there once", () => {
    const document = assemble([
      page(1),
      page(2),
      page(3, "Results of the Year"),
      page(4),
      page(5),
      page(6),
      page(7),
      page(8),
      page(9),
    ]);
    const title = blocksOf(document).find(([, text]) => text === "Results of the Year");
    expect(title?.[0]).not.toBe("furniture");
  });

  test("by numbers that count along with the pages, whatever the words beside them", () => {
    const heads = ["Origins", "Methods", "Results", "Outlook"].map((name, at) =>
      page(at + 1, `${name} and more ${at + 41}`),
    );
    expect(blocksOf(assemble(heads)).filter(([kind]) => kind === "furniture")).toHaveLength(8);
  });
});

describe("assembleDocument() finds headings", () => {
  test("by the outline, with levels and parents; one that wraps is one", () => {
    const page = new TestPage()
      .text(60, 100, "1 A chapter whose title", { size: 14 })
      .text(60, 116, "goes on below", { size: 14 })
      .lines(60, 150, PROSE)
      .text(60, 210, "1.1 Inner part", { font: "bold" })
      .lines(60, 240, PROSE);
    const outline = [
      { title: "A chapter whose title goes on below", level: 1, page: 1 },
      { title: "Inner part", level: 2, page: 1 },
    ];
    const document = assemble([page], { outline });
    expect(blocksOf(document).map(([kind]) => kind)).toEqual(["heading 1", "paragraph", "heading 2", "paragraph"]);
    expect(document.blocks.map(({ parent }) => parent)).toEqual([-1, 0, 0, 2]);
    expect(headingPath(document, 2)).toEqual(["1 A chapter whose title goes on below", "1.1 Inner part"]);
  });

  test("by the outline where the title runs into its text", () => {
    const page = new TestPage().lines(60, 100, ["Scope", ...PROSE]);
    const document = assemble([page], { outline: [{ title: "Scope", level: 1, page: 1 }] });
    expect(blocksOf(document)).toEqual([
      ["heading 1", "Scope"],
      ["paragraph", PROSE.join("\n")],
    ]);
  });

  test("by type and numbering without an outline", () => {
    const page = new TestPage();
    const heads: [string, number, "regular" | "bold"][] = [
      ["1 Origins", 14, "bold"],
      ["1.1 Early days", 10, "bold"],
      ["2 Methods", 14, "bold"],
    ];
    for (const [at, [text, size, font]] of heads.entries())
      page.text(60, 150 + 100 * at, text, { size, font }).lines(60, 180 + 100 * at, PROSE);
    const found = blocksOf(assemble([page])).filter(([kind]) => kind.startsWith("heading"));
    expect(found).toEqual([
      ["heading 1", "1 Origins"],
      ["heading 2", "1.1 Early days"],
      ["heading 1", "2 Methods"],
    ]);
  });
});

test("assembleDocument() marks contents by leaders, or by numbers under a heading that says so", () => {
  const leaders = new TestPage().lines(60, 200, ["1 Origins ........ 3", "2 Methods ........ 7"]);
  expect(blocksOf(assemble([leaders]))[0]?.[0]).toBe("toc");
  const plain = new TestPage()
    .text(60, 150, "Contents", { size: 14 })
    .lines(60, 180, ["Origins 3", "Methods 7"])
    .lines(60, 400, PROSE);
  expect(blocksOf(assemble([plain])).map(([kind]) => kind)).toEqual(["heading 1", "toc", "paragraph"]);
});

test("assembleDocument() marks notes at the foot of a page", () => {
  const page = new TestPage()
    .lines(60, 300, PROSE)
    .lines(60, 600, ["3 A note in small type that", "has a second line."], { size: 8 }, 10);
  expect(blocksOf(assemble([page])).map(([kind]) => kind)).toEqual(["paragraph", "footnote"]);
});

test("assembleDocument() says what runs on over a page, past its furniture", () => {
  const pages = [1, 2, 3].map((number) =>
    new TestPage(number)
      .text(60, 40, "Head")
      .lines(60, 200, ["and words that go on and", "on without an end of the inter-"]),
  );
  const paragraphs = assemble(pages).blocks.filter(({ kind }) => kind === "paragraph");
  expect(paragraphs.map(({ continues }) => continues)).toEqual([false, true, true]);
});

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

test("assembleDocument() takes the title from the facts, the largest type or the file's name", () => {
  const page = new TestPage().text(60, 100, "What We Found", { size: 20 }).lines(60, 200, PROSE);
  expect(assemble([page], { title: "A Report" }).title).toBe("A Report");
  for (const title of ["untitled", "thesis.dvi", "Microsoft Word - draft3.doc", " "])
    expect(assemble([page], { title }).title).toBe("What We Found");
  expect(assemble([new TestPage()], {}, "annual report.pdf").title).toBe("annual report");
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
      const document = assembleDocument(layouts, { labels: [], outline }, { fileName: "x.pdf" });
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
