import { expect, test } from "bun:test";
import { assemble, blocksOf, PROSE } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

test("assembleDocument() marks contents by leaders, or by numbers under a heading that says so", () => {
  const leaders = new TestPage().lines(60, 200, ["1 Origins ........ 3", "2 Methods ........ 7"]);
  expect(blocksOf(assemble([leaders]))[0]?.[0]).toBe("toc");
  const plain = new TestPage()
    .text(60, 150, "Contents", { size: 14 })
    .lines(60, 180, ["Origins 3", "Methods 7"])
    .lines(60, 400, PROSE);
  expect(blocksOf(assemble([plain])).map(([kind]) => kind)).toEqual(["heading 1", "toc", "paragraph"]);
});
