import { expect, test } from "bun:test";
import { answers } from "./floor.ts";

const facts = { coverage: 0, cosine: 0, complete: false, unknownName: false, exactName: false };

test("words alone answer with a fair share, until every passage has a vector that could say otherwise", () => {
  expect(answers({ ...facts, coverage: 0.4 })).toBe(true);
  expect(answers({ ...facts, coverage: 0.4, cosine: 0.5, complete: true })).toBe(false);
  expect(answers({ ...facts, coverage: 0.4, cosine: 0.6, complete: true })).toBe(true);
  expect(answers({ ...facts, coverage: 0.7, cosine: 0.3, complete: true })).toBe(true);
  expect(answers({ ...facts, coverage: 0.3 })).toBe(false);
});

test("a sure cosine answers, but not for a name that stands nowhere", () => {
  expect(answers({ ...facts, cosine: 0.7 })).toBe(true);
  expect(answers({ ...facts, cosine: 0.9, coverage: 0.4, unknownName: true })).toBe(false);
  expect(answers({ ...facts, cosine: 0.3, exactName: true })).toBe(true);
  expect(answers({ ...facts, cosine: 0.7, coverage: 0.5, unknownName: true, complete: true })).toBe(true);
});
