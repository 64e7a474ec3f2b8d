import { expect, test } from "bun:test";
import { compactJson, Float, spacedJson } from "./encode-json.ts";

test("compactJson() is what VERA stores for the same value", () => {
  const value = {
    b: new Float(1),
    a: [1, 2.5, 1e-7, 1e22, 'é\u2028\x7f\n"/'],
    c: { z: null, y: true },
    k: new Float(-0),
  };
  // Written by VERA 0.3.2 for {"b":1.0,"a":[1,2.5,1e-7,1e22,"…"],"c":{"z":None,"y":True},"k":-0.0}.
  expect(compactJson(value)).toBe(
    '{"a":[1,2.5,1e-07,1e+22,"é\u2028\x7f\\n\\"/"],"b":1.0,"c":{"y":true,"z":null},"k":-0.0}',
  );
});

test("compactJson() sorts keys by code point", () => {
  expect(compactJson({ "\u{10000}": 1, "\uffff": 2, b: 3, ab: 4, a: 5 })).toBe(
    '{"a":5,"ab":4,"b":3,"\uffff":2,"\u{10000}":1}',
  );
});

test("compactJson() refuses what is no JSON", () => {
  expect(() => compactJson([Number.NaN])).toThrow("NaN cannot stand in JSON");
  expect(() => compactJson(new Float(Number.POSITIVE_INFINITY))).toThrow("Infinity cannot stand in JSON");
});

test("spacedJson() keeps the order of keys and spaces them", () => {
  expect(spacedJson([{ page_number: 1, width: new Float(595), text: "a\tb" }, {}])).toBe(
    '[{"page_number": 1, "width": 595.0, "text": "a\\tb"}, {}]',
  );
});
