import { expect, test } from "bun:test";
import { xxh64 } from "./xxh64.ts";

test("xxh64() gives the specification's values", () => {
  expect(xxh64(new Uint8Array(0))).toBe(0xef46db3751d8e999n);
  expect(xxh64(new TextEncoder().encode("a"))).toBe(0xd24ec4f1a98c6e5bn);
  expect(xxh64(new TextEncoder().encode("abc"))).toBe(0x44bc2cf5ad770999n);
});

test("xxh64() hashes a view, not the buffer under it", () => {
  expect(xxh64(new TextEncoder().encode("xabcx").subarray(1, 4))).toBe(0x44bc2cf5ad770999n);
});
