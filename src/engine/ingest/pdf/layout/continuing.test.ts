import { expect, test } from "bun:test";
import { assemble } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

test("assembleDocument() says what runs on over a page, past its furniture", () => {
  const pages = [1, 2, 3].map((number) =>
    new TestPage(number)
      .text(60, 40, "Head")
      .lines(60, 200, ["and words that go on and", "on without an end of the inter-"]),
  );
  const paragraphs = assemble(pages).blocks.filter(({ kind }) => kind === "paragraph");
  expect(paragraphs.map(({ continues }) => continues)).toEqual([false, true, true]);
});
