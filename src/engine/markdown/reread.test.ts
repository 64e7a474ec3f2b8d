import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import examples from "../../../test/fixtures/markdown/commonmark-0.31.2.json" with { type: "json" };
import { outlineOf } from "./outline.ts";
import { type PartWishes, readParts } from "./part.ts";
import { PlacedOutline } from "./placed-outline.ts";
import { changeBetween, partsAfter } from "./reread.ts";

const WHOLE: PartWishes = { atLeast: Number.POSITIVE_INFINITY };

/** An outline as plain data. */
function dataOf(text: string, parts = readParts(text, true, WHOLE)): unknown {
  const { elements, reserved, leaves } = new PlacedOutline(text, parts);
  return { elements, reserved: [...reserved], leaves };
}

const PIECES = [
  "# A\n",
  "## B\r\n",
  "  ### C\n\n",
  "T\n---\n",
  "T\n",
  "===\n",
  "> q\n",
  ">\n",
  "- i\n  - j\n",
  "- x\n",
  "- \n",
  "* s\n\n",
  "1. n\n",
  "2. n\n\n",
  "3) m\n",
  "   deep\n\n",
  "    code\n\n",
  "\tcode\n",
  "```\n",
  "~~~ info\n",
  "\n",
  "text\n",
  "more\n\n",
  "| a |\n|---|\n",
  "> | a |\n> |---|\n",
  "- | a |\n  |---|\n",
  "a | b\n",
  "--|--\n",
  "| c |\n---\n",
  "[a]: /u\n",
  "'title'\n\n",
  "<!--\n",
  "-->\n",
  "<div>\n",
  "<pre>\n",
  "</pre>\n",
  "<b>\n",
  "***\n",
  "---\n",
  "a: b\n",
  "\r",
  " ",
  "#",
  "\t",
];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(""));
const fronted = fc.tuple(fc.boolean(), texts).map(([front, text]) => (front ? `---\na: b\n---\n${text}` : text));
/** How large parts are to be: as small as can be, some lines, all of a section. */
const sizes = fc.constantFrom(1, 12, 60);
const edits = fc.array(fc.record({ at: fc.nat(), removed: fc.nat(12), added: texts, most: fc.nat(40) }), {
  minLength: 1,
  maxLength: 4,
});

/** Changes that do not meet, in order. */
function changesOf(text: string, wanted: readonly { at: number; removed: number; added: string; most: number }[]) {
  const places = wanted
    .map(({ at, removed, added, most }) => {
      const start = at % (text.length + 1);
      return { start, end: Math.min(text.length, start + removed), text: added.slice(0, most) };
    })
    .sort((a, b) => a.start - b.start);
  return places.filter(({ start }, index) => start >= Math.max(0, ...places.slice(0, index).map(({ end }) => end)));
}

function changed(text: string, changes: ReturnType<typeof changesOf>): string {
  return changes.reduceRight((made, { start, end, text: put }) => made.slice(0, start) + put + made.slice(end), text);
}

describe("parts of any text", () => {
  test("are the text, and read as it does in one", () => {
    fc.assert(
      fc.property(fronted, sizes, (text, atLeast) => {
        const parts = readParts(text, true, { atLeast });
        expect(parts.reduce((sum, { length }) => sum + length, 0)).toBe(text.length);
        expect(dataOf(text, parts)).toEqual(dataOf(text) as never);
      }),
      { numRuns: 3000 },
    );
  });

  test("are so for CommonMark's examples, too", () => {
    const whole = examples.map(({ markdown }) => markdown).join("\n\n");
    for (const atLeast of [1, 100, 5000])
      expect(dataOf(whole, readParts(whole, true, { atLeast }))).toEqual(dataOf(whole) as never);
  });

  test("read the same after any edits as if they were new", () => {
    let taken = 0;
    let kept = 0;
    const property = fc.property(fronted, edits, sizes, (before, wanted, atLeast) => {
      const changes = changesOf(before, wanted);
      const after = changed(before, changes);
      const parts = readParts(before, true, { atLeast });
      const reread = partsAfter({ text: before, parts }, after, changes, { atLeast });
      if (reread === undefined) return;
      taken++;
      kept += reread.filter((part) => parts.includes(part)).length / reread.length;
      expect(dataOf(after, reread)).toEqual(dataOf(after) as never);
    });
    fc.assert(property, { numRuns: 6000 });
    expect(taken).toBeGreaterThan(3000);
    expect(kept / taken).toBeGreaterThan(0.1);
  });

  test("read the same after an edit that is found by comparing", () => {
    const property = fc.property(fronted, edits, sizes, (before, [wanted], atLeast) => {
      const after = changed(before, changesOf(before, wanted === undefined ? [] : [wanted]));
      const parts = readParts(before, true, { atLeast });
      const reread = partsAfter({ text: before, parts }, after, [changeBetween(before, after)], { atLeast });
      if (reread !== undefined) expect(dataOf(after, reread)).toEqual(dataOf(after) as never);
    });
    fc.assert(property, { numRuns: 3000 });
  });
});

/** Which parts of a text are taken over when `old` in it becomes `put`; −1 for those read again. */
function taken(before: string, old: string, put: string, atLeast?: number): number[] {
  const wishes = atLeast === undefined ? {} : { atLeast };
  const parts = readParts(before, true, wishes);
  const start = before.indexOf(old);
  const after = before.replace(old, put);
  const changes = [{ start, end: start + old.length, text: put }];
  return (partsAfter({ text: before, parts }, after, changes, wishes) ?? []).map((part) => parts.indexOf(part));
}

test("sections away from the edit are taken over as they are", () => {
  const before = Array.from({ length: 9 }, (_, index) => `# ${index}\n\ntext ${index}\n\n`).join("");
  expect(taken(before, "text 4", "another\n\n## New\n\ntext")).toEqual([0, 1, 2, 3, -1, -1, 5, 6, 7, 8]);
});

test("so are blocks and items of one section", () => {
  const paragraphs = Array.from({ length: 9 }, (_, index) => `text\nmore ${index}\n\n`).join("");
  expect(taken(paragraphs, "4", "another", 1)).toEqual([0, 1, 2, 3, -1, 5, 6, 7, 8]);
  const items = Array.from({ length: 9 }, (_, index) => `- item\n  - child ${index}\n`).join("");
  expect(taken(items, "child 4", "another", 1)).toEqual([0, 1, 2, 3, -1, 5, 6, 7, 8]);
});

test("edits at both ends leave what is between them", () => {
  const before = Array.from({ length: 9 }, (_, index) => `# ${index}\n\ntext ${index}\n\n`).join("");
  const parts = readParts(before, true);
  const changes = ["0", "8"].map((number) => {
    const start = before.indexOf(`text ${number}`);
    return { start, end: start + 6, text: "new" };
  });
  const after = changed(before, changes);
  const reread = partsAfter({ text: before, parts }, after, changes) ?? [];
  expect(reread.map((part) => parts.indexOf(part))).toEqual([-1, 1, 2, 3, 4, 5, 6, 7, -1]);
  expect(dataOf(after, reread)).toEqual(dataOf(after) as never);
});

test("a fence that is opened swallows the headings below it", () => {
  const before = "# A\n\ntext\n\n# B\n\n```\ncode\n```\n\n# C\n\ntext\n";
  const after = before.replace("text", "text\n```");
  const parts = partsAfter({ text: before, parts: readParts(before, true) }, after, [changeBetween(before, after)]);
  expect(dataOf(after, parts)).toEqual(dataOf(after) as never);
  expect(new PlacedOutline(after, parts ?? []).elements.map((each) => each.pointer)).toEqual([
    "1",
    "1.p1",
    "1.code1",
    "1.p2",
    "1.code2",
  ]);
});

test("front matter that is closed far below is seen", () => {
  const before = "---\na: b\n\n# A\n\ntext\n\n# B\n\ntext\n";
  const after = `${before}---\n`;
  const known = { text: before, parts: readParts(before, true) };
  expect(partsAfter(known, after, [changeBetween(before, after)])).toBeUndefined();
});

test("a long text that is quite another is read anew", () => {
  const one = outlineOf("# A\n\na\n\n".repeat(10_000));
  const text = "quite another text\n\n".repeat(4000);
  expect(one.elements).toHaveLength(20_000);
  expect(outlineOf(text).elements).toHaveLength(4000);
});

test("outlineOf() remembers long texts, and what it says depends on the text alone", () => {
  const whole = examples
    .map(({ markdown }) => markdown)
    .join("\n# Next\n\n")
    .repeat(5);
  const edited = whole.replace("# Next", "# Next\n\n- new\n  - item");
  const outline = outlineOf(whole);
  expect(outlineOf(`${whole.slice(0, 70_000)}${whole.slice(70_000)}`)).toBe(outline);
  const { elements, reserved, leaves } = outlineOf(edited);
  expect({ elements, reserved: [...reserved], leaves }).toEqual(dataOf(edited) as never);
});

test("an outline finds what its lists hold", () => {
  for (const text of [examples.map(({ markdown }) => markdown).join("\n\n"), "---\na: b\n---\n\n- a\n  - b\n"]) {
    const outline = new PlacedOutline(text, readParts(text, true, { atLeast: 50 }));
    for (const each of outline.elements) {
      expect(outline.at(each.pointer)).toBe(each);
      expect(outline.withHash(each.kind, each.selfHash)).toContain(each);
      expect(outline.near(each.start, each.start)).toContain(each);
    }
    expect(outline.at("99.p1")).toBeUndefined();
  }
});
