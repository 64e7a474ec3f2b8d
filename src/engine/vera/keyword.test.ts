import { describe, expect, test } from "bun:test";
import { changed, fixture } from "./archives-for-tests.ts";
import { openVera } from "./open.ts";

/** Ids by score and id, with scores of VERA 0.3.2 on the same archive. */
const EXPECTED: [query: string, hits: [id: string, score: number][]][] = [
  ["4.2", [["c", 1.113303983464563]]],
  [
    "section 4.2",
    [
      ["c", 1.113303983464563],
      ["a", 1.0435286641666448],
    ],
  ],
  ['"4.2"', [["a", 1.0435286641666448]]],
  ["EL-A", []],
  ['"EL-A"', [["b", 0.878374655183647]]],
  ["restaurants AND", []],
  ["???", []],
];

/** Queries whose hits are known by id only. */
const FOUND: [query: string, ids: string[]][] = [
  ["restaurants parking", ["c"]],
  ["parking NOT restaurants", ["e"]],
  ["text: parking", ["e", "c"]],
  ["how do restaurants handle parking?", ["c", "e"]],
];

function hits(path: string, query: string): [string, number][] {
  const archive = openVera(path);
  try {
    const found = archive.keyword(query).map(({ chunkId, score }): [string, number] => [chunkId, score]);
    return found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  } finally {
    archive.close();
  }
}

describe("keyword() finds what VERA's own search finds:", () => {
  test.each(EXPECTED)("%s", (query, expected) => {
    expect(hits(fixture("q"), query)).toEqual(expected);
  });

  test.each(FOUND)("%s", (query, ids) => {
    expect(hits(fixture("q"), query).map(([id]) => id)).toEqual(ids);
  });
});

test("keyword() takes any text for a query", () => {
  for (const query of ['"unclosed', "nocol: x", "NEAR(", "a\0b", "*", 'x"y', "-x", "'; DROP TABLE chunks; --"])
    expect(Array.isArray(hits(fixture("q"), query))).toBe(true);
});

test("keyword() refuses a table that only has the name", () => {
  const path = changed("q", "DROP TABLE chunks_fts", "CREATE TABLE chunks_fts (chunk_id, text)");
  expect(() => hits(path, "parking")).toThrow("Missing required table: chunks_fts");
});
