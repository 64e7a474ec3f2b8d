import { expect, test } from "bun:test";
import { pythonJson } from "./python-json.ts";

test("pythonJson() writes what json.dumps writes", () => {
  const value = {
    query: "Straße \u{1f600}\u007f\n",
    score: 1,
    bbox: [72, 128.5],
    pages: 2,
    low: 9.447852760736198e-7,
    none: null,
  };
  expect(pythonJson(value)).toBe(
    '{"query": "Stra\\u00dfe \\ud83d\\ude00\\u007f\\n", "score": 1.0, "bbox": [72.0, 128.5], "pages": 2, "low": 9.447852760736198e-07, "none": null}',
  );
});

test("pythonJson() leaves out what is undefined", () => {
  expect(pythonJson({ a: undefined, b: [], c: {}, d: true })).toBe('{"b": [], "c": {}, "d": true}');
});
