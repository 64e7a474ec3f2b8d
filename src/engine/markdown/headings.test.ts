import { expect, test } from "bun:test";
import { anchorOf } from "./anchor.ts";
import { type HeadingNode, headingTree } from "./headings.ts";
import { outlineOf } from "./outline.ts";

function titles(nodes: readonly HeadingNode[]): unknown[] {
  return nodes.map((each) => [each.level, each.title, titles(each.children)]);
}

test("headingTree() nests by level, whatever levels are left out", () => {
  const outline = outlineOf("### Deep\n# A\n### A.1\n## A.2\n### *A.2.1* ##\ntext\n# B\n");
  expect(titles(headingTree(outline))).toEqual([
    [3, "Deep", []],
    [
      1,
      "A",
      [
        [3, "A.1", []],
        [2, "A.2", [[3, "*A.2.1*", []]]],
      ],
    ],
    [1, "B", []],
  ]);
  expect(headingTree(outline)[1]?.children[1]?.pointer).toBe(anchorOf(outline.elements[3]!));
});

test("headingTree() of a text without headings is empty", () => {
  expect(headingTree(outlineOf("text\n\n> # no\n"))).toEqual([]);
});
