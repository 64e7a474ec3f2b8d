import { expect, test } from "bun:test";
import { FootnoteError } from "../../../foundation/errors.ts";
import { citedChunk } from "./cited-chunk.ts";
import { choice, either, listOf, recordOf, text, truth, whole } from "./kinds.ts";
import { inputSchema, nullable, optional, readArguments, required } from "./parameters.ts";

const PARAMETERS = {
  file: required(text),
  top_k: optional(whole, 10),
  pretty: optional(truth, false),
  page_start: nullable(whole),
  includes: nullable(listOf(text)),
  where: nullable(recordOf(either(text, listOf(text)))),
  output: optional(choice("full", "compact"), "full"),
};
const DEFAULTS = {
  file: "a",
  top_k: 10,
  pretty: false,
  page_start: null,
  includes: null,
  where: null,
  output: "full",
};

function problem(given: Record<string, unknown>, parameters: Parameters<typeof readArguments>[1] = PARAMETERS): string {
  try {
    readArguments("t", parameters, given);
    return "";
  } catch (error) {
    return error instanceof FootnoteError ? error.message : "";
  }
}

test.each([
  [{}, {}],
  [{ nobody: "knows" }, {}],
  [{ top_k: "5" }, { top_k: 5 }],
  [{ top_k: 5.0 }, { top_k: 5 }],
  [{ top_k: " +1_000.00 " }, { top_k: 1000 }],
  [{ top_k: true }, { top_k: 1 }],
  [{ pretty: "YES" }, { pretty: true }],
  [{ pretty: 0 }, { pretty: false }],
  [{ page_start: "null" }, { page_start: null }],
  [{ page_start: "3" }, { page_start: 3 }],
  [{ includes: '["a", "b"]' }, { includes: ["a", "b"] }],
  [{ where: '{"a": "x"}' }, { where: { a: "x" } }],
  [{ where: { a: ["x", "y"], b: "z" } }, { where: { a: ["x", "y"], b: "z" } }],
  [{ output: "compact" }, { output: "compact" }],
  [{ file: '{"a": 1}' }, { file: '{"a": 1}' }],
])("readArguments() takes %j", (given, expected) => {
  expect(readArguments("t", PARAMETERS, { file: "a", ...given })).toEqual({ ...DEFAULTS, ...expected } as never);
});

/** The words are those of pydantic 2.14, which VERA's server has them from. */
test.each([
  [{}, "file\n  Field required [type=missing, input_value={}, input_type=dict]"],
  [{ file: 5 }, "file\n  Input should be a valid string [type=string_type, input_value=5, input_type=int]"],
  [
    { file: "a", top_k: 2.5 },
    "top_k\n  Input should be a valid integer, got a number with a fractional part [type=int_from_float, input_value=2.5, input_type=float]",
  ],
  [
    { file: "a", top_k: "1__0" },
    "top_k\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='1__0', input_type=str]",
  ],
  [
    { file: "a", top_k: null },
    "top_k\n  Input should be a valid integer [type=int_type, input_value=None, input_type=NoneType]",
  ],
  [
    { file: "a", top_k: "9".repeat(30) },
    "top_k\n  Unable to parse input string as an integer, exceeded maximum size [type=int_parsing_size, input_value='999999999999999999999999999999', input_type=str]",
  ],
  [
    { file: "a", pretty: 2 },
    "pretty\n  Input should be a valid boolean, unable to interpret input [type=bool_parsing, input_value=2, input_type=int]",
  ],
  [
    { file: "a", pretty: [] },
    "pretty\n  Input should be a valid boolean [type=bool_type, input_value=[], input_type=list]",
  ],
  [
    { file: "a", includes: "a" },
    "includes\n  Input should be a valid list [type=list_type, input_value='a', input_type=str]",
  ],
  [
    { file: "a", includes: ["a", 3] },
    "includes.1\n  Input should be a valid string [type=string_type, input_value=3, input_type=int]",
  ],
  [
    { file: "a", where: "abc" },
    "where\n  Input should be a valid dictionary [type=dict_type, input_value='abc', input_type=str]",
  ],
  [
    { file: "a", output: "x" },
    "output\n  Input should be 'full' or 'compact' [type=literal_error, input_value='x', input_type=str]",
  ],
])("readArguments() refuses %j", (given, expected) => {
  expect(problem(given)).toBe(`1 validation error for tArguments\n${expected}`);
});

test("readArguments() tells all that is wrong at once, and what each kind has against a value", () => {
  expect(problem({ file: "a", where: { a: ["x", 1], b: {} } })).toBe(
    [
      "4 validation errors for tArguments",
      "where.a.str",
      "  Input should be a valid string [type=string_type, input_value=['x', 1], input_type=list]",
      "where.a.list[str].1",
      "  Input should be a valid string [type=string_type, input_value=1, input_type=int]",
      "where.b.str",
      "  Input should be a valid string [type=string_type, input_value={}, input_type=dict]",
      "where.b.list[str]",
      "  Input should be a valid list [type=list_type, input_value={}, input_type=dict]",
    ].join("\n"),
  );
  expect(problem({ pretty: "/work/test/fixtures/vera/structured.vera", nobody: null })).toBe(
    [
      "2 validation errors for tArguments",
      "file",
      "  Field required [type=missing, input_value={'pretty': '/work/test/fi...d.vera', 'nobody': None}, input_type=dict]",
      "pretty",
      "  Input should be a valid boolean, unable to interpret input [type=bool_parsing, input_value='/work/test/fixtures/vera/structured.vera', input_type=str]",
    ].join("\n"),
  );
});

test.each([
  [[], "sources\n  List should have at least 1 item after validation, not 0 [type=too_short,"],
  [Array(3).fill({ file: "a", chunk_id: "b" }), "List should have at most 2 items after validation, not 3 [type=too_"],
  [["x"], "sources.0\n  Input should be a valid dictionary or instance of SourceReference [type=model_type,"],
  [[{ file: "a" }], "sources.0.chunk_id\n  Field required [type=missing,"],
  [[{ file: "", chunk_id: "b" }], "sources.0.file\n  String should have at least 1 character [type=string_too_short,"],
  [[{ file: "a", chunk_id: 1 }], "sources.0.chunk_id\n  Input should be a valid string [type=string_type,"],
  [[{ file: "a", chunk_id: "b", id: "C0" }], "sources.0.id\n  String should match pattern '^C[1-9]\\d*$' [type=str"],
])("sources cannot be %j", (sources, expected) => {
  const parameters = { sources: required(listOf(citedChunk, { least: 1, most: 2 })) };
  expect(problem({ sources }, parameters)).toContain(expected);
});

test("sources are read with or without a name", () => {
  const parameters = { sources: required(listOf(citedChunk)) };
  const sources = [
    { file: "a", chunk_id: "b", id: "C12" },
    { file: "a", chunk_id: "b", id: null, more: 1 },
  ];
  expect(readArguments("t", parameters, { sources: JSON.stringify(sources) })).toEqual({
    sources: [
      { file: "a", chunk_id: "b", id: "C12" },
      { file: "a", chunk_id: "b" },
    ],
  });
});

test("inputSchema() has titles, defaults and null where that may be given", () => {
  expect(
    inputSchema("t", { file: PARAMETERS.file, top_k: PARAMETERS.top_k, page_start: PARAMETERS.page_start }),
  ).toEqual({
    properties: {
      file: { title: "File", type: "string" },
      top_k: { default: 10, title: "Top K", type: "integer" },
      page_start: { anyOf: [{ type: "integer" }, { type: "null" }], default: null, title: "Page Start" },
    },
    required: ["file"],
    title: "tArguments",
    type: "object",
  });
  expect("required" in inputSchema("t", {})).toBe(false);
});
