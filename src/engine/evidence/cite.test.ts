import { expect, test } from "bun:test";
import { cite } from "./cite.ts";
import { testDocument } from "./document-for-tests.ts";

const sha256 = "5b1c0f2a9d3e".padEnd(64, "0");
const document = testDocument({
  title: "Zoning & Co: 100% {safe}",
  path: "/library/zoning.pdf",
  sha256,
  labels: ["217", "218"],
  text: "Rule\n\nA <b>5%</b> fee_x of $3\nis due.\fMore.",
  kindOf: (text) => (text === "Rule" ? "heading" : "paragraph"),
});
const spans = [{ start: 6, end: document.text.indexOf("\f") }];
const LOCATOR = "footnote:doc/5b1c0f2a9d3e#p=1&t=6-37";

test("as text", () => {
  expect(cite(document, spans, "text")).toBe(
    `“A <b>5%</b> fee_x of $3 is due.” — Zoning & Co: 100% {safe}, p. 1 (printed 217), §Rule [${LOCATOR}]`,
  );
});

test("as Markdown, where document text stays text", () => {
  expect(cite(document, spans, "markdown")).toBe(
    `> A \\<b\\>5%\\</b\\> fee_x of $3\n> is due.\n>\n> — [Zoning & Co: 100% {safe}, p. 1 (printed 217), §Rule](<${LOCATOR}>)`,
  );
});

test("as JSON", () => {
  expect(JSON.parse(cite(document, spans, "json"))).toMatchObject({
    quote: "A <b>5%</b> fee_x of $3 is due.",
    locator: LOCATOR,
    page: 1,
    label: "217",
    source: { sha256 },
  });
});

test("as CSL-JSON", () => {
  expect(JSON.parse(cite(document, [{ start: 6, end: 42 }], "csl-json"))).toEqual([
    {
      id: "zoning-5b1c0f2a",
      type: "document",
      title: "Zoning & Co: 100% {safe}",
      source: "zoning.pdf",
      page: "217-218",
      note: "footnote:doc/5b1c0f2a9d3e#p=1-2&t=6-42",
      annote: "A <b>5%</b> fee_x of $3 is due. More",
      custom: { sha256, locator: "footnote:doc/5b1c0f2a9d3e#p=1-2&t=6-42" },
    },
  ]);
});

test("as BibTeX, with braces balanced and specials escaped", () => {
  expect(cite(document, spans, "bibtex")).toBe(
    [
      "@misc{zoning-5b1c0f2a,",
      "  title = {{Zoning \\& Co: 100\\% \\textbraceleft{}safe\\textbraceright{}}},",
      "  pages = {217},",
      "  note = {footnote:doc/5b1c0f2a9d3e\\#p=1\\&t=6-37},",
      "  annote = {A <b>5\\%</b> fee\\_x of \\$3 is due.},",
      "}",
    ].join("\n"),
  );
});
