import { expect, test } from "bun:test";
import { assemble, blocksOf, headingsOf, PROSE } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

test("headings take levels from the kinds of their numbers where one kind begins again inside another", () => {
  const page = new TestPage();
  const heads = ["I. ORIGINS", "A. Early days", "B. Later days", "II. METHODS", "A. Counting", "Appendix A: Tables"];
  for (const [at, head] of heads.entries())
    page.text(60, 60 + 90 * at, head, { font: "bold" }).lines(60, 80 + 90 * at, PROSE);
  expect(headingsOf(assemble([page]))).toEqual([
    [1, "I. ORIGINS"],
    [2, "A. Early days"],
    [2, "B. Later days"],
    [1, "II. METHODS"],
    [2, "A. Counting"],
    [1, "Appendix A: Tables"],
  ]);
});

test("a lone slanted line is a heading once numbered ones have come", () => {
  const page = new TestPage()
    .text(60, 60, "Someone's Institute", { font: "italic" })
    .lines(60, 80, PROSE)
    .text(60, 150, "1 Origins", { font: "bold" })
    .lines(60, 170, PROSE)
    .text(60, 240, "What was known", { font: "italic" })
    .lines(60, 260, PROSE);
  expect(headingsOf(assemble([page])).map(([, text]) => text)).toEqual(["1 Origins", "What was known"]);
});

test("a centred title of two lines is one heading, whatever its number looks like", () => {
  const page = new TestPage()
    .text(200, 100, "V. A TITLE THAT IS LONG AND", { font: "bold" })
    .text(240, 112, "GOES ON BELOW ETC.", { font: "bold" })
    .lines(60, 150, [...PROSE, ...PROSE]);
  expect(headingsOf(assemble([page]))).toEqual([[1, "V. A TITLE THAT IS LONG AND\nGOES ON BELOW ETC."]]);
});

test("lines over an outlined heading are its labels, not headings", () => {
  const page = new TestPage()
    .text(60, 80, "CHAPTER", { size: 14 })
    .text(60, 110, "ONE", { size: 18 })
    .text(60, 140, "Origins", { size: 18 })
    .lines(60, 170, PROSE)
    .text(60, 230, "Early days", { size: 14 })
    .lines(60, 260, PROSE);
  const outline = [
    { title: "Origins", level: 1, page: 1 },
    { title: "Early days", level: 2, page: 1 },
  ];
  expect(headingsOf(assemble([page], { outline }))).toEqual([
    [1, "Origins"],
    [2, "Early days"],
  ]);
});

test("bold lines are no headings where most lines of their type are not in the outline", () => {
  const page = new TestPage().text(60, 80, "Terms", { font: "bold" }).lines(60, 100, PROSE);
  for (const [at, term] of ["upstream", "delegate", "archive"].entries())
    page.text(60, 160 + 90 * at, term, { font: "bold" }).lines(60, 180 + 90 * at, PROSE);
  const outline = [{ title: "Terms", level: 1, page: 1 }];
  expect(headingsOf(assemble([page], { outline }))).toEqual([[1, "Terms"]]);
});

test("headings are told by type and numbering without an outline", () => {
  const page = new TestPage();
  const heads: [string, number, "regular" | "bold"][] = [
    ["1 Origins", 14, "bold"],
    ["1.1 Early days", 10, "bold"],
    ["2 Methods", 14, "bold"],
  ];
  for (const [at, [text, size, font]] of heads.entries())
    page.text(60, 150 + 100 * at, text, { size, font }).lines(60, 180 + 100 * at, PROSE);
  const found = blocksOf(assemble([page])).filter(([kind]) => kind.startsWith("heading"));
  expect(found).toEqual([
    ["heading 1", "1 Origins"],
    ["heading 2", "1.1 Early days"],
    ["heading 1", "2 Methods"],
  ]);
});
