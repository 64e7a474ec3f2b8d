import { expect, test } from "bun:test";
import { checkedWeights, loadWeights, WEIGHTS_BYTES, WEIGHTS_SHA256 } from "./weights.ts";

test("the committed weights are the ones whose SHA-256 names the model", async () => {
  expect(new Bun.CryptoHasher("sha256").update(await loadWeights()).digest("hex")).toBe(WEIGHTS_SHA256);
});

test("checkedWeights() refuses a wrong size and a single flipped bit", async () => {
  const damaged = expect.objectContaining({ code: "model_damaged" });
  expect(() => checkedWeights(new Uint8Array(3))).toThrow(damaged);
  expect(() => checkedWeights(new Uint8Array(WEIGHTS_BYTES))).toThrow(damaged);
  const flipped = (await loadWeights()).slice();
  flipped[20_000_000] = (flipped[20_000_000] ?? 0) ^ 1;
  expect(() => checkedWeights(flipped)).toThrow(damaged);
});
