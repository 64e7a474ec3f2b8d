import { describe, expect, test } from "bun:test";
import { assemble, blocksOf, PROSE } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

describe("assembleDocument() tells furniture", () => {
  const page = (number: number, head = "A Running Head"): TestPage =>
    new TestPage(number).text(60, 40, head).lines(60, 200, PROSE).text(300, 760, String(number));

  test("by what repeats at one place, and keeps it in the text", () => {
    const { text, ...document } = assemble([page(1), page(2), page(3)]);
    const kinds = document.blocks.map(({ kind }) => kind);
    expect(kinds).toEqual([
      "furniture",
      "paragraph",
      "furniture",
      "furniture",
      "paragraph",
      "furniture",
      "furniture",
      "paragraph",
      "furniture",
    ]);
    expect(text.match(/A Running Head/g)).toHaveLength(3);
  });

  test("with heads that alternate", () => {
    const document = assemble([1, 2, 3, 4, 5, 6].map((number) => page(number, number % 2 ? "Odd Head" : "Even Head")));
    expect(document.blocks.filter(({ kind }) => kind === "furniture")).toHaveLength(12);
  });

  test("but not a chapter's title that stands there once", () => {
    const document = assemble([
      page(1),
      page(2),
      page(3, "Results of the Year"),
      page(4),
      page(5),
      page(6),
      page(7),
      page(8),
      page(9),
    ]);
    const title = blocksOf(document).find(([, text]) => text === "Results of the Year");
    expect(title?.[0]).not.toBe("furniture");
  });

  test("by numbers that count along with the pages, whatever the words beside them", () => {
    const heads = ["Origins", "Methods", "Results", "Outlook"].map((name, at) =>
      page(at + 1, `${name} and more ${at + 41}`),
    );
    expect(blocksOf(assemble(heads)).filter(([kind]) => kind === "furniture")).toHaveLength(8);
  });
});

test("assembleDocument() keeps a listing that begins several pages", () => {
  const pages = [1, 2, 3].map((number) =>
    new TestPage(number).text(60, 60, "use library(graphs);", { font: "mono" }).lines(60, 200, PROSE),
  );
  expect(blocksOf(assemble(pages)).map(([kind]) => kind)).toEqual(Array(3).fill(["code", "paragraph"]).flat());
});
