import { expect, test } from "bun:test";
import { assemble, blocksOf, PROSE } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

test("assembleDocument() marks notes at the foot of a page", () => {
  const page = new TestPage()
    .lines(60, 300, PROSE)
    .lines(60, 600, ["3 A note in small type that", "has a second line."], { size: 8 }, 10);
  expect(blocksOf(assemble([page])).map(([kind]) => kind)).toEqual(["paragraph", "footnote"]);
});
