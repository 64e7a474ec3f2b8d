import { expect, test } from "bun:test";
import fc from "fast-check";
import examples from "../../../test/fixtures/markdown/commonmark-0.31.2.json" with { type: "json" };
import { assemble, differingParts, outlineOf } from "./outline.ts";
import { sectionsAfter } from "./reread.ts";
import { readSections } from "./section.ts";

/** An outline as plain data. */
function dataOf(text: string, sections = readSections(text, true)): unknown {
  const { elements, reserved, leaves } = assemble(text, sections);
  return { elements, reserved: [...reserved], leaves };
}

const PIECES = [
  "# A\n",
  "## B\r\n",
  "  ### C\n\n",
  "T\n---\n",
  "> q\n",
  "- i\n  - j\n",
  "```\n",
  "\n",
  "text\n",
  "more\n\n",
  "| a |\n|---|\n",
  "<!--\n",
  "-->\n",
  "---\n",
  "\r",
  " ",
  "#",
];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(""));

test("an edited text is read as if it were new", () => {
  let taken = 0;
  const property = fc.property(texts, fc.nat(), fc.nat(12), texts, (before, at, removed, added) => {
    const start = at % (before.length + 1);
    const after = before.slice(0, start) + added.slice(0, 40) + before.slice(start + removed);
    const sections = sectionsAfter([{ text: before, sections: readSections(before, true) }], after);
    if (sections === undefined) return;
    taken++;
    expect(dataOf(after, sections)).toEqual(dataOf(after) as never);
  });
  fc.assert(property, { numRuns: 3000 });
  expect(taken).toBeGreaterThan(1000);
});

test("sections away from the edit are taken over as they are", () => {
  const before = Array.from({ length: 9 }, (_, index) => `# ${index}\n\ntext ${index}\n\n`).join("");
  const sections = readSections(before, true);
  const after = before.replace("text 4", "another\n\n## New\n\ntext");
  const reread = sectionsAfter([{ text: before, sections }], after) ?? [];
  const same = reread.map((section) => sections.indexOf(section));
  expect(same).toEqual([0, 1, 2, 3, 4, -1, -1, 6, 7, 8, 9]);
});

test("a fence that is opened swallows the headings below it", () => {
  const before = "# A\n\ntext\n\n# B\n\n```\ncode\n```\n\n# C\n\ntext\n";
  const after = before.replace("text", "text\n```");
  const sections = sectionsAfter([{ text: before, sections: readSections(before, true) }], after);
  expect(dataOf(after, sections)).toEqual(dataOf(after) as never);
  expect(assemble(after, sections ?? []).elements.map((each) => each.pointer)).toEqual([
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
  expect(sectionsAfter([{ text: before, sections: readSections(before, true) }], after)).toBeUndefined();
});

test("a text that is quite another is read anew", () => {
  const sections = readSections("# A\n", true);
  expect(sectionsAfter([{ text: "# A\n", sections }], "quite another text\n")).toBeUndefined();
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

test("differingParts() leaves out what was taken over: elements and blocks that are the same but for their places", () => {
  const property = fc.property(texts, fc.nat(), fc.nat(12), texts, (text, at, removed, added) => {
    const start = at % (text.length + 1);
    const edited = text.slice(0, start) + added.slice(0, 40) + text.slice(start + removed);
    const sections = readSections(text, true);
    const before = assemble(text, sections);
    const after = assemble(edited, sectionsAfter([{ text, sections }], edited) ?? readSections(edited, true));
    const [old, now] = differingParts(before, after);
    const grown = edited.length - text.length;
    expect(after.elements.length - now.to).toBe(before.elements.length - old.to);
    expect(now.from).toBe(old.from);
    const shown = ({ kind, selfHash, start: from, item }: (typeof before.elements)[number], shift = 0) => [
      kind,
      selfHash,
      from + shift,
      item?.depth,
      item?.marker,
    ];
    expect(after.elements.slice(0, now.from).map((one) => shown(one))).toEqual(
      before.elements.slice(0, old.from).map((one) => shown(one)),
    );
    expect(after.elements.slice(now.to).map((one) => shown(one))).toEqual(
      before.elements.slice(old.to).map((one) => shown(one, grown)),
    );
    const behind = before.leaves.length - old.leaves.length;
    expect(after.leaves.length - now.leaves.length).toBe(behind);
    const inside = before.leaves.findIndex(({ start: from }) => from === old.leaves[0]?.start);
    if (inside >= 0) expect(before.leaves.slice(inside, inside + old.leaves.length)).toEqual([...old.leaves]);
  });
  fc.assert(property, { numRuns: 1500 });
});
