import { describe, expect, test } from "bun:test";
import { textOf } from "./test-document.ts";
import { TestPage } from "./test-page.ts";

describe("layoutPage() reads right-to-left text in logical order", () => {
  const shown = (text: string): string => [...text].reverse().join("");

  test("with digits and Latin left to right", () => {
    const page = new TestPage().text(200, 200, `2024 ${shown("שלום")} PDF ${shown("עולם")}`);
    expect(textOf(page)).toBe("עולם PDF שלום 2024");
  });

  test("with the lam-alef form kept", () => {
    expect(textOf(new TestPage().text(200, 200, "\ufee1\ufefc\ufeb3"))).toBe("\ufeb3\ufefc\ufee1");
  });
});
