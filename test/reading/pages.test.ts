import { expect, test } from "bun:test";
import { makePassages, passageText } from "../../src/engine/ingest/passages.ts";
import { picture, text } from "../../src/engine/ingest/pdf/test-pdf.ts";
import { readPages, textsOf } from "./read-pdf.ts";

test("printed page labels stand beside the physical pages", async () => {
  const pages = Array.from({ length: 5 }, (_, at) => text(50, 700, `this is physical page ${at + 1}`));
  const document = await readPages(pages, { labels: "0 <</S/r>> 2 <</S/D>> 4 <</S/D/P(A-)/St 103>>" });
  expect(document.pages.map(({ number, label }) => [number, label])).toEqual([
    [1, "i"],
    [2, "ii"],
    [3, "1"],
    [4, "2"],
    [5, "A-103"],
  ]);
});

test("a scanned page, a blank one and one with text are told apart, and the text is read", async () => {
  const document = await readPages([picture(0, 0, 612, 792), "", text(50, 700, "the page with words")]);
  expect(document.pages.map(({ status }) => status)).toEqual(["image-only", "empty", "text"]);
  expect(document.pages[0]!.problem).toInclude("OCR");
  expect(document.pages[1]!.problem).toBe("nothing is drawn on the page");
  expect(document.text).toBe("\f\fthe page with words");
});

test("heads and page numbers that repeat are furniture; a chapter's title that stands there once is not", async () => {
  const body = "what the page is about takes up a line or two of text";
  const pages = Array.from({ length: 6 }, (_, at) => {
    const head = at === 3 ? "What Came of It" : "Annual Report";
    return text(60, 750, head) + text(60, 600, `${body}, here ${"abcdef"[at]}.`) + text(300, 30, String(at + 1));
  });
  const document = await readPages(pages);
  expect(textsOf(document, "furniture")).toEqual(
    [1, 2, 3, 4, 5, 6].flatMap((page) => (page === 4 ? ["4"] : ["Annual Report", String(page)])),
  );
  const read = makePassages(document);
  const found = (words: string): string[] =>
    read.filter((passage) => passageText(document.text, passage).includes(words)).map(({ kind }) => kind);
  expect(found("Annual Report")).toEqual(["furniture"]);
  expect(found("here d")).toEqual(["text"]);
  expect(read.some(({ kind, firstPage }) => kind === "text" && firstPage === 4)).toBe(true);
  expect(document.text).toInclude("What Came of It");
});
