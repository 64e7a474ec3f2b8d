import { expect, test } from "bun:test";
import { openBuiltinEmbedder } from "./builtin.ts";
import { loadEncoder } from "./module.ts";
import { loadTokenizer } from "./wordpiece.ts";

const TEXTS = [
  "",
  "A cat sat on the mat.",
  "The minimum number of parking spaces is two per dwelling unit.",
  "Kinetic energy is half the mass times the square of the speed.",
  ...Array.from({ length: 8 }, (_, i) => `Chapter ${i}: ${"memory allocation and its limits ".repeat(4 * i + 1)}`),
];
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

test("Workers, batches and single texts give the same bits", async () => {
  const pool = await openBuiltinEmbedder({ workers: 2 });
  const pooled = await pool.embedPassages(TEXTS);
  await pool.close();
  const tokenizer = await loadTokenizer();
  const encoder = await loadEncoder();
  const sequences = TEXTS.map((text) => tokenizer.encode(text));
  expect(encoder.encode(sequences)).toEqual(pooled);
  expect(sequences.flatMap((sequence) => encoder.encode([sequence]))).toEqual(pooled);
  for (const vector of pooled) expect(dot(vector, vector)).toBeCloseTo(1, 5);
}, 30_000);

test("the plain and the relaxed variant give the same bits", async () => {
  const tokenizer = await loadTokenizer();
  const sequences = TEXTS.map((text) => tokenizer.encode(text));
  expect((await loadEncoder("plain")).encode(sequences)).toEqual((await loadEncoder("relaxed")).encode(sequences));
}, 30_000);

test("a question is nearest to the passage that answers it", async () => {
  const embedder = await openBuiltinEmbedder();
  const passages = await embedder.embedPassages(TEXTS.slice(1, 4));
  const query = await embedder.embedQuery("how many parking spots does a house need?");
  const scores = passages.map((passage) => dot(query, passage));
  expect(scores.indexOf(Math.max(...scores))).toBe(1);
}, 30_000);

test("an abort ends a short call too, and progress counts texts", async () => {
  const embedder = await openBuiltinEmbedder();
  const seen: number[] = [];
  const controller = new AbortController();
  const onDone = (finished: number) => {
    seen.push(finished);
    if (finished === 2) controller.abort();
  };
  const call = embedder.embedPassages(TEXTS.slice(0, 4), { signal: controller.signal, onDone });
  await expect(call).rejects.toEqual(expect.objectContaining({ code: "cancelled" }));
  expect(seen).toEqual([1, 2]);
}, 30_000);
