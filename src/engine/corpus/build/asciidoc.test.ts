import { expect, test } from "bun:test";
import { looksLikeAsciidoc, readAsciidoc } from "./asciidoc.ts";
import { rowsFor } from "./rows-for-tests.ts";

const PAGE = [
  "= Lanes",
  ":status: accepted",
  "",
  "Swaps them{caret}. See <<swap,below>> or xref:other.adoc#top[that].",
  "",
  "----",
  "== code",
  "----",
  "",
  "[[swap]]",
  "== Swapping ==",
  "",
  ".A block title",
  "====",
  "=== an example",
  "====",
  "",
  "-q::",
  "--quiet::",
  "\tSays nothing.",
  "",
  "=== Deep",
  "",
  "// === a comment",
  "Again",
  "-----",
];

test("titles of one line and of two, not in delimited blocks; attributes of the header", () => {
  expect(rowsFor("guide/lanes.adoc", PAGE, ["anchor", "title", "line", "status", "summary"])).toEqual([
    ["guide-lanes", "Lanes", 1, "Accepted", "Swaps them^."],
    ["guide-lanes--swapping", "Swapping", 11, undefined, "-q: --quiet: Says nothing."],
    ["guide-lanes--swapping--deep", "Deep", 22, undefined, undefined],
    ["guide-lanes--again", "Again", 25, undefined, undefined],
  ]);
});

test("anchors stand for the next line; cross references point to them and to files", () => {
  const { labels, found } = readAsciidoc(PAGE.join("\n"));
  expect(labels).toEqual([{ name: "swap", line: 11 }]);
  expect(found.map(({ by, target, line }) => [by, target, line])).toEqual([
    ["path", "other.adoc#top", 4],
    ["label", "swap", 4],
  ]);
});

test("a manual page in a .txt file is AsciiDoc by its marks", () => {
  const page = [
    "git-lane(1)",
    "===========",
    "",
    "NAME",
    "----",
    "git-lane - Swap lanes",
    "",
    "SYNOPSIS",
    "--------",
    "[verse]",
    "'git lane' [<options>]",
    "",
    "-----------",
    "$ git lane",
    "-----------",
  ];
  expect(rowsFor("Documentation/git-lane.txt", page, ["title", "line", "summary"])).toEqual([
    ["git-lane(1)", 1, "git-lane - Swap lanes"],
    ["NAME", 4, "git-lane - Swap lanes"],
    ["SYNOPSIS", 8, "'git lane' [<options>]"],
  ]);
});

test.each([
  ["Title\n=====\n\nText\n\n----\n\nMore\n", false],
  ["=====\nTitle\n=====\n", false],
  [".. note:: x\n\n== y\n", false],
  ["Title\n=====\n\n------\n$ a long command\n------\n", true],
  ["Title\n=====\n\n------\none\ntwo\n------\n", true],
  ["== Title\n", true],
])("looksLikeAsciidoc(%j) is %p", (text, is) => {
  expect(looksLikeAsciidoc(text)).toBe(is);
});
