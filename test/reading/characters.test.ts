import { expect, test } from "bun:test";
import type { ParsedDocument } from "../../src/engine/document.ts";
import { findQuote } from "../../src/engine/evidence/find-quote.ts";
import { text } from "../../src/engine/ingest/pdf/test-pdf.ts";
import { fold } from "../../src/foundation/text/fold.ts";
import { readPages } from "./read-pdf.ts";

/** What stands in the document where `quote` is found. */
function shownFor(document: ParsedDocument, quote: string): string[] {
  return findQuote(fold(document.text), quote).map(({ start, end }) => document.text.slice(start, end));
}

test("a ligature is kept as shown and found by its letters", async () => {
  const document = await readPages([text(50, 700, "a scienti\ufb01c o\ufb03ce", { font: "U" })]);
  expect(document.text).toBe("a scienti\ufb01c o\ufb03ce");
  expect(shownFor(document, "scientific office")).toEqual(["scienti\ufb01c o\ufb03ce"]);
});

test("hyphens and soft hyphens at a line's end are kept, and the word is found whole", async () => {
  const lines = ["it is run by the inter-", "preter that some call a sys\u00ad", "tem program"];
  const document = await readPages([lines.map((one, at) => text(50, 700 - 14 * at, one, { font: "U" })).join("")]);
  expect(document.text).toBe(lines.join("\n"));
  expect(shownFor(document, "interpreter")).toEqual(["inter-\npreter"]);
  expect(shownFor(document, "system")).toEqual(["sys\u00ad\ntem"]);
});

test("a soft hyphen inside a line is no part of the word", async () => {
  const document = await readPages([text(50, 700, "the read\u00ading room", { font: "U" })]);
  expect(document.text).toBe("the read\u00ading room");
  expect(shownFor(document, "reading room")).toEqual(["read\u00ading room"]);
});

test("a real hyphen at a line's end is found with it and without", async () => {
  const document = await readPages([text(50, 700, "a well-") + text(50, 686, "known fact")]);
  expect(document.text).toBe("a well-\nknown fact");
  expect(shownFor(document, "well-known")).toEqual(["well-\nknown"]);
});
