import { expect, test } from "bun:test";
import { textOf } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

test("an accent drawn over a letter, before or after it, makes one character", () => {
  expect(textOf(new TestPage().text(60, 200, "Pad").text(75.2, 200, "´").text(75, 200, "e"))).toBe("Padé");
  expect(textOf(new TestPage().text(60, 200, "Gode").text(75.1, 200, "¨").text(80, 200, "l"))).toBe("Godël");
});

test("an accent over a capital is raised and belongs to it", () => {
  expect(textOf(new TestPage().text(60, 200, "CAF").text(75.1, 198, "´").text(75, 200, "E"))).toBe("CAFÉ");
});

test("signs beside letters stay signs", () => {
  expect(textOf(new TestPage().text(60, 200, "~user x^2 `code´"))).toBe("~user x^2 `code´");
});
