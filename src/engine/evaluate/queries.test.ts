import { expect, test } from "bun:test";
import { readQueries } from "./queries.ts";

const read = (text: string, path = "q.json") => readQueries(new TextEncoder().encode(text), path);

test("readQueries() merges the two ways to name pages", () => {
  expect(read('[{"query": "a", "expected_page": 3, "expected_pages": [1, 3], "note": "n"}]')).toEqual([
    { query: "a", pages: [1, 3], terms: [], note: "n" },
  ]);
});

test("readQueries() reads YAML where the name says so", () => {
  expect(read("- query: parking\n  expected_terms: [space, lot]\n  expected_source: zoning.pdf\n", "q.yaml")).toEqual([
    { query: "parking", pages: [], terms: ["space", "lot"], note: "", source: "zoning.pdf" },
  ]);
});

test.each([
  ["[]", "Query file must contain a non-empty list of query cases"],
  ['{"query": "a"}', "Query file must contain a non-empty list of query cases"],
  ['[{"expected_page": 1}]', "Query case is missing 'query' text"],
  ['[{"query": " ", "expected_page": 1}]', "Query case is missing 'query' text"],
  ['[{"query": "x"}]', "Query case 'x' needs expected_pages and/or expected_terms"],
  ['[{"query": "x", "expected_terms": []}]', "Query case 'x' needs expected_pages and/or expected_terms"],
  ['[{"query": "x", "expected_page": "1"}]', "case 1: expected_page"],
  ["[", "q.json is no set of queries"],
])("readQueries() refuses %s", (text, problem) => {
  expect(() => read(text)).toThrow(problem);
});

test("readQueries() refuses YAML that is none", () => {
  expect(() => read("- query: 'open\n", "q.yml")).toThrow("q.yml is no set of queries");
});
