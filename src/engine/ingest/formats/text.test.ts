import { expect, test } from "bun:test";
import { bytesOf, outline } from "./test-outline.ts";
import { parseText } from "./text.ts";

test("parseText() makes paragraphs between blank lines, with their source lines", () => {
  const document = parseText(bytesOf("One\ntwo\n\n  \nthree\n"), "notes/read me.txt");
  expect(document.text).toBe("One\ntwo\n\nthree");
  expect(document.title).toBe("read me");
  expect(document.blocks.map((block) => [block.kind, block.lineStart, block.lineEnd])).toEqual([
    ["paragraph", 1, 2],
    ["paragraph", 5, 5],
  ]);
  expect(document.pages).toEqual([{ number: 1, start: 0, end: 14, width: 0, height: 0, status: "text" }]);
});

test("parseText() takes an indented group for code and keeps its indentation", () => {
  expect(outline(parseText(bytesOf("Run:\n\n    if x:\n      y\n"), "a.txt"))).toEqual([
    "paragraph: Run:",
    "code:     if x:\n      y",
  ]);
});

test("parseText() ends a paragraph at a form feed", () => {
  expect(outline(parseText(bytesOf("a\nb\fc\r\nd"), "a.txt"))).toEqual(["paragraph: a\nb", "paragraph: c\nd"]);
});

test("parseText() survives NULs, lone surrogates and long lines", () => {
  const surrogate = new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]);
  expect(parseText(surrogate, "a.txt").text).toBe("\ufffdA");
  expect(parseText(bytesOf("a\0b"), "a.txt").text).toBe("a\ufffdb");
  expect(parseText(bytesOf("x".repeat(3_000_000)), "a.txt").text.length).toBe(3_000_000);
});

test("parseText() gives an empty page for blank text", () => {
  expect(parseText(bytesOf(" \n\n"), "a.txt").pages[0]?.status).toBe("empty");
});
