import { expect, test } from "bun:test";
import { assemble, PROSE } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

test("assembleDocument() takes the title from the facts, the largest type or the file's name", () => {
  const page = new TestPage().text(60, 100, "What We Found", { size: 20 }).lines(60, 200, PROSE);
  expect(assemble([page], { title: "A Report" }).title).toBe("A Report");
  for (const title of ["untitled", "thesis.dvi", "Microsoft Word - draft3.doc", " "])
    expect(assemble([page], { title }).title).toBe("What We Found");
  expect(assemble([new TestPage()], {}, "annual report.pdf").title).toBe("annual report");
});
