import { describe, expect, test } from "bun:test";
import { layoutPage } from "./page.ts";
import { textOf } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

describe("layoutPage() makes blocks", () => {
  const kinds = (page: TestPage): string[] =>
    layoutPage(page.glyphs()).blocks.map(({ kind, level }) => `${kind}${level}`);

  test("lists with their nesting", () => {
    const page = new TestPage()
      .text(60, 200, "• first entry")
      .text(80, 214, "• nested entry")
      .text(60, 228, "• second entry");
    expect(kinds(page)).toEqual(["list1", "list2", "list1"]);
  });

  test("code with its indentation", () => {
    const page = new TestPage().lines(60, 200, ["if (x) {", "  return y;", "}"], { font: "mono" });
    expect(kinds(page)).toEqual(["code0"]);
    expect(textOf(page)).toBe("if (x) {\n  return y;\n}");
  });

  test("code whose dots are set in another type", () => {
    const page = new TestPage().text(60, 200, "rref (A, tol)", { font: "mono" });
    page.text(60, 212, "[r, k] = rref (", { font: "mono" }).text(136, 212, ". . .)");
    expect(kinds(page)).toEqual(["code0"]);
  });

  test("captions, but not sentences that name a figure", () => {
    expect(kinds(new TestPage().text(60, 200, "Figure 3. What it shows"))).toEqual(["caption0"]);
    expect(kinds(new TestPage().text(60, 200, "Figure 3 shows that it holds"))).toEqual(["paragraph0"]);
  });

  test("numbers in the margin apart from the text", () => {
    const page = new TestPage();
    for (let at = 0; at < 8; at++)
      page
        .text(40, 200 + 12 * at, String(at + 11), { size: 6 })
        .text(72, 200 + 12 * at, `line ${"abcdefgh"[at]} of a manuscript`);
    const layout = layoutPage(page.glyphs());
    expect(layout.blocks.map(({ kind }) => kind)).toEqual(["paragraph", "furniture"]);
    expect(layout.text).toStartWith("line a of a manuscript\nline b of");
    expect(layout.text).toEndWith("11\n12\n13\n14\n15\n16\n17\n18");
  });

  test("hidden text by itself, with the reason", () => {
    const page = new TestPage().text(60, 200, "Total 485,000").text(60, 200, "Total 1", { hidden: 2 });
    const { text, blocks } = layoutPage(page.glyphs());
    expect(blocks.map(({ start, end, hidden }) => [text.slice(start, end), hidden])).toEqual([
      ["Total 485,000", ""],
      ["Total 1", "same-colour"],
    ]);
  });
});
