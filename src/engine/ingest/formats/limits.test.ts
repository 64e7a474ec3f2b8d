import { expect, test } from "bun:test";
import { FootnoteError } from "../../../foundation/errors.ts";
import { parseDocx } from "./docx.ts";
import { parseEpub } from "./epub.ts";
import { parseHtml } from "./html.ts";
import { parseMarkdown } from "./markdown.ts";
import { docxOf, epubOf } from "./test-packages.ts";
import { parseText } from "./text.ts";

/** Code and message of what `read` throws. */
async function refusal(read: () => unknown): Promise<unknown> {
  try {
    await read();
  } catch (error) {
    if (error instanceof FootnoteError) return `${error.code}: ${error.message} ${error.remedy}`;
  }
  return "read";
}

/** A byte more than the limit; only its length is asked. */
const large = (length: number) => ({ length: length + 1 }) as Uint8Array;

test("each format names the file, its size, its limit and what to do", async () => {
  const told = (size: number, format: string, limit: number) =>
    `too_large: big is ${size} bytes; the limit for ${format} is ${limit}. Split the document.`;
  expect(await refusal(() => parseText(large(80_000_000), "big"))).toBe(told(80_000_001, "plain text", 80_000_000));
  expect(await refusal(() => parseMarkdown(large(40_000_000), "big"))).toBe(told(40_000_001, "Markdown", 40_000_000));
  expect(await refusal(() => parseHtml(large(32_000_000), "big"))).toBe(told(32_000_001, "HTML", 32_000_000));
  expect(await refusal(() => parseEpub(large(500_000_000), "big"))).toBe(told(500_000_001, "EPUB", 500_000_000));
  expect(await refusal(() => parseDocx(large(500_000_000), "big"))).toBe(told(500_000_001, "Word (DOCX)", 500_000_000));
});

test("a small package is judged by the text that lies in it", async () => {
  // Stored, for what packs too well is taken for a bomb.
  const chapter = "words ".repeat(40_000_000 / 6 + 1);
  expect(await refusal(() => parseEpub(epubOf({ chapters: { "a.xhtml": chapter }, level: 0 }), "big"))).toMatch(
    /^too_large: big is 4000\d{4} bytes; the limit for text in EPUB is 40000000\. Split the document\.$/,
  );
  expect(await refusal(() => parseDocx(docxOf(chapter.slice(0, 25_000_000), {}, 0), "big"))).toMatch(
    /^too_large: big is 2500\d{4} bytes; the limit for text in Word \(DOCX\) is 25000000\. Split the document\.$/,
  );
});
