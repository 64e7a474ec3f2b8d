import { describe, expect, test } from "bun:test";
import { hashingDimension, hashingVector, hashingVectors } from "./hashing.ts";

/** Buckets that are not zero, with their values. */
function slots(text: string, dimension = 384): Record<number, number> {
  const entries = [...hashingVector(text, dimension)].flatMap((value, bucket) =>
    value === 0 ? [] : [[bucket, value]],
  );
  return Object.fromEntries(entries);
}

describe("vera-hashing-384, golden values of VERA", () => {
  test.each([
    ["parking", 160, -1],
    ["restaurant", 100, -1],
    ["detention", 353, 1],
    ["zoning", 333, -1],
    ["stormwater", 315, -1],
    ["the", 222, 1],
    ["a", 320, -1],
    ["4", 241, -1],
    ["100", 380, -1],
    ["_", 337, 1],
  ])("%s falls into bucket %i with sign %i", (word, bucket, sign) => {
    expect(slots(word)).toEqual({ [bucket]: sign });
  });

  test("a sentence gives float32 values of length 1, repeats adding up", () => {
    const unit = 0.30151134729385376;
    const expected = {
      18: unit,
      27: unit,
      132: unit,
      138: -unit,
      185: unit,
      222: 0.6030226945877075,
      249: -unit,
      305: unit,
    };
    expect(slots("the quick brown fox jumps over the lazy dog")).toEqual(expected);
  });

  test("letters beyond ASCII separate words", () => {
    expect(Object.keys(slots("Straße"))).toEqual(["16", "213"]);
  });

  test("lower-casing comes first: a dotted capital I leaves an i, the Kelvin sign a k", () => {
    expect(slots("\u0130stanbul \u212A")).toEqual(slots("i stanbul k"));
  });

  test("text without words gives zeros", () => {
    expect(slots("")).toEqual({});
    expect(slots("日本語 ?!")).toEqual({});
  });

  test("other dimensions take the same hash modulo N", () => {
    // 0x3f040120 is the first word of the digest of "parking", little-endian.
    expect(slots("parking", 4096)).toEqual({ [0x3f040120 % 4096]: -1 });
  });

  test("many texts give what each alone gives", () => {
    const texts = ["the fox", "", "the the 4"];
    expect([...hashingVectors(texts, 64)]).toEqual(texts.map((text) => hashingVector(text, 64)));
  });
});

test("hashingDimension() knows the resolved names only", () => {
  const names = [
    "vera-hashing-384",
    "vera-hashing-8",
    "vera-hashing-4096",
    "vera-hashing-4",
    "vera-hashing-4104",
    "hashing",
    "vera-hashing-0384",
  ];
  expect(names.map(hashingDimension)).toEqual([384, 8, 4096, undefined, undefined, undefined, undefined]);
});
