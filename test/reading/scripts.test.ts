import { expect, test } from "bun:test";
import { text } from "../../src/engine/ingest/pdf/test-pdf.ts";
import { foldString } from "../../src/foundation/text/fold.ts";
import { readPages } from "./read-pdf.ts";

/** Producers draw right-to-left text from the left: its last letter first. */
function fromTheLeft(letters: string): string {
  return [...letters].reverse().join("");
}

test("Arabic drawn in presentation forms comes in logical order, lam-alef as one form that folds to two letters", async () => {
  // salaam ("peace"): seen, lam-alef, meem.
  const shown = "\ufeb3\ufefc\ufee1";
  const document = await readPages([text(300, 700, fromTheLeft(shown), { font: "U" })]);
  expect(document.text).toBe(shown);
  expect(foldString(document.text)).toBe("\u0633\u0644\u0627\u0645");
});

test("a lam-alef glyph that maps to two letters gives them in the order they are read", async () => {
  const shown = "\u0633\u0644\u0627\u0645";
  const document = await readPages([text(300, 700, "\u0645\ue000\u0633", { font: "U" })], {
    characters: { "\ue000": "\u0644\u0627" },
  });
  expect(document.text).toBe(shown);
});

test("Hebrew with Latin and digits comes in logical order, the digits left to right", async () => {
  const drawn = `2024 ${fromTheLeft("\u05e9\u05e0\u05ea")} PDF ${fromTheLeft("\u05e7\u05d5\u05d1\u05e5")}`;
  const document = await readPages([text(200, 700, drawn, { font: "U" })]);
  expect(document.text).toBe("\u05e7\u05d5\u05d1\u05e5 PDF \u05e9\u05e0\u05ea 2024");
});

test("Chinese and Japanese have one word a character and no spaces between", async () => {
  const document = await readPages([text(50, 700, "\u91cd\u8dd1gen\u540e\u3001\u96e8", { font: "U" })]);
  expect(document.text).toBe("\u91cd\u8dd1gen\u540e\u3001\u96e8");
  const { starts, ends } = document.words[0]!;
  const words = Array.from(starts, (start, at) => document.text.slice(start, ends[at]));
  expect(words).toEqual(["\u91cd", "\u8dd1", "gen", "\u540e", "\u3001", "\u96e8"]);
});
