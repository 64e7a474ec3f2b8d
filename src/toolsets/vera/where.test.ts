import { expect, test } from "bun:test";
import { mayMeet, meets } from "./where.ts";

test("keys are all wanted, values any of them", () => {
  const metadata = { page_start: 3, company: "GRID", regions: ["x"] };
  expect(meets(metadata, { page_start: [2, 3], company: ["GRID"] })).toBe(true);
  expect(meets(metadata, { page_start: [3], company: ["OTHER"] })).toBe(false);
  expect(meets(metadata, { nothing: ["x"] })).toBe(false);
  expect(meets(metadata, { regions: ["x"] })).toBe(false);
});

test("values are equal as Python sees them: a number is not its text, true is 1", () => {
  expect(meets({ n: 3 }, { n: ["3"] })).toBe(false);
  expect(meets({ b: true }, { b: [1] })).toBe(true);
  expect(meets({ b: 1 }, { b: [true] })).toBe(true);
});

test("an archive is ruled out only by keys that it has", () => {
  expect(mayMeet({ company: "GRID" }, { company: ["GRID"], page_start: [1] })).toBe(true);
  expect(mayMeet({ company: "OTHER" }, { company: ["GRID"] })).toBe(false);
});
