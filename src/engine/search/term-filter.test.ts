import { expect, test } from "bun:test";
import fc from "fast-check";
import { analyze, eachSurface, termsOfSurface } from "../../foundation/text/analyze.ts";
import { fold } from "../../foundation/text/fold.ts";
import { termFilter } from "./term-filter.ts";

test("termFilter() keeps every run that holds one of the terms", () => {
  const word = fc.constantFrom(
    "pre-commit",
    "getValue",
    "--enable",
    "1,234",
    "commit",
    "values",
    "état",
    "索引",
    "a_b",
    "1234",
    "x",
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), word, (words, wanted) => {
      const terms = new Set(analyze(wanted).map(({ term }) => term));
      const mayHold = termFilter(terms);
      eachSurface(fold(words.join(" ")), (surface) => {
        if (termsOfSurface(surface).some(({ term }) => terms.has(term)))
          expect(mayHold(surface, 0, surface.length)).toBe(true);
      });
    }),
  );
});

test("termFilter() spares plain words that begin otherwise", () => {
  const mayHold = termFilter(["commit", "4"]);
  expect(["commit", "cat", "42"].map((word) => mayHold(word, 0, word.length))).toEqual([true, true, true]);
  expect(["value", "dog", "17"].map((word) => mayHold(word, 0, word.length))).toEqual([false, false, false]);
});
