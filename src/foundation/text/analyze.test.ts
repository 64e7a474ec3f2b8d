import { expect, test } from "bun:test";
import fc from "fast-check";
import { analyze, runsOf, TERM_LIMIT, termsOf } from "./analyze.ts";
import { fold } from "./fold.ts";

test.each([
  ["EL-A", ["el-a", "ela", "el", "a"]],
  ["§4.2", ["§4.2", "4.2"]],
  ["4.2.1.", ["4.2.1"]],
  ["foo_bar", ["foo_bar", "foo", "bar"]],
  ["std::vector", ["std::vector", "std", "vector"]],
  ["--option", ["--option", "option"]],
  ["openFile", ["openfile", "open", "file"]],
  ["HTTPServer", ["httpserver", "http", "server"]],
  ["C++ and C#", ["c++", "c", "and", "c#", "c"]],
  ["O_RDWR", ["o_rdwr", "o", "rdwr"]],
  ["file.txt", ["file.txt", "file", "txt"]],
  ["1,234.5", ["1234.5"]],
  ["10:30", ["10:30"]],
  ["owner's", ["owner"]],
  ["owner’s", ["owner"]],
  ["don't", ["dont", "don"]],
  ["l'homme", ["lhomme", "homm"]],
  ["connection connected connecting", ["connect", "connect", "connect"]],
  ["naïve ＡＢＣ scientiﬁc", ["naiv", "abc", "scientif"]],
  ["inter-\npreter soft\u00adware", ["interpret", "softwar"]],
  ["重跑gen-itgc后", ["重", "重跑", "跑", "gen-itgc", "genitgc", "gen", "itgc", "后"]],
  ["雨", ["雨"]],
  ["한국어", ["한", "한국", "국", "국어", "어"]],
  ["обход", ["обход"]],
  [" \n\u0000…", []],
])("termsOf(%j)", (text, terms) => {
  expect(termsOf(text).sort()).toEqual([...terms].sort());
});

test("a path is found whole, by its file and by its words", () => {
  expect(termsOf("/etc/apt/sources.list")).toEqual([
    "etc/apt/sources.list",
    "sources.list",
    "etc",
    "apt",
    "sourc",
    "list",
  ]);
});

test("a hyphenated word and its joined form share a term", () => {
  expect(termsOf("well-known")).toContain("wellknown");
  expect(termsOf("well-\nknown")).toContain("wellknown");
});

test("offsets are those of the text as written", () => {
  const text = "The scientiﬁc inter-\npreter";
  const shown = analyze(text).map(({ term, start, end, position }) => [term, text.slice(start, end), position]);
  expect(shown).toEqual([
    ["the", "The", 0],
    ["scientif", "scientiﬁc", 1],
    ["interpret", "inter-\npreter", 2],
  ]);
});

test("any text gives bounded terms without NUL, at places within it", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      for (const { term, start, end } of analyze(text)) {
        expect(term.length).toBeGreaterThan(0);
        expect(term.length).toBeLessThanOrEqual(TERM_LIMIT);
        expect(term).not.toContain("\0");
        expect(start >= 0 && start < end && end <= text.length).toBe(true);
      }
    }),
    { numRuns: 500 },
  ));

test("a very long word is cut, and still found by the same word", () => {
  for (const term of termsOf("x".repeat(5000))) expect(term.length).toBe(TERM_LIMIT);
});

test("runsOf() cuts plain text as it cuts text that has other letters, too", () => {
  const cutBeside = (text: string, beside: string) =>
    [...runsOf(fold(`${text}${beside}`))].map(({ surface, start, end }) => [surface, start, end]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...`ab C19_-.,:'+#§$@/&\\\n•→“’—√▪`) }), (text) => {
      expect(cutBeside(text, " é").slice(0, -1)).toEqual(cutBeside(text, ""));
    }),
  );
});

test("no letter, digit or mark is taken for plain", () => {
  for (const [from, to] of [
    [0x2010, 0x205e],
    [0x2190, 0x245f],
    [0x2500, 0x2775],
  ] as const) {
    for (let unit = from; unit <= to; unit++) expect(String.fromCharCode(unit)).not.toMatch(/[\p{L}\p{N}\p{M}]/u);
  }
});
