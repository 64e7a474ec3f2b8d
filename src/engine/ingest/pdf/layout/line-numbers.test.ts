import { expect, test } from "bun:test";
import { layoutPage } from "./page.ts";
import { TestPage } from "./test-page.ts";

function kindsOf(tops: readonly number[]): string[] {
  const page = new TestPage();
  for (const [at, y] of tops.entries()) page.text(40, y, String(at + 11)).text(72, y, `line ${"abcdefgh"[at]} of text`);
  return layoutPage(page.glyphs()).blocks.map(({ kind }) => kind);
}

test("numbers in the margin at one distance are line numbers; at many they are those of sections", () => {
  expect(kindsOf([200, 212, 224, 236, 248, 272, 284, 296])).toContain("furniture");
  expect(kindsOf([200, 212, 260, 290, 302, 380, 440, 470])).not.toContain("furniture");
});
