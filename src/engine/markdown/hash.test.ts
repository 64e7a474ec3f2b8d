import { expect, test } from "bun:test";
import { hashOfPieces, xxh64 } from "./hash.ts";

test.each([
  ["", "ef46db3751d8e999"],
  ["Text.", "85ba034cbe1198ee"],
  ["Привет, мир.", "3d78d83372f15813"],
  ["| A | B |\n|---|---|\n| x | y |", "25b2b2c276b338e7"],
  ["> quote one\n> quote two", "901119f0a1c5d613"],
  ["- Parent", "32259d5901785f40"],
  ["- Parent\n  - Child", "a15cc2ea612b75ec"],
  ["  - Child", "3560a74f77360652"],
])("xxh64() of %p", (text, hash) => {
  expect(xxh64(text)).toBe(hash);
  expect(hashOfPieces([text])).toBe(hash);
});

test("hashOfPieces() frames two pieces with their number and lengths", () => {
  expect(hashOfPieces(["- Parent\n", "\n  Own paragraph after the child."])).toBe("e6a9e61851bac521");
  expect(hashOfPieces(["ab", "c"])).not.toBe(hashOfPieces(["a", "bc"]));
});

test("hashOfPieces() of nothing is the hash of the empty text", () => {
  expect(hashOfPieces([])).toBe("ef46db3751d8e999");
});
