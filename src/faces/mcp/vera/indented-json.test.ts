import { expect, test } from "bun:test";
import { indentedJson } from "./indented-json.ts";

test("indentedJson() indents by two, keeps letters as they are, and shows which numbers are fractions", () => {
  const value = { a: "“Ähre”\n", none: undefined, b: null, c: [], d: {}, bbox: [72, 0.5], page_number: 2, score: 1e-7 };
  expect(indentedJson(value)).toBe(
    [
      "{",
      '  "a": "“Ähre”\\n",',
      '  "b": null,',
      '  "c": [],',
      '  "d": {},',
      '  "bbox": [',
      "    72.0,",
      "    0.5",
      "  ],",
      '  "page_number": 2,',
      '  "score": 1e-7',
      "}",
    ].join("\n"),
  );
  expect(indentedJson(Number.NaN)).toBe("null");
  expect(indentedJson(true)).toBe("true");
});
