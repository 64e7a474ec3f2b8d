import { expect, test } from "bun:test";
import { testDocument } from "./document-for-tests.ts";
import { parseLocator } from "./locator.ts";
import { resolveLocator } from "./resolve-locator.ts";

const document = testDocument({
  sha256: "5b1c0f2a9d3e".padEnd(64, "0"),
  text: "Part One\n\nFirst words.\fmore of them.\n\nPart Two\n\nLast words.",
  kindOf: (text) => (text.startsWith("Part") ? "heading" : "paragraph"),
});
const open = (fragment: string) => {
  const { spans, pages } = resolveLocator(parseLocator(`footnote:doc/5b1c0f2a9d3e${fragment}`), document);
  return [spans.map(({ start, end }) => document.text.slice(start, end)), pages.first, pages.last];
};

test("resolveLocator() gives the text and the pages of what is named", () => {
  expect(open("")).toEqual([[document.text], 1, 2]);
  expect(open("#p=2")).toEqual([["more of them.\n\nPart Two\n\nLast words."], 2, 2]);
  expect(open("#p=1-2")).toEqual([["Part One\n\nFirst words.", "more of them.\n\nPart Two\n\nLast words."], 1, 2]);
  expect(open("#p=1&t=10-15")).toEqual([["First"], 1, 1]);
  expect(open("#t=10-15,23-27")).toEqual([["First", "more"], 1, 2]);
  expect(open("#c=0")).toEqual([["First words."], 1, 1]);
  expect(open("#s=0")).toEqual([["Part One\n\nFirst words.\fmore of them."], 1, 2]);
  expect(open("#s=part-two")).toEqual([["Part Two\n\nLast words."], 2, 2]);
});

const codes: readonly (readonly [fragment: string, code: string])[] = [
  ["#p=3", "page_out_of_range"],
  ["#p=2-3&t=1-2", "page_out_of_range"],
  ["#t=5-9999", "locator_invalid"],
  ["#c=9", "locator_invalid"],
  ["#s=1", "locator_unknown"],
  ["#s=part-three", "locator_unknown"],
];
for (const [fragment, code] of codes) {
  test(`resolveLocator() refuses ${fragment}`, () => {
    expect(() => open(fragment)).toThrow(expect.objectContaining({ code }));
  });
}

test("resolveLocator() refuses another document's locator", () => {
  expect(() => resolveLocator(parseLocator("footnote:doc/ffffffffffff"), document)).toThrow(
    expect.objectContaining({ code: "locator_unknown" }),
  );
});
