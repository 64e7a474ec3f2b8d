import { expect, test } from "bun:test";
import { checkSize, decodeText } from "./decode.ts";

test.each([
  ["UTF-8", [0xc3, 0xa9], "é", "utf-8"],
  ["UTF-8 with a mark", [0xef, 0xbb, 0xbf, 0x61], "a", "utf-8"],
  ["UTF-16 little endian", [0xff, 0xfe, 0x42, 0x30], "あ", "utf-16le"],
  ["UTF-16 big endian", [0xfe, 0xff, 0x30, 0x42], "あ", "utf-16be"],
  ["windows-1252", [0x93, 0x63, 0x61, 0x66, 0xe9, 0x94], "“café”", "windows-1252"],
  ["damaged UTF-8", [0xc3, 0xa9, 0xc3, 0xa8, 0xff, 0x61], "éè\ufffda", "utf-8"],
  ["old line ends", [0x61, 0x0d, 0x0a, 0x62, 0x0d, 0x63], "a\nb\nc", "utf-8"],
] as const)("decodeText() reads %s", (_, bytes, text, encoding) => {
  expect(decodeText(new Uint8Array(bytes))).toEqual({ text, encoding });
});

test("checkSize() names the file, its size and the limit", () => {
  const large = { length: 200_000_001 } as Uint8Array;
  expect(() => checkSize(large, "big.md", "Markdown")).toThrow(
    "big.md is 200000001 bytes; the limit for Markdown is 200000000.",
  );
});
