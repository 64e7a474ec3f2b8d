import { describe, expect, test } from "bun:test";
import { layoutPage } from "./page.ts";
import { textOf } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

describe("layoutPage() makes tables", () => {
  test("of a grid of rules, several lines of a cell joined", () => {
    const page = new TestPage();
    for (const y of [190, 210, 240]) page.rule(60, y, 360, y);
    for (const x of [60, 160, 360]) page.rule(x, 190, x, 240);
    page
      .text(65, 203, "Key")
      .text(165, 203, "Meaning")
      .text(65, 223, "-v")
      .text(165, 223, "says what")
      .text(165, 235, "it does");
    const { text, blocks } = layoutPage(page.glyphs());
    expect(text).toBe("Key\tMeaning\n-v\tsays what it does");
    expect(blocks.map(({ kind, level, parent }) => `${kind} ${level} ${parent}`)).toEqual([
      "table 0 -1",
      "row 0 0",
      "cell 0 1",
      "cell 1 1",
      "row 0 0",
      "cell 0 4",
      "cell 1 4",
    ]);
    expect(text.slice(blocks[6]?.start, blocks[6]?.end)).toBe("says what it does");
  });

  test("of horizontal rules alone, empty cells kept in their column", () => {
    const page = new TestPage().rule(60, 190, 400, 190).rule(60, 206, 400, 206).rule(60, 250, 400, 250);
    page.text(60, 202, "Star").text(200, 202, "Period").text(330, 202, "Mass");
    page.text(60, 220, "V1").text(330, 220, "1.2").text(60, 232, "V2").text(200, 232, "0.5").text(330, 232, "0.9");
    page.text(60, 244, "V3").text(200, 244, "0.7").text(330, 244, "1.1");
    expect(textOf(page)).toBe("Star\tPeriod\tMass\nV1\t\t1.2\nV2\t0.5\t0.9\nV3\t0.7\t1.1");
  });
});
