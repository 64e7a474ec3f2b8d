import { expect, test } from "bun:test";
import { loadEncoder } from "./module.ts";
import { openOnnxEmbedder } from "./onnx.ts";
import { cosine, floatVectors, samplePassages, withOracleFolder } from "./samples-for-tests.ts";
import { loadTokenizer } from "./wordpiece.ts";

const passages = await samplePassages(220);
const tokenizer = await loadTokenizer();

async function ours(texts: readonly string[]): Promise<Float32Array[]> {
  return (await loadEncoder()).encode(texts.map((text) => tokenizer.encode(text)));
}

test("the built-in encoder agrees with the float model on 220 passages and 12 long ones", async () => {
  const long = Array.from({ length: 12 }, (_, i) => passages.slice(i * 18, (i + 1) * 18).join(" "));
  expect(tokenizer.encode(long[11]!).length).toBe(512);
  const vectors = await ours([...passages, ...long]);
  const float = await floatVectors();
  expect(float.length).toBe(232);
  const cosines = vectors.map((vector, i) => cosine(vector, float[i]!));
  expect(Math.min(...cosines)).toBeGreaterThan(0.9975);
  expect(mean(cosines)).toBeGreaterThan(0.999);
}, 120_000);

test("the built-in encoder agrees with onnxruntime's int8 graph on 220 passages", async () => {
  const oracle = await withOracleFolder(async (dir) => {
    const embedder = await openOnnxEmbedder(dir);
    expect(embedder.model).toEqual({
      name: "bge-small-en-v1.5",
      sha256: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
      dimension: 384,
    });
    const vectors = await embedder.embedPassages(passages);
    await embedder.close();
    return vectors;
  });
  const vectors = await ours(passages);
  const cosines = vectors.map((vector, i) => cosine(vector, oracle[i]!));
  // The graph quantises a whole text with one scale, so short texts and rare characters lie further from the float model.
  expect(Math.min(...cosines)).toBeGreaterThan(0.985);
  expect(mean(cosines)).toBeGreaterThan(0.994);
}, 240_000);

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
