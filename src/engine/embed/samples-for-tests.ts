/** What the tests of this folder share: the oracle's model, and varied passages made of `test/fixtures/model/sentences.txt`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FIXTURES = join(import.meta.dir, "../../../test/fixtures/model");
const SENTENCES = [2, 2, 3, 3, 4, 6];

/** `count` passages: first every sentence alone, then 2 to 6 of them, no two passages alike. */
export async function samplePassages(count: number): Promise<string[]> {
  const sentences = (await Bun.file(join(FIXTURES, "sentences.txt")).text()).trim().split("\n");
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / sentences.length);
    const many = round === 0 ? 1 : (SENTENCES[i % SENTENCES.length] ?? 1);
    const sentence = (k: number) => sentences[(i * 5 + k * (2 * round + 1)) % sentences.length];
    return Array.from({ length: many }, (_, k) => sentence(k)).join(" ");
  });
}

/** Unpacks one file of the oracle. */
export async function oracleFile(name: "model_quantized.onnx" | "tokenizer.json"): Promise<Uint8Array> {
  return Bun.zstdDecompressSync(await Bun.file(join(FIXTURES, `${name}.zst`)).bytes());
}

/** What the float model gives for the passages of oracle.test.ts. */
export async function floatVectors(): Promise<Float32Array[]> {
  const bytes = Bun.zstdDecompressSync(await Bun.file(join(FIXTURES, "float-vectors.f32.zst")).bytes());
  const all = new Float32Array(bytes.slice().buffer);
  return Array.from({ length: all.length / 384 }, (_, i) => all.subarray(i * 384, (i + 1) * 384));
}

/** A folder as a user would have it, named bge-small-en-v1.5; removed when `use` is done. */
export async function withOracleFolder<T>(use: (dir: string) => Promise<T>): Promise<T> {
  const parent = await mkdtemp(join(tmpdir(), "footnote-model-"));
  const dir = join(parent, "bge-small-en-v1.5");
  try {
    for (const name of ["model_quantized.onnx", "tokenizer.json"] as const)
      await Bun.write(join(dir, name), await oracleFile(name));
    return await use(dir);
  } finally {
    await rm(parent, { recursive: true });
  }
}

export function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
