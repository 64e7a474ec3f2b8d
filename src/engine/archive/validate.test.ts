import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Block, Passage } from "../document.ts";
import { inspectFolio } from "./inspect.ts";
import { anyParts, smallParts } from "./parts-for-tests.ts";
import { validateFolio } from "./validate.ts";
import { encodeFolio, type FolioParts } from "./write.ts";

let path = "";
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), "folio-")), "a.folio");
});
afterEach(() => rmSync(join(path, ".."), { recursive: true }));

const faultsOf = (bytes: Uint8Array) => {
  writeFileSync(path, bytes);
  return validateFolio(path).faults;
};

test("validateFolio() finds every folio sound that was written from sound parts", () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      expect(faultsOf(encodeFolio(parts))).toEqual([]);
    }),
  );
});

test("validateFolio() tells what it counted", () => {
  const bytes = encodeFolio(smallParts());
  writeFileSync(path, bytes);
  const facts = { bytes: bytes.length, sections: 10, pages: 2, blocks: 2, passages: 1, words: 6, vectors: 1 };
  expect(validateFolio(path)).toEqual({ sound: true, faults: [], facts });
});

test("validateFolio() names the invariant that is broken", () => {
  const parts = smallParts();
  const { document, passages } = parts;
  const [heading, paragraph] = document.blocks as [Block, Block];
  const [page, blank] = document.pages;
  const [words, none] = document.words;
  const [passage] = passages as [Passage];
  const withDocument = (change: object): Partial<FolioParts> => ({ document: { ...document, ...change } });
  const cases: [Partial<FolioParts>, string, string][] = [
    [withDocument({ paged: false }), "pages", "a document without pages has 2 of them"],
    [withDocument({ text: document.text.replace("\f", " ") }), "pages", "no form feed stands before page 2"],
    [withDocument({ pages: [page, { ...blank!, start: 28 }] }), "pages", "page 2 starts at 28 instead of 29"],
    [withDocument({ text: `${document.text}.` }), "pages", "the pages end at 29 of 30"],
    [
      withDocument({ blocks: [heading, { ...paragraph, page: 2 }] }),
      "blocks",
      "block 1 (paragraph) runs out of page 2",
    ],
    [withDocument({ blocks: [{ ...heading, level: 7 }, paragraph] }), "blocks", "block 0 (heading) has level 7"],
    [
      withDocument({ blocks: [heading, { ...paragraph, kind: "row" }] }),
      "blocks",
      "block 1 (row) stands in heading instead of a table",
    ],
    [
      withDocument({ blocks: [heading, { ...paragraph, start: 2 }] }),
      "blocks",
      "block 1 (paragraph) starts at 2, before the end of the one before (6)",
    ],
    [
      withDocument({
        words: [{ ...words!, starts: words!.starts.toReversed(), ends: words!.ends.toReversed() }, none],
      }),
      "words",
      "word 1 of page 1 starts at 19, before 28",
    ],
    [
      withDocument({ words: [{ ...words!, ends: words!.ends.map((end) => end + 1) }, none] }),
      "words",
      "word 5 of page 1 ends at 29",
    ],
    [{ passages: [{ ...passage, spans: [] }] }, "passages", "passage 0 has no spans"],
    [{ passages: [{ ...passage, heading: 1 }] }, "passages", "passage 0 stands under a paragraph"],
    [
      { passages: [{ ...passage, spans: passage.spans.toReversed() }] },
      "passages",
      "passage 0 has a span from 0 to 6 behind 28",
    ],
    [{ source: Uint8Array.of(1) }, "source", "its SHA-256 is"],
  ];
  for (const [change, section, problem] of cases) {
    const faults = faultsOf(encodeFolio({ ...parts, ...change }));
    expect(faults.map((fault) => fault.section)).toContain(section);
    expect(faults.find((fault) => fault.section === section)?.problem).toStartWith(problem);
  }
});

test("validateFolio() asks the caller about the index", () => {
  writeFileSync(path, encodeFolio(smallParts()));
  const checkIndex = (terms: Uint8Array, postings: Uint8Array, passages: number) => [
    `${terms} ${postings.length} ${passages}`,
  ];
  expect(validateFolio(path, { checkIndex }).faults).toEqual([{ section: "postings", problem: "1,2,3 0 1" }]);
});

test("validateFolio() reports what is not a file at all", () => {
  expect(validateFolio(join(path, "..")).faults).toEqual([{ section: "header", problem: "it is not a file" }]);
  expect(validateFolio(path).faults).toEqual([{ section: "file", problem: `${path} does not exist.` }]);
});

test("inspectFolio() shows sections, statuses and kinds", () => {
  const bytes = encodeFolio(smallParts());
  writeFileSync(path, bytes);
  const facts = inspectFolio(path);
  expect(facts).toMatchObject({
    path,
    bytes: bytes.length,
    version: 1,
    statuses: { text: 1, empty: 1 },
    blocks: { heading: 1, paragraph: 1 },
  });
  expect(facts.meta).toMatchObject({ title: "Zoning Code", model: { name: "test", dimension: 2 } });
  expect(facts.sections.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    ..."meta 1,pages 2,blocks 2,passages 1,text 1,terms 1,postings 1,words 2,vectors 1,source 1".split(","),
  ]);
  expect(facts.sections.find(({ kind }) => kind === "postings")).toEqual({
    kind: "postings",
    encoding: "raw",
    bytes: 0,
    decodedBytes: 0,
    count: 1,
    xxh64: "ef46db3751d8e999",
  });
});
