import { expect, test } from "bun:test";
import { headingsOf, pathTo } from "../../../headings.ts";
import { assemble, blocksOf, PROSE } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

test("assembleDocument() finds headings by the outline, with levels and parents; one that wraps is one", () => {
  const page = new TestPage()
    .text(60, 100, "1 A chapter whose title", { size: 14 })
    .text(60, 116, "goes on below", { size: 14 })
    .lines(60, 150, PROSE)
    .text(60, 210, "1.1 Inner part", { font: "bold" })
    .lines(60, 240, PROSE);
  const outline = [
    { title: "A chapter whose title goes on below", level: 1, page: 1 },
    { title: "Inner part", level: 2, page: 1 },
  ];
  const document = assemble([page], { outline });
  expect(blocksOf(document).map(([kind]) => kind)).toEqual(["heading 1", "paragraph", "heading 2", "paragraph"]);
  expect(document.blocks.map(({ parent }) => parent)).toEqual([-1, 0, 0, 2]);
  expect(pathTo(document.text, headingsOf(document.blocks), 2)).toEqual([
    "1 A chapter whose title goes on below",
    "1.1 Inner part",
  ]);
});

test("assembleDocument() finds headings by the outline where the title runs into its text", () => {
  const page = new TestPage().lines(60, 100, ["Scope", ...PROSE]);
  const document = assemble([page], { outline: [{ title: "Scope", level: 1, page: 1 }] });
  expect(blocksOf(document)).toEqual([
    ["heading 1", "Scope"],
    ["paragraph", PROSE.join("\n")],
  ]);
});

test("assembleDocument() takes the title where the outline points to, not the running head that names it, and takes all of it", () => {
  const page = new TestPage()
    .text(60, 30, "272 grepRaw")
    .lines(60, 100, PROSE)
    .text(60, 300, "grepRaw   Pattern Matching for Raw Vectors", { font: "bold", size: 14 })
    .lines(60, 340, PROSE);
  const document = assemble([page], { outline: [{ title: "grepRaw", level: 2, page: 1, y: 292 }] });
  expect(blocksOf(document)).toEqual([
    ["paragraph", "272 grepRaw"],
    ["paragraph", PROSE.join("\n")],
    ["heading 2", "grepRaw Pattern Matching for Raw Vectors"],
    ["paragraph", PROSE.join("\n")],
  ]);
});
