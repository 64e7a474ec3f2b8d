import { expect, test } from "bun:test";
import { answers } from "./floor.ts";

const facts = {
  coverage: 0,
  cosine: 0,
  complete: false,
  words: 4,
  unknownName: false,
  foreign: false,
  exactName: false,
};

test("words alone answer with a fair share, until every passage has a vector that could say otherwise", () => {
  expect(answers({ ...facts, coverage: 0.55 })).toBe(true);
  expect(answers({ ...facts, coverage: 0.55, cosine: 0.5, complete: true })).toBe(false);
  expect(answers({ ...facts, coverage: 0.55, cosine: 0.62, complete: true })).toBe(true);
  expect(answers({ ...facts, coverage: 0.95, cosine: 0.3, complete: true })).toBe(true);
  expect(answers({ ...facts, coverage: 0.45 })).toBe(false);
});

test("a long question, or one written without spaces, may share less", () => {
  expect(answers({ ...facts, coverage: 0.4, words: 8 })).toBe(true);
  expect(answers({ ...facts, coverage: 0.4, words: Number.POSITIVE_INFINITY })).toBe(true);
  expect(answers({ ...facts, coverage: 0.3, words: 12 })).toBe(false);
  expect(answers({ ...facts, coverage: 0.46, words: 6 })).toBe(true);
  expect(answers({ ...facts, coverage: 0.44, words: 6 })).toBe(false);
});

test("a sure cosine answers, but not for a name that stands nowhere", () => {
  expect(answers({ ...facts, cosine: 0.7 })).toBe(true);
  expect(answers({ ...facts, cosine: 0.9, coverage: 0.55, unknownName: true })).toBe(false);
  expect(answers({ ...facts, cosine: 0.3, exactName: true })).toBe(true);
  expect(answers({ ...facts, cosine: 0.7, coverage: 0.65, unknownName: true, complete: true })).toBe(true);
});

test("a question on something else needs more: most of its words, or all but the same meaning", () => {
  const foreign = { ...facts, foreign: true, complete: true };
  expect(answers({ ...foreign, cosine: 0.74, coverage: 0.5 })).toBe(false);
  expect(answers({ ...foreign, cosine: 0.77, coverage: 0.2 })).toBe(true);
  expect(answers({ ...foreign, cosine: 0.67, coverage: 0.6 })).toBe(true);
  expect(answers({ ...foreign, cosine: 0.9, unknownName: true })).toBe(false);
  expect(answers({ ...foreign, complete: false, coverage: 0.6 })).toBe(true);
});
