import { expect, test } from "bun:test";
import { type Answer, judge, measuresOf } from "./measures.ts";
import type { QueryCase } from "./queries.ts";

function asked(part: Partial<QueryCase>): QueryCase {
  return { query: "q", pages: [], terms: [], note: "", ...part };
}

function answer(page: number, text = "", more: Partial<Answer> = {}): Answer {
  return { text, firstPage: page, lastPage: page, score: 1 / page, ...more };
}

test("judge() finds the first right answer, by page", () => {
  expect(judge(asked({ pages: [3] }), [answer(1), answer(3), answer(3)], 5)).toEqual({
    query: "q",
    note: "",
    hit: true,
    rank: 2,
    ndcg: 1 / Math.log2(3),
    recall: 1,
    citationAccuracy: null,
    topScore: 1,
    topPage: 1,
  });
});

test("judge() wants all terms and a page where both are given", () => {
  const both = asked({ pages: [1], terms: ["Detention", "pond"] });
  expect(judge(both, [answer(1, "a detention basin"), answer(2, "detention pond")], 5).hit).toBe(false);
  expect(judge(both, [answer(1, "A DETENTION\npond")], 5).rank).toBe(1);
});

test("judge() sees a term through line ends, hyphens and ligatures", () => {
  expect(judge(asked({ terms: ["interpreter of a file"] }), [answer(1, "inter-\npreter of a\nﬁle")], 5).hit).toBe(true);
});

test("judge() takes only the document that is expected", () => {
  const from = asked({ pages: [1], source: "b.pdf" });
  expect(judge(from, [answer(1, "", { source: "a.pdf" }), answer(1, "", { source: "b.pdf" })], 5).rank).toBe(2);
});

test("judge() counts each expected page once: nDCG 1 is all of them first", () => {
  const two = asked({ pages: [1, 2] });
  const perfect = judge(two, [answer(2), answer(1)], 5);
  expect([perfect.ndcg, perfect.recall]).toEqual([1, 1]);
  const twice = judge(two, [answer(2), answer(2)], 5);
  expect(twice.ndcg).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 12);
  expect(twice.recall).toBe(0.5);
  expect(judge(two, [answer(1, "", { lastPage: 2 })], 5).recall).toBe(1);
});

test("judge() asks whether the cited place holds what the text holds", () => {
  const term = asked({ terms: ["pond"] });
  const answers = [
    answer(1, "a pond", { cited: () => "a pond" }),
    answer(2, "the pond", { cited: () => "the" }),
    answer(3, "none", { cited: () => "" }),
  ];
  expect(judge(term, answers, 5).citationAccuracy).toBe(0.5);
  expect(judge(term, [answer(3, "none", { cited: () => "" })], 5).citationAccuracy).toBeNull();
});

test("measuresOf() takes means; citations only where there were some to judge", () => {
  const results = [
    judge(asked({ pages: [1] }), [answer(1)], 5),
    judge(asked({ pages: [1] }), [answer(2), answer(1)], 5),
    judge(asked({ terms: ["x"] }), [answer(1, "x", { cited: () => "x" })], 5),
    judge(asked({ pages: [9] }), [], 5),
  ];
  expect(measuresOf(results)).toEqual({
    total: 4,
    hits: 3,
    hitRate: 0.75,
    mrr: (1 + 0.5 + 1) / 4,
    ndcg: (1 + 1 / Math.log2(3) + 1) / 4,
    recall: 0.75,
    citationAccuracy: 1,
  });
});
