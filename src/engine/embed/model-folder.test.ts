import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readModelFolder } from "./model-folder.ts";

async function withFolder<T>(
  files: Readonly<Record<string, unknown>>,
  use: (dir: string) => Promise<T>,
  name = "model",
) {
  const parent = await mkdtemp(join(tmpdir(), "footnote-folder-"));
  try {
    for (const [path, content] of Object.entries(files))
      await Bun.write(join(parent, name, path), typeof content === "string" ? content : JSON.stringify(content));
    return await use(join(parent, name));
  } finally {
    await rm(parent, { recursive: true });
  }
}

const SMALLEST = { "model.onnx": "weights", "tokenizer.json": { model: {} } };
const refused = (problem: string) =>
  expect.objectContaining({ code: "model_damaged", message: expect.stringContaining(problem) });

test("a folder with a model and tokenizer.json alone is enough", async () => {
  const folder = await withFolder(SMALLEST, readModelFolder);
  expect(folder).toMatchObject({ name: "model", pooling: "mean", maxTokens: 512, queryPrefix: "", passagePrefix: "" });
  expect(folder.sha256).toBe(new Bun.CryptoHasher("sha256").update("weights").digest("hex"));
  expect([...folder.files.keys()]).toEqual([
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "onnx/model.onnx",
  ]);
});

test("the quantised model of a Hub folder is taken before the float one", async () => {
  const files = { ...SMALLEST, "onnx/model.onnx": "float", "onnx/model_quantized.onnx": "int8" };
  const { sha256 } = await withFolder(files, readModelFolder);
  expect(sha256).toBe(new Bun.CryptoHasher("sha256").update("int8").digest("hex"));
});

test("pooling, length and prompts come from the folder's own files", async () => {
  const files = {
    ...SMALLEST,
    "config.json": { max_position_embeddings: 514 },
    "tokenizer_config.json": { model_max_length: 256 },
    "1_Pooling/config.json": { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
    "config_sentence_transformers.json": { prompts: { query: "query: ", document: "passage: " } },
  };
  expect(await withFolder(files, readModelFolder)).toMatchObject({
    pooling: "cls",
    maxTokens: 256,
    queryPrefix: "query: ",
    passagePrefix: "passage: ",
  });
});

test("a folder named like bge pools the first token and instructs its queries", async () => {
  const folder = await withFolder(SMALLEST, readModelFolder, "bge-base-en");
  expect(folder.pooling).toBe("cls");
  expect(folder.queryPrefix).toStartWith("Represent this sentence");
});

test.each([
  ["no model", { "tokenizer.json": {} }, "there is no model_quantized.onnx"],
  ["no tokenizer", { "model.onnx": "weights" }, "tokenizer.json is missing"],
  ["broken JSON", { ...SMALLEST, "config.json": "{" }, "config.json is not JSON"],
  ["a wrong type", { ...SMALLEST, "config.json": { max_position_embeddings: "many" } }, "max_position_embeddings"],
  [
    "another pooling",
    { ...SMALLEST, "1_Pooling/config.json": { pooling_mode_max_tokens: true } },
    "neither cls nor mean",
  ],
])("a folder with %s is refused", async (_, files, problem) => {
  await withFolder(files, async (dir) => {
    await expect(readModelFolder(dir)).rejects.toEqual(refused(problem));
  });
});
