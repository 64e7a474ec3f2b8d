import { expect, test } from "bun:test";
import { FootnoteError } from "../../foundation/errors.ts";
import { decodedLimit, storePacked, storeRaw, unpack } from "./stored.ts";

const damaged = (problem: string) => new FootnoteError("archive_damaged", { problem });

test("storePacked() compresses what gains by it, and keeps what does not", () => {
  const regular = new Uint8Array(1000).map((_, at) => at % 7);
  const packed = storePacked(regular);
  expect([packed.encoding, packed.decodedLength, packed.bytes.length < 100]).toEqual(["zstd", 1000, true]);
  expect(unpack(packed, damaged)).toEqual(regular);
  expect(storePacked(Uint8Array.of(1, 2, 3)).encoding).toBe("raw");
  expect(storePacked(new Uint8Array(0))).toEqual(storeRaw(new Uint8Array(0)));
});

test("storePacked() keeps raw what readers would take for a bomb", () => {
  expect(storePacked(new Uint8Array(60_000)).encoding).toBe("zstd");
  const zeros = storePacked(new Uint8Array(2 ** 24));
  expect(zeros.encoding).toBe("raw");
  expect(unpack(zeros, damaged)).toHaveLength(2 ** 24);
});

test("decodedLimit() grows with what is stored, up to a gibibyte", () => {
  expect([decodedLimit(0), decodedLimit(100), decodedLimit(2 ** 31)]).toEqual([65_536, 165_536, 2 ** 30]);
});
