import { expect, test } from "bun:test";
import { loadEncoder } from "./module.ts";
import { encoderPool } from "./pool.ts";

/** [CLS] ids [SEP] of different lengths. */
const SEQUENCES = Array.from({ length: 24 }, (_, i) =>
  Uint16Array.from([101, ...Array.from({ length: (i * 29) % 90 }, (_, k) => 1000 + ((i * 31 + k * 97) % 20_000)), 102]),
);

function scripted(source: string): () => Worker {
  return () => new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}

test("two Workers give what one thread gives, bit for bit, and say how far they are", async () => {
  const pool = encoderPool(2);
  const seen: number[] = [];
  const pooled = await pool.encode(SEQUENCES, (finished) => seen.push(finished));
  pool.close();
  expect(pooled).toEqual((await loadEncoder()).encode(SEQUENCES));
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.at(-1)).toBe(SEQUENCES.length);
}, 30_000);

test("two calls at once do not mix", async () => {
  const pool = encoderPool(1);
  const [first, second] = await Promise.all([
    pool.encode(SEQUENCES.slice(0, 5), () => {}),
    pool.encode(SEQUENCES.slice(5, 12), () => {}),
  ]);
  pool.close();
  expect([...first, ...second]).toEqual((await loadEncoder()).encode(SEQUENCES.slice(0, 12)));
}, 30_000);

test("an abort ends the call with `cancelled`, and the pool goes on afterwards", async () => {
  const pool = encoderPool(1);
  const controller = new AbortController();
  const call = pool.encode(SEQUENCES, () => controller.abort(), controller.signal);
  await expect(call).rejects.toEqual(expect.objectContaining({ code: "cancelled" }));
  expect(await pool.encode(SEQUENCES.slice(0, 1), () => {})).toHaveLength(1);
  pool.close();
}, 30_000);

test.each([
  ["throws", "self.onmessage = () => { throw new Error('boom') }"],
  ["ends", "self.onmessage = () => process.exit(3)"],
  ["does not start", "throw new Error('boom')"],
])("a Worker that %s is reported as worker_crashed", async (_, source) => {
  const pool = encoderPool(1, scripted(source));
  const call = pool.encode(SEQUENCES, () => {});
  await expect(call).rejects.toEqual(expect.objectContaining({ code: "worker_crashed" }));
  pool.close();
});

test("an error inside a Worker keeps its code", async () => {
  const pool = encoderPool(1);
  const call = pool.encode([new Uint16Array(0)], () => {});
  await expect(call).rejects.toEqual(
    expect.objectContaining({ code: "internal", message: expect.stringContaining("0 tokens") }),
  );
  pool.close();
}, 30_000);
