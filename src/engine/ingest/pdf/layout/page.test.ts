import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { layoutPage, layoutTransferables } from "./page.ts";
import { TestPage } from "./test-page.ts";

const left = [
  "the left column begins with this",
  "and goes on with a second line",
  "that leads to a third one here",
  "before it ends at the fourth.",
];
const right = [
  "while the right column has words",
  "of its own that nobody may weave",
  "into those of the column beside",
  "it, whatever the drawing order.",
];

function textOf(page: TestPage): string {
  return layoutPage(page.glyphs()).text;
}

describe("layoutPage() reads columns", () => {
  test("drawn row by row with equal baselines, under a full-width title", () => {
    const page = new TestPage().text(180, 100, "A title over both of the columns", { size: 16 });
    for (const [at, line] of left.entries())
      page.text(60, 140 + 12 * at, line).text(330, 140 + 12 * at, right[at] ?? "");
    expect(textOf(page)).toBe(`A title over both of the columns\n\n${left.join("\n")}\n\n${right.join("\n")}`);
  });

  test("in bands: a full-width line between two pairs of columns parts them", () => {
    const page = new TestPage();
    for (const [at, line] of left.entries())
      page.text(60, 140 + 12 * at, line).text(330, 140 + 12 * at, right[at] ?? "");
    page.text(
      60,
      230,
      "This sentence is set across the whole width of the page and so it cuts the page into two bands",
    );
    for (const [at, line] of left.entries())
      page.text(60, 280 + 12 * at, line).text(330, 280 + 12 * at, right[at] ?? "");
    const order = textOf(page)
      .split("\n\n")
      .map((block) => block.slice(0, 9));
    expect(order).toEqual(["the left ", "while the", "This sent", "the left ", "while the"]);
  });

  test("three of them", () => {
    const page = new TestPage();
    const words = ["one line of", "text which", "is narrower", "than others", "on the page"];
    for (const [at, line] of words.entries())
      for (const [column, x] of [60, 240, 420].entries())
        page.text(x, 200 + 12 * at, `${line} ${"abc"[column]} of three`);
    const order = textOf(page)
      .match(/ [abc] /g)
      ?.join("");
    expect(order).toBe(" a ".repeat(5) + " b ".repeat(5) + " c ".repeat(5));
  });

  test("but a table without rules row by row", () => {
    const page = new TestPage();
    const rows = [
      ["Name", "Size"],
      ["alpha", "12"],
      ["beta", "7"],
      ["gamma", "310"],
    ];
    for (const [at, [name = "", size = ""]] of rows.entries())
      page.text(60, 200 + 14 * at, name).text(330, 200 + 14 * at, size);
    expect(textOf(page).split(/\s+/)).toEqual(rows.flat());
  });
});

describe("layoutPage() makes words", () => {
  test("of glyphs without drawn spaces, by their gaps", () => {
    const page = new TestPage().text(60, 200, "two").text(79, 200, "words");
    expect(textOf(page)).toBe("two words");
  });

  test("of letters set wide", () => {
    expect(textOf(new TestPage().text(60, 200, "LETTERS", { spacing: 3 }))).toBe("LETTERS");
  });

  test("of ideographs one by one, without spaces between them", () => {
    const layout = layoutPage(new TestPage().text(60, 200, "重跑gen后").glyphs());
    expect(layout.text).toBe("重跑gen后");
    expect([...layout.starts]).toEqual([0, 1, 2, 5]);
    expect([...layout.boxes.slice(0, 4)]).toEqual([60, 192, 70, 202]);
  });

  test("once where they are printed twice to look bold", () => {
    expect(textOf(new TestPage().text(60, 200, "Heavy").text(60.4, 200, "Heavy"))).toBe("Heavy");
    expect(textOf(new TestPage().text(60, 200, "Heavy").text(60, 240, "Heavy"))).toBe("Heavy\n\nHeavy");
  });

  test("with raised digits apart and lowered ones inside", () => {
    const water = new TestPage().text(60, 200, "H").text(65, 202, "2", { size: 7 }).text(68.5, 200, "O");
    expect(textOf(water)).toBe("H2O");
    expect(textOf(new TestPage().text(60, 200, "note").text(80, 196, "3", { size: 6 }))).toBe("note 3");
  });

  test("with ligatures, soft hyphens and hyphens at the line's end as shown", () => {
    const page = new TestPage().lines(60, 200, ["a scienti\ufb01c inter-", "preter and a so\u00ad", "called one"]);
    expect(textOf(page)).toBe("a scienti\ufb01c inter-\npreter and a so\u00ad\ncalled one");
  });
});

describe("layoutPage() reads right-to-left text in logical order", () => {
  const shown = (text: string): string => [...text].reverse().join("");

  test("with digits and Latin left to right", () => {
    const page = new TestPage().text(200, 200, `2024 ${shown("שלום")} PDF ${shown("עולם")}`);
    expect(textOf(page)).toBe("עולם PDF שלום 2024");
  });

  test("with the lam-alef form kept", () => {
    expect(textOf(new TestPage().text(200, 200, "\ufee1\ufefc\ufeb3"))).toBe("\ufeb3\ufefc\ufee1");
  });
});

describe("layoutPage() makes tables", () => {
  test("of a grid of rules, several lines of a cell joined", () => {
    const page = new TestPage();
    for (const y of [190, 210, 240]) page.rule(60, y, 360, y);
    for (const x of [60, 160, 360]) page.rule(x, 190, x, 240);
    page
      .text(65, 203, "Key")
      .text(165, 203, "Meaning")
      .text(65, 223, "-v")
      .text(165, 223, "says what")
      .text(165, 235, "it does");
    const { text, blocks } = layoutPage(page.glyphs());
    expect(text).toBe("Key\tMeaning\n-v\tsays what it does");
    expect(blocks.map(({ kind, level, parent }) => `${kind} ${level} ${parent}`)).toEqual([
      "table 0 -1",
      "row 0 0",
      "cell 0 1",
      "cell 1 1",
      "row 0 0",
      "cell 0 4",
      "cell 1 4",
    ]);
    expect(text.slice(blocks[6]?.start, blocks[6]?.end)).toBe("says what it does");
  });

  test("of horizontal rules alone, empty cells kept in their column", () => {
    const page = new TestPage().rule(60, 190, 400, 190).rule(60, 206, 400, 206).rule(60, 250, 400, 250);
    page.text(60, 202, "Star").text(200, 202, "Period").text(330, 202, "Mass");
    page.text(60, 220, "V1").text(330, 220, "1.2").text(60, 232, "V2").text(200, 232, "0.5").text(330, 232, "0.9");
    page.text(60, 244, "V3").text(200, 244, "0.7").text(330, 244, "1.1");
    expect(textOf(page)).toBe("Star\tPeriod\tMass\nV1\t\t1.2\nV2\t0.5\t0.9\nV3\t0.7\t1.1");
  });
});

describe("layoutPage() makes blocks", () => {
  const kinds = (page: TestPage): string[] =>
    layoutPage(page.glyphs()).blocks.map(({ kind, level }) => `${kind}${level}`);

  test("lists with their nesting", () => {
    const page = new TestPage()
      .text(60, 200, "• first entry")
      .text(80, 214, "• nested entry")
      .text(60, 228, "• second entry");
    expect(kinds(page)).toEqual(["list1", "list2", "list1"]);
  });

  test("code with its indentation", () => {
    const page = new TestPage().lines(60, 200, ["if (x) {", "  return y;", "}"], { font: "mono" });
    expect(kinds(page)).toEqual(["code0"]);
    expect(textOf(page)).toBe("if (x) {\n  return y;\n}");
  });

  test("captions, but not sentences that name a figure", () => {
    expect(kinds(new TestPage().text(60, 200, "Figure 3. What it shows"))).toEqual(["caption0"]);
    expect(kinds(new TestPage().text(60, 200, "Figure 3 shows that it holds"))).toEqual(["paragraph0"]);
  });

  test("numbers in the margin apart from the text", () => {
    const page = new TestPage();
    for (let at = 0; at < 8; at++)
      page
        .text(40, 200 + 12 * at, String(at + 11), { size: 6 })
        .text(72, 200 + 12 * at, `line ${"abcdefgh"[at]} of a manuscript`);
    const layout = layoutPage(page.glyphs());
    expect(layout.blocks.map(({ kind }) => kind)).toEqual(["paragraph", "furniture"]);
    expect(layout.text).toStartWith("line a of a manuscript\nline b of");
    expect(layout.text).toEndWith("11\n12\n13\n14\n15\n16\n17\n18");
  });

  test("hidden text by itself, with the reason", () => {
    const page = new TestPage().text(60, 200, "Total 485,000").text(60, 200, "Total 1", { hidden: 2 });
    const { text, blocks } = layoutPage(page.glyphs());
    expect(blocks.map(({ start, end, hidden }) => [text.slice(start, end), hidden])).toEqual([
      ["Total 485,000", ""],
      ["Total 1", "same-colour"],
    ]);
  });
});

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
