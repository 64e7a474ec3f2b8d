import { expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson, isObject, parseJson, pythonFloat } from "./json.ts";
import { recordHash } from "./record.ts";

test("a record is hashed as Python writes it: whole numbers and others apart, keys by code point, text unescaped", () => {
  const record = parseJson(
    '{"status": "complete", "schema": "vouch/1", "run": "r", "params": {"x": 1e-05, "one": 1.0, "n": 5, "lr": 0.1}, "values": {"z": {"type": "int", "value": 3}, "a.b": {"type": "float", "value": 0.93214, "desc": "\\u00e9 \\u00b1"}}, "record_hash": "any"}',
  );
  if (!isObject(record)) throw new Error("no object");
  expect(canonicalJson(record)).toStartWith(
    '{"params":{"lr":0.1,"n":5,"one":1.0,"x":1e-05},"record_hash":"any","run":"r",',
  );
  expect(recordHash(record)).toBe("sha256:b1fe636eac7fdcd7ddf838245b7cfef207f81b27e2f76edc115c7743eff07628");
});

test.each([
  [0.1, "0.1"],
  [1, "1.0"],
  [1e-5, "1e-05"],
  [0.0001, "0.0001"],
  [1e16, "1e+16"],
  [9999999999999998, "9999999999999998.0"],
  [123456.789, "123456.789"],
  [-0, "-0.0"],
  [1.5e-300, "1.5e-300"],
  [5e-324, "5e-324"],
])("pythonFloat(%p) is %s", (value, text) => {
  expect(pythonFloat(value)).toBe(text);
});

test("pythonFloat() gives the same double back", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Number(pythonFloat(value))).toBe(value);
      expect(pythonFloat(value)).toMatch(/^-?(?:\d+\.\d+|\d(?:\.\d+)?e[+-]\d{2,3})$/);
    }),
  );
});

test("whole numbers have any size, and code points decide the order of keys", () => {
  expect(
    canonicalJson(parseJson('{"\\ud83d\\ude00": 1, "\\uff21": 123456789012345678901234567890, "a": [true, null, -0]}')),
  ).toBe('{"a":[true,null,0],"\uff21":123456789012345678901234567890,"\u{1f600}":1}');
});
