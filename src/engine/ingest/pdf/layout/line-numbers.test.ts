import { expect, test } from "bun:test";
import { layoutPage } from "./page.ts";
import { TestPage } from "./test-page.ts";

/** Kinds of the blocks of a page with numbers beside every line, or beside the first of every three lines. */
function kindsOf(size: number, linesEach: number): string[] {
  const page = new TestPage();
  for (let at = 0; at < 8; at++) {
    const y = 100 + 12 * linesEach * at;
    page.text(40, y, String(at + 11), { size });
    for (let line = 0; line < linesEach; line++) page.text(72, y + 12 * line, `some ${"abcdefgh"[at]} text goes here`);
  }
  return layoutPage(page.glyphs()).blocks.map(({ kind }) => kind);
}

test("withoutLineNumbers() takes numbers beside most lines out, and small ones beside some", () => {
  expect(kindsOf(10, 1)).toContain("furniture");
  expect(kindsOf(6, 3)).toContain("furniture");
});

test("withoutLineNumbers() leaves the numbers of sections", () => {
  expect(kindsOf(10, 3)).not.toContain("furniture");
});
