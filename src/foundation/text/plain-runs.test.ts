import { expect, test } from "bun:test";
import fc from "fast-check";
import { eachPlainRun } from "./plain-runs.ts";

/** The pattern that the walk stands for. */
const RUN = /(?:--|[-§$@#\\])?[a-z0-9_]+(?:(?:::|[-._/@&+']|(?<=\d)[,:](?=\d))[a-z0-9_]+)*(?:\+\+|#)?/g;

function runs(text: string): string[] {
  const found: string[] = [];
  eachPlainRun(text, (start, end) => found.push(`${start} ${text.slice(start, end)}`));
  return found;
}

test("eachPlainRun() keeps identifiers, numbers and options whole", () => {
  const found = runs("use std::vector, c++ or c# at 10:30, --no-source; 1,234.5 (a,b) x:y \\foo ---z\u2014a");
  expect(found.map((run) => run.slice(run.indexOf(" ") + 1))).toEqual([
    ...["use", "std::vector", "c++", "or", "c#", "at", "10:30", "--no-source", "1,234.5", "a", "b", "x", "y"],
    ...["\\foo", "--z", "a"],
  ]);
});

test("eachPlainRun() finds what the pattern finds", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab7_-:.,+#@$§\\/&' \u2014\u2192"), maxLength: 40 });
  fc.assert(
    fc.property(text, (given) => {
      expect(runs(given)).toEqual([...given.matchAll(RUN)].map((match) => `${match.index} ${match[0]}`));
    }),
    { numRuns: 2000 },
  );
});
