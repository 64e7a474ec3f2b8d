import { describe, expect, test } from "bun:test";
import { layoutPage } from "./page.ts";
import { textOf } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

describe("layoutPage() makes words", () => {
  test("of glyphs without drawn spaces, by their gaps", () => {
    const page = new TestPage().text(60, 200, "two").text(79, 200, "words");
    expect(textOf(page)).toBe("two words");
  });

  test("of letters set wide", () => {
    expect(textOf(new TestPage().text(60, 200, "LETTERS", { spacing: 3 }))).toBe("LETTERS");
  });

  test("of ideographs one by one, without spaces between them", () => {
    const layout = layoutPage(new TestPage().text(60, 200, "重跑gen后").glyphs());
    expect(layout.text).toBe("重跑gen后");
    expect([...layout.starts]).toEqual([0, 1, 2, 5]);
    expect([...layout.boxes.slice(0, 4)]).toEqual([60, 192, 70, 202]);
  });

  test("once where they are printed twice to look bold", () => {
    expect(textOf(new TestPage().text(60, 200, "Heavy").text(60.4, 200, "Heavy"))).toBe("Heavy");
    expect(textOf(new TestPage().text(60, 200, "Heavy").text(60, 240, "Heavy"))).toBe("Heavy\n\nHeavy");
  });

  test("once where they stand above their shadow or their mirror image", () => {
    const title = new TestPage().text(60, 200, "Great & Small", { size: 40 });
    expect(textOf(title.text(60, 214, "Great & Small", { size: 40 }))).toBe("Great & Small");
  });

  test("with raised digits apart and lowered ones inside", () => {
    const water = new TestPage().text(60, 200, "H").text(65, 202, "2", { size: 7 }).text(68.5, 200, "O");
    expect(textOf(water)).toBe("H2O");
    expect(textOf(new TestPage().text(60, 200, "note").text(80, 196, "3", { size: 6 }))).toBe("note 3");
  });

  test("of capitals pushed into each other, and of typewriter signs set lower", () => {
    const logo = new TestPage().text(60, 200, "L").text(63, 198, "A", { size: 7 }).text(66, 200, "T");
    expect(textOf(logo.text(69.5, 202, "E").text(73.5, 200, "X"))).toBe("LATEX");
    const comment = new TestPage().text(60, 200, "/", { font: "mono" }).text(65, 202, "*", { font: "mono" });
    expect(textOf(comment.text(75, 200, "seen", { font: "mono" }))).toBe("/* seen");
  });

  test("with ligatures, soft hyphens and hyphens at the line's end as shown", () => {
    const page = new TestPage().lines(60, 200, ["a scienti\ufb01c inter-", "preter and a so\u00ad", "called one"]);
    expect(textOf(page)).toBe("a scienti\ufb01c inter-\npreter and a so\u00ad\ncalled one");
  });
});
