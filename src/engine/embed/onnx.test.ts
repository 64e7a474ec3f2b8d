import { expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { cutIds, openOnnxEmbedder, pool } from "./onnx.ts";
import { cosine, withOracleFolder } from "./samples-for-tests.ts";

test("cutIds() keeps the final [SEP]", () => {
  expect(cutIds([101, 5, 6, 7, 102], 4)).toEqual([101, 5, 6, 102]);
  expect(cutIds([101, 5, 102], 4)).toEqual([101, 5, 102]);
});

test("pool() takes the first token or the mean", () => {
  const states = { data: Float32Array.of(1, 2, 3, 4, 8, 0), dims: [1, 3, 2] };
  expect([...pool(states, "cls")]).toEqual([1, 2]);
  expect([...pool(states, "mean")]).toEqual([4, 2]);
});

test("a user's folder gives unit vectors, one text at a time, and hears an abort", async () => {
  await withOracleFolder(async (dir) => {
    const embedder = await openOnnxEmbedder(dir);
    expect(embedder.denseWeight).toBe(0.5);
    const texts = ["A cat sat on the mat.", "", "cats and dogs ".repeat(400)];
    const seen: number[] = [];
    const vectors = await embedder.embedPassages(texts, { onDone: (finished) => seen.push(finished) });
    expect(seen).toEqual([1, 2, 3]);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    expect(await embedder.embedPassages(texts.slice(0, 1))).toEqual(vectors.slice(0, 1));
    expect(cosine(await embedder.embedQuery("A cat sat on the mat."), vectors[0]!)).toBeLessThan(0.99);
    const call = embedder.embedPassages(texts, { signal: AbortSignal.abort() });
    await expect(call).rejects.toEqual(expect.objectContaining({ code: "cancelled" }));
    await embedder.close();
  });
}, 60_000);

test("a model that is no model is refused", async () => {
  await withOracleFolder(async (dir) => {
    await Bun.write(join(dir, "model_quantized.onnx"), "not an ONNX file");
    await expect(openOnnxEmbedder(dir)).rejects.toEqual(expect.objectContaining({ code: "model_damaged" }));
    await rm(join(dir, "tokenizer.json"));
    await expect(openOnnxEmbedder(dir)).rejects.toEqual(
      expect.objectContaining({ code: "model_damaged", message: expect.stringContaining("tokenizer.json is missing") }),
    );
  });
});
