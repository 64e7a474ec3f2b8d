import { expect, test } from "bun:test";
import { readBaseline, regressions } from "./baseline.ts";

const report = { mode: "hybrid", hitRate: 0.8, mrr: 0.7, ndcg: 0.6, recall: 0.5, citationAccuracy: null };
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

test("readBaseline() reads reports with and without their envelope, and VERA's", () => {
  expect(readBaseline(bytes({ reports: [report] }), "b.json")).toEqual([report]);
  expect(readBaseline(bytes({ ok: true, data: { reports: [report] } }), "b.json")).toEqual([report]);
  const vera = { file: "a.vera", reports: [{ mode: "keyword", hit_rate: 0.5, mrr: 0.25 }] };
  expect(readBaseline(bytes(vera), "b.json")).toEqual([{ mode: "keyword", hitRate: 0.5, mrr: 0.25 }]);
});

test("readBaseline() refuses what is no report", () => {
  expect(() => readBaseline(bytes([1]), "b.json")).toThrow("b.json is no report of an evaluation.");
  expect(() => readBaseline(new Uint8Array(3), "b.json")).toThrow("b.json is no report of an evaluation.");
});

test("regressions() tells what dropped by more than it may", () => {
  const now = { ...report, hitRate: 0.75, mrr: 0.699, ndcg: 0.9, citationAccuracy: 0.1 };
  expect(regressions([report], [now], 0.01)).toEqual([{ mode: "hybrid", measure: "hitRate", before: 0.8, now: 0.75 }]);
  expect(regressions([report], [now], 0.05)).toEqual([]);
  expect(regressions([{ ...report, mode: "keyword" }], [now], 0)).toEqual([]);
});
