import { expect, test } from "bun:test";
import fc from "fast-check";
import { termsOf } from "../../foundation/text/analyze.ts";
import { BM25_WEIGHTS, scoreLexical } from "./bm25.ts";
import { candidatePassages } from "./candidates.ts";
import { documentOf } from "./corpus-for-tests.ts";
import { parseQuery } from "./query.ts";

const word = fc.constantFrom("park", "car", "fence", "tree", "boat");
const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
const documents = fc.array(fc.array(fc.record({ text, heading: text }), { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 3,
});

/** BM25F written as its formula, over plain lists of words. */
function naive(all: { text: string; heading: string }[][], titles: string[], query: string[]): number[][] {
  const flat = all.flat();
  const { k1, b, heading, title } = BM25_WEIGHTS;
  const average = (field: "text" | "heading") =>
    flat.reduce((sum, one) => sum + termsOf(one[field]).length, 0) / flat.length;
  const times = (text: string, term: string) => termsOf(text).filter((one) => one === term).length;
  return all.map((passages, document) =>
    passages.map((passage) =>
      query.reduce((score, term) => {
        const n = flat.filter((one) => times(one.text, term) + times(one.heading, term) > 0).length;
        if (times(passage.text, term) + times(passage.heading, term) === 0) return score;
        const norm = (field: "text" | "heading") => 1 - b + (b * termsOf(passage[field]).length) / average(field);
        const tf =
          times(passage.text, term) / norm("text") +
          (heading * times(passage.heading, term)) / norm("heading") +
          (all.length > 1 ? title * times(titles[document]!, term) : 0);
        return score + (Math.log(1 + (flat.length - n + 0.5) / (n + 0.5)) * (k1 + 1) * tf) / (k1 + tf);
      }, 0),
    ),
  );
}

test("scoreLexical() is BM25F over all documents together", () =>
  fc.assert(
    fc.property(documents, fc.uniqueArray(word, { minLength: 1, maxLength: 3 }), (all, query) => {
      const titles = all.map((_, at) => (at % 2 === 0 ? "park car" : "boat"));
      const opened = all.map((passages, at) => documentOf(`d${at}`, passages, { title: titles[at]! }));
      const { documents } = scoreLexical(opened, parseQuery(query.join(" ")).groups);
      const expected = naive(all, titles, query.flatMap(termsOf));
      documents.forEach(({ scores }, document) => {
        for (const [passage, score] of scores.entries()) expect(score).toBeCloseTo(expected[document]![passage]!, 9);
      });
    }),
    { numRuns: 100 },
  ));

test("scoreLexical() says how much of the query a passage holds, and what stands nowhere", () => {
  const { documents, missing } = scoreLexical(
    [documentOf("d", ["parking", "fence EL-A", "EL and AB"])],
    parseQuery("EL-AB boat parking").groups,
  );
  expect(missing.map(({ surface }) => surface)).toEqual(["el-ab", "boat"]);
  expect([...documents[0]!.identifiers]).toEqual([0, 0, 0]);
  expect([...documents[0]!.covered].map((share) => share > 0)).toEqual([true, true, true]);
});

test("candidatePassages() proposes the passages that a quote is likely from", () => {
  const documents = [
    documentOf("a", ["parking of cars", "fences"]),
    documentOf("b", ["the owner parks cars in the street"]),
  ];
  expect(candidatePassages(documents, "“the owner parks cars”", 2)).toEqual([
    { document: 1, passage: 0 },
    { document: 0, passage: 0 },
  ]);
  expect(candidatePassages(documents, "zebra", 5)).toEqual([]);
});
