import { expect, test } from "bun:test";
import { VERA_COMMANDS } from "./commands.ts";
import { parseCommandLine } from "./parse.ts";

const ask = (...args: string[]) => parseCommandLine(args, VERA_COMMANDS);

function given(...args: string[]) {
  const asked = ask(...args);
  if (asked.kind !== "run") throw new Error(asked.text);
  return asked.values;
}

function complaint(...args: string[]): string {
  const asked = ask(...args);
  return asked.kind === "wrong" ? (asked.text.trimEnd().split("\n").at(-1) ?? "") : asked.kind;
}

test("options may follow positional arguments, by any beginning that belongs to one alone", () => {
  const values = given("search", "--json", "a.vera", "--top", "1", "parking spaces", "--exc=x", "--exclude", "y");
  expect(values.text("file")).toBe("a.vera");
  expect(values.text("query")).toBe("parking spaces");
  expect(values.number("top-k")).toBe(1);
  expect(values.texts("exclude")).toEqual(["x", "y"]);
  expect(values.has("json")).toBe(true);
});

test("behind two dashes everything is positional", () => {
  expect(given("search", "a.vera", "--", "--json").text("query")).toBe("--json");
});

test("values are words of truth, whole numbers or text", () => {
  const tags = ["n=7", "b=Yes", "v=3.10", "e=", "x=-5", "s=a=b", "one=1"].flatMap((pair) => ["--metadata", pair]);
  expect(Object.fromEntries(given("convert", "a.pdf", ...tags).pairs("metadata"))).toEqual({
    n: 7,
    b: true,
    v: "3.10",
    e: "",
    x: -5,
    s: "a=b",
    one: 1,
  });
});

test.each([
  ["1", true],
  ["YES", true],
  ["on", true],
  ["0", false],
  ["n", false],
  ["", false],
])("--store-original %p is %p", (text, value) => {
  expect(given("convert", "a.pdf", "--store-original", text).truth("store-original")).toBe(value);
});

/** Each last line as VERA 0.3.2 prints it. */
test.each([
  [[], "vera: error: the following arguments are required: command"],
  [
    ["foo"],
    "vera: error: argument command: invalid choice: 'foo' (choose from 'convert', 'inspect', 'get', 'search', 'index', 'validate', 'export', 'figures', 'mcp', 'ocr-languages', 'eval')",
  ],
  [["convert"], "vera convert: error: the following arguments are required: input"],
  [["index"], "vera index: error: the following arguments are required: index_command"],
  [["inspect", "a", "b"], "vera: error: unrecognized arguments: b"],
  [["inspect", "--foo", "a"], "vera: error: unrecognized arguments: --foo"],
  [
    ["search", "a", "b", "--context-chunks", "-1"],
    "vera search: error: argument --context-chunks: must be non-negative",
  ],
  [["search", "a", "b", "--top-k", "x"], "vera search: error: argument --top-k: invalid non_negative_int value: 'x'"],
  [
    ["search", "a", "b", "--mode", "foo"],
    "vera search: error: argument --mode: invalid choice: 'foo' (choose from 'semantic', 'keyword', 'hybrid')",
  ],
  [["search", "a", "b", "--where", "a"], "vera search: error: argument --where: must be KEY=VALUE"],
  [["convert", "a", "--metadata", "=1"], "vera convert: error: argument --metadata: option key must be non-empty"],
  [["convert", "a", "--chunk-size", "x"], "vera convert: error: argument --chunk-size: invalid int value: 'x'"],
  [["convert", "a", "--ocr-dpi", "0"], "vera convert: error: argument --ocr-dpi: must be positive"],
  [
    ["convert", "a", "--store-original", "maybe"],
    "vera convert: error: argument --store-original: invalid str_to_bool value: 'maybe'",
  ],
  [["convert", "a", "--model"], "vera convert: error: argument --model: expected one argument"],
  [["convert", "a", "--model", "--json"], "vera convert: error: argument --model: expected one argument"],
  [
    ["convert", "a", "--o", "x"],
    "vera convert: error: ambiguous option: --o could match --overlap, --ocr, --ocr-language, --ocr-dpi, --ocr-allow-download, --overwrite",
  ],
  [
    ["search", "a", "b", "--pretty", "--json"],
    "vera search: error: argument --json: not allowed with argument --pretty",
  ],
  [
    ["search", "a", "b", "--json", "--pretty"],
    "vera search: error: argument --pretty: not allowed with argument --json",
  ],
])("%j ends with VERA's complaint", (args, expected) => {
  expect(complaint(...args)).toBe(expected);
});

test("the usage stands above a complaint, laid out as VERA's", () => {
  expect(ask("figures")).toEqual({
    kind: "wrong",
    text: `usage: vera figures [-h] [--out-dir OUT_DIR] [--asset-id ASSET_ID]
                    [--page-start PAGE_START] [--page-end PAGE_END] [--json]
                    file
vera figures: error: the following arguments are required: file
`,
  });
});

test("help is asked for everywhere", () => {
  expect(ask("--help").kind).toBe("help");
  expect(ask("index", "-h").kind).toBe("help");
  expect(ask("search", "a", "--help").kind).toBe("help");
});
