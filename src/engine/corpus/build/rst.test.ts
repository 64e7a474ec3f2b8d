import { expect, test } from "bun:test";
import { rowsFor } from "./rows-for-tests.ts";
import { readRst } from "./rst.ts";

const PAGE = [
  ".. _lanes:",
  "",
  "=====",
  "Lanes",
  "=====",
  "",
  ":status: Draft",
  ":Author: someone",
  "",
  ".. note:: Not this.",
  "",
  "   Nor this",
  "   --------",
  "",
  "Two :ref:`lanes <lanes>` are swapped. See :doc:`/guide/start`.",
  "",
  "Swapping",
  "--------",
  "::",
  "",
  "  Code",
  "  ----",
  "",
  "====  ====",
  "a     b",
  "====  ====",
  "",
  "It swaps ``a`` and `the other <../other.rst>`_. Then it rests.",
  "a line of a paragraph",
  "---------------------",
  "",
  "Deep",
  "^^^^",
  "",
  "Again :class:`~lanes.Lane`",
  "--------------------------",
];

test("titles have the level at which their adornment comes first; blocks, tables and paragraphs hide none", () => {
  expect(rowsFor("guide/lanes.rst", PAGE, ["anchor", "title", "line", "status", "summary"])).toEqual([
    ["guide-lanes", "Lanes", 1, "Draft", "Two lanes are swapped."],
    ["guide-lanes--swapping", "Swapping", 17, undefined, "It swaps `a` and the other."],
    ["guide-lanes--swapping--deep", "Deep", 32, undefined, undefined],
    ["guide-lanes--again-lanes-lane", "Again lanes.Lane", 35, undefined, undefined],
  ]);
});

test("targets stand for what comes next; roles, links and trees of contents point on", () => {
  const { labels, found } = readRst(
    [...PAGE, "", ".. toctree::", "   :maxdepth: 2", "", "   intro", "   More <parts/more>", "", "Not this"].join("\n"),
  );
  expect(labels).toEqual([{ name: "lanes", line: 3 }]);
  expect(found.map(({ by, target, line }) => [by, target, line])).toEqual([
    ["path", "/guide/start.rst", 15],
    ["label", "lanes", 15],
    ["path", "../other.rst", 28],
    ["path", "intro.rst", 41],
    ["path", "parts/more.rst", 42],
  ]);
});

test("a title as wide as its line, over and under, is one of another level than the same mark below alone", () => {
  expect(rowsFor("a.rst", "A\n=\n\n===\n B\n===\n\nC\n=\n", ["anchor"])).toEqual([["a"], ["a--b"], ["a--c"]]);
});

test(".txt is read in folders of documentation alone, and only with a title", () => {
  expect(rowsFor("doc/a.txt", "Title\n=====\n\nText.\n", ["title", "summary"])).toEqual([["Title", "Text."]]);
  expect(rowsFor("doc/a.txt", "No title\n", ["title"])).toEqual([]);
  expect(rowsFor("lists/a.txt", "Title\n=====\n", ["title"])).toEqual([]);
});

test("a text of adornments alone is no trouble", () => {
  const start = performance.now();
  expect(rowsFor("a.rst", "====\n".repeat(50_000), ["title"])).toHaveLength(1);
  expect(rowsFor("a.rst", `${"`".repeat(100_000)}\n${"<".repeat(100_000)}`, ["title"])).toHaveLength(1);
  expect(performance.now() - start).toBeLessThan(3000);
});
