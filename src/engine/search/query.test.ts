import { expect, test } from "bun:test";
import { parseQuery } from "./query.ts";

const groups = (text: string) => parseQuery(text).groups.map(({ kind, whole, parts }) => [kind, whole, parts]);

test("parseQuery() reads phrases and exclusions", () => {
  const { groups, phrases, excluded } = parseQuery('parking “One  Space” -boat -"red car" --option -5');
  expect(phrases).toEqual(["one space"]);
  expect(excluded).toEqual(["red car", "boat"]);
  expect(groups.map(({ surface }) => surface)).toEqual(["parking", "space", "--option", "-5"].toSpliced(1, 0, "one"));
});

test("stop words count only where there is nothing else", () => {
  expect(groups("what is the parking rule")).toEqual([
    ["word", ["park"], []],
    ["word", ["rule"], []],
  ]);
  expect(groups("to be or not to be").length).toBe(4);
  expect(groups("")).toEqual([]);
});

test("an identifier is told from a hyphenated word", () => {
  expect(groups("EL-A")).toEqual([["identifier", ["el-a", "ela"], ["el"]]]);
  expect(groups("double-blind")).toEqual([["compound", ["double-blind", "doubleblind"], ["doubl", "blind"]]]);
  expect(groups("foo_bar")).toEqual([["identifier", ["foo_bar"], ["foo", "bar"]]]);
  expect(groups("設備設置")).toEqual([["grams", [], ["設備", "備設", "設置"]]]);
});

test("an unclosed quote mark and a lone exclusion are literal", () => {
  expect(parseQuery('"parking').phrases).toEqual([]);
  expect(parseQuery("-parking")).toMatchObject({ excluded: [], groups: [{ surface: "-parking" }] });
});
