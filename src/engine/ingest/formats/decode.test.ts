import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodeAs, decodeText } from "./decode.ts";

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

test.each([
  ["UTF-8", "\xc3\xa9", { text: "é", encoding: "utf-8" }],
  ["UTF-8 with a mark", "\xef\xbb\xbfa", { text: "a", encoding: "utf-8" }],
  ["old line ends", "a\r\nb\rc", { text: "a\nb\nc", encoding: "utf-8" }],
  ["U+FFFD that stands there", "\xef\xbf\xbd", { text: "\ufffd", encoding: "utf-8" }],
  [
    "UTF-16 little endian",
    "\xff\xfe\x42\x30",
    { text: "あ", encoding: "utf-16le", note: "read as UTF-16 (little endian), by its byte order mark" },
  ],
  [
    "UTF-16 big endian",
    "\xfe\xff\x30\x42",
    { text: "あ", encoding: "utf-16be", note: "read as UTF-16 (big endian), by its byte order mark" },
  ],
  [
    "half a UTF-16 character",
    "\xff\xfea\0\n\0\0\xd8b\0",
    {
      text: "a\n\ufffdb",
      encoding: "utf-16le",
      note: "read as UTF-16 (little endian), by its byte order mark; 1 character not utf-16le, shown as U+FFFD, the first in line 2",
    },
  ],
  [
    "Windows-1252",
    "plain\r\n\x93caf\xe9\x94",
    {
      text: "plain\n“café”",
      encoding: "windows-1252",
      note: "not UTF-8: read as Windows-1252 (3 bytes beyond ASCII, the first in line 2)",
    },
  ],
  [
    "damaged UTF-8",
    "\xc3\xa9\xc3\xa8\xc3\xa9\n\xef\xbf\xbd\r\n\rx\xe3\x81\n\xff",
    {
      text: "éèé\n\ufffd\n\nx\ufffd\n\ufffd",
      encoding: "utf-8",
      note: "3 bytes not UTF-8, shown as U+FFFD, the first in line 4",
    },
  ],
  [
    "odd bytes beside NULs",
    "a\0\n\xff",
    {
      text: "a\ufffd\n\ufffd",
      encoding: "utf-8",
      note: "1 byte not UTF-8, shown as U+FFFD, the first in line 2; 1 NUL character shown as U+FFFD, the first in line 1",
    },
  ],
])("decodeText() reads %s", (_, bytes, decoded) => {
  expect(decodeText(latin1(bytes))).toEqual(decoded);
});

test("decodeText() counts exactly the bytes that are not UTF-8", () => {
  // Each of these is one byte that can be part of no character, whatever stands beside it.
  const odd = ["\xff", "\xfe", "\xc0", "\xf8"];
  const sound = fc.string({ unit: "grapheme-composite" }).map((text) => Buffer.from(`${text}é`).toString("latin1"));
  fc.assert(
    fc.property(fc.array(fc.tuple(sound, fc.constantFrom(...odd)), { minLength: 1 }), (pieces) => {
      // Sound characters in plenty, so that it is not taken for Windows-1252.
      const bytes = latin1(pieces.map((piece) => piece.join("")).join("") + "\xc3\xa9".repeat(pieces.length));
      const { note } = decodeText(bytes);
      expect(/^(\d+) bytes? not UTF-8, /.exec(note ?? "")?.[1]).toBe(String(pieces.length));
    }),
  );
});

test("decodeAs() notes what is not of the encoding, and knows no invented one", () => {
  expect(decodeAs("shift_jis", latin1("\x93\x8c"))).toEqual({ text: "東", encoding: "shift_jis" });
  expect(decodeAs("shift_jis", latin1("a\n\x93"))).toEqual({
    text: "a\n\ufffd",
    encoding: "shift_jis",
    note: "1 character not shift_jis, shown as U+FFFD, the first in line 2",
  });
  expect(() => decodeAs("klingon", latin1("a"))).toThrow(RangeError);
});
