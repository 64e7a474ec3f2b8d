import { expect, test } from "bun:test";
import weightsPath from "../../../wasm/model/encoder-int8.bin.zst" with { type: "file" };
import { loadWeights, unpackWeights, WEIGHTS_BYTES, WEIGHTS_SHA256 } from "./weights.ts";

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
const damaged = expect.objectContaining({ code: "model_damaged" });

test("the committed weights are the ones whose SHA-256 names the model", async () => {
  const weights = new Uint8Array(WEIGHTS_BYTES);
  await loadWeights(weights);
  expect(sha256(weights)).toBe(WEIGHTS_SHA256);
});

test("the weights' file is plain zstd for other tools", async () => {
  expect(sha256(Bun.zstdDecompressSync(await Bun.file(weightsPath).bytes()))).toBe(WEIGHTS_SHA256);
});

test("unpackWeights() refuses a cut file, a lost table and a single flipped bit", async () => {
  const into = new Uint8Array(WEIGHTS_BYTES);
  const packed = await Bun.file(weightsPath).bytes();
  await expect(unpackWeights(packed.subarray(0, 10), into)).rejects.toEqual(damaged);
  await expect(unpackWeights(packed.subarray(0, -1), into)).rejects.toEqual(damaged);
  for (const at of [0, 8, 1_000_000, packed.length - 1]) {
    const flipped = packed.slice();
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await expect(unpackWeights(flipped, into)).rejects.toEqual(damaged);
  }
});
