import { expect, test } from "bun:test";
import type { Block } from "./document.ts";
import { headingOver, headingsOf, pathTo } from "./headings.ts";

const TEXT = "One\n\nbody\n\nOne\npoint one\n\nghost\n\nTwo";

function block(kind: Block["kind"], words: string, parent: number, hidden: Block["hidden"] = ""): Block {
  const start = TEXT.indexOf(words);
  return {
    ...{ kind, start, end: start + words.length, level: 1, parent, page: 1, box: [0, 0, 0, 0] as const, hidden },
    ...{ continues: false, lineStart: 0, lineEnd: 0 },
  };
}

const headings = headingsOf([
  block("heading", "One", -1),
  block("paragraph", "body", 0),
  block("heading", "One\npoint one", 0),
  block("heading", "ghost", 2, "invisible"),
  block("heading", "Two", -1),
]);

test("headingsOf() keeps headings with their block index", () => {
  expect(headings.map((heading) => heading.block)).toEqual([0, 2, 3, 4]);
});

test("pathTo() gives headings from the outermost, each on one line", () => {
  expect(pathTo(TEXT, headings, 2)).toEqual(["One", "One point one"]);
  expect(pathTo(TEXT, headings, 4)).toEqual(["Two"]);
});

test("pathTo() gives nothing for a block that is no heading, or none", () => {
  expect(pathTo(TEXT, headings, 1)).toEqual([]);
  expect(pathTo(TEXT, headings, -1)).toEqual([]);
});

test("headingOver() finds the last heading before an offset and passes over hidden ones", () => {
  expect(headingOver(headings, TEXT.indexOf("body"))).toBe(0);
  expect(headingOver(headings, TEXT.indexOf("ghost") + 3)).toBe(2);
  expect(headingOver(headings, TEXT.length)).toBe(4);
  expect(headingOver([], 3)).toBe(-1);
});
