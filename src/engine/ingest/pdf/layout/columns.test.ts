import { describe, expect, test } from "bun:test";
import { textOf } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

const left = [
  "the left column begins with this",
  "and goes on with a second line",
  "that leads to a third one here",
  "before it ends at the fourth.",
];
const right = [
  "while the right column has words",
  "of its own that nobody may weave",
  "into those of the column beside",
  "it, whatever the drawing order.",
];

describe("layoutPage() reads columns", () => {
  test("drawn row by row with equal baselines, under a full-width title", () => {
    const page = new TestPage().text(180, 100, "A title over both of the columns", { size: 16 });
    for (const [at, line] of left.entries())
      page.text(60, 140 + 12 * at, line).text(330, 140 + 12 * at, right[at] ?? "");
    expect(textOf(page)).toBe(`A title over both of the columns\n\n${left.join("\n")}\n\n${right.join("\n")}`);
  });

  test("in bands: a full-width line between two pairs of columns parts them", () => {
    const page = new TestPage();
    for (const [at, line] of left.entries())
      page.text(60, 140 + 12 * at, line).text(330, 140 + 12 * at, right[at] ?? "");
    page.text(
      60,
      230,
      "This sentence is set across the whole width of the page and so it cuts the page into two bands",
    );
    for (const [at, line] of left.entries())
      page.text(60, 280 + 12 * at, line).text(330, 280 + 12 * at, right[at] ?? "");
    const order = textOf(page)
      .split("\n\n")
      .map((block) => block.slice(0, 9));
    expect(order).toEqual(["the left ", "while the", "This sent", "the left ", "while the"]);
  });

  test("three of them", () => {
    const page = new TestPage();
    const words = ["one line of", "text which", "is narrower", "than others", "on the page"];
    for (const [at, line] of words.entries())
      for (const [column, x] of [60, 240, 420].entries())
        page.text(x, 200 + 12 * at, `${line} ${"abc"[column]} of three`);
    const order = textOf(page)
      .match(/ [abc] /g)
      ?.join("");
    expect(order).toBe(" a ".repeat(5) + " b ".repeat(5) + " c ".repeat(5));
  });

  test("but a table without rules row by row", () => {
    const page = new TestPage();
    const rows = [
      ["Name", "Size"],
      ["alpha", "12"],
      ["beta", "7"],
      ["gamma", "310"],
    ];
    for (const [at, [name = "", size = ""]] of rows.entries())
      page.text(60, 200 + 14 * at, name).text(330, 200 + 14 * at, size);
    expect(textOf(page).split(/\s+/)).toEqual(rows.flat());
  });
});

test("the last rows of two columns are not taken for a foot of the page", () => {
  const page = new TestPage();
  for (let at = 0; at < 8; at++)
    page
      .text(60, 600 + 12 * at, `left line ${"abcdefgh"[at]} of some text that goes on`)
      .text(330, 600 + 12 * at, `right line ${"abcdefgh"[at]} of some text that goes on`);
  page.lines(60, 705, ["a A note that stands below", "b Another note below it"]);
  page.lines(330, 705, ["FIG. 1. What the picture shows", "to those who look at it."]);
  expect(textOf(page)).toInclude("What the picture shows\nto those who look at it.");
});
