import { expect, test } from "bun:test";
import fc from "fast-check";
import { normalText } from "./lines.ts";

test("normalText() keeps a text with line feeds as it is", () => {
  const { source, original, line } = normalText("a\nb\n");
  expect(source).toBe("a\nb\n");
  expect([0, 1, 2, 4].map(original)).toEqual([0, 1, 2, 4]);
  expect([0, 1, 2, 3, 4].map(line)).toEqual([1, 1, 2, 2, 3]);
});

test("normalText() knows CR LF, a lone CR and a mix of them", () => {
  const { source, original, line } = normalText("a\r\nb\rc\n\r\nd");
  expect(source).toBe("a\nb\nc\n\nd");
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(original)).toEqual([0, 1, 3, 4, 5, 6, 7, 9]);
  expect(line(7)).toBe(5);
});

test("normalText().original() leads to the same character, and line ends to before their ending", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "é", "\r", "\n", "\r\n", " ")), (parts) => {
      const text = parts.join("");
      const { source, original } = normalText(text);
      expect(original(source.length)).toBe(text.length);
      for (let at = 0; at < source.length; at++) {
        const there = text.charAt(original(at));
        if (source.charAt(at) === "\n") expect(there === "\n" || there === "\r").toBe(true);
        else expect(there).toBe(source.charAt(at));
      }
    }),
  );
});
