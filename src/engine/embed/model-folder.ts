import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";

/** How the token vectors of a text become one. */
export type Pooling = "cls" | "mean";

export interface ModelFolder {
  readonly name: string;
  /** SHA-256 of the ONNX file. */
  readonly sha256: string;
  readonly pooling: Pooling;
  /** Most tokens of a text, special ones included. */
  readonly maxTokens: number;
  /** Put before a question. */
  readonly queryPrefix: string;
  /** Put before a passage. */
  readonly passagePrefix: string;
  /** What transformers.js may read, under the names that it asks for. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Quantised files first: as good within noise, and several times faster. */
const MODEL_FILES = ["model_quantized.onnx", "onnx/model_quantized.onnx", "model.onnx", "onnx/model.onnx"];
/** More would not fit the memory of the WASM runtime anyway. */
const LARGEST_MODEL = 2 ** 31;
const LARGEST_JSON = 64 * 2 ** 20;
const DEFAULT_TOKENS = 512;
const BGE_PREFIX = "Represent this sentence for searching relevant passages: ";

const Config = z.looseObject({ max_position_embeddings: z.number().int().positive().optional() });
const TokenizerConfig = z.looseObject({ model_max_length: z.number().positive().optional() });
const PoolingConfig = z.looseObject({
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(false),
});
const SentenceConfig = z.looseObject({
  prompts: z.object({ query: z.string().optional(), document: z.string().optional() }).default({}),
});

/**
 * Reads a model's folder as the Hub lays it out: an ONNX file, tokenizer.json, and where present config.json,
 * tokenizer_config.json, 1_Pooling/config.json and config_sentence_transformers.json. Throws `model_damaged`.
 */
export async function readModelFolder(dir: string): Promise<ModelFolder> {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) throw damaged(dir, "it is not a folder");
  const model = await firstFile(dir, MODEL_FILES);
  const [config, tokenizer, tokenizerConfig, pooling, sentence] = await Promise.all([
    readJson(dir, "config.json", Config),
    readJson(dir, "tokenizer.json", z.looseObject({ model: z.unknown() })),
    readJson(dir, "tokenizer_config.json", TokenizerConfig),
    readJson(dir, "1_Pooling/config.json", PoolingConfig),
    readJson(dir, "config_sentence_transformers.json", SentenceConfig),
  ]);
  if (tokenizer === undefined) throw damaged(dir, "tokenizer.json is missing");
  const name = basename(resolve(dir));
  const isBge = /bge/i.test(name);
  const positions = config?.max_position_embeddings ?? DEFAULT_TOKENS;
  return {
    name,
    sha256: sha256(model),
    pooling: pooling === undefined ? (isBge ? "cls" : "mean") : readPooling(dir, pooling),
    maxTokens: Math.floor(Math.min(positions, tokenizerConfig?.model_max_length ?? DEFAULT_TOKENS)),
    queryPrefix: sentence?.prompts.query ?? (isBge ? BGE_PREFIX : ""),
    passagePrefix: sentence?.prompts.document ?? "",
    files: new Map([
      ["config.json", toBytes({ model_type: "bert", ...config })],
      ["tokenizer.json", toBytes(tokenizer)],
      ["tokenizer_config.json", toBytes({ ...tokenizerConfig })],
      ["onnx/model.onnx", model],
    ]),
  };
}

function readPooling(dir: string, config: z.infer<typeof PoolingConfig>): Pooling {
  if (config.pooling_mode_cls_token) return "cls";
  if (config.pooling_mode_mean_tokens) return "mean";
  throw damaged(dir, "1_Pooling/config.json asks for neither cls nor mean pooling");
}

async function firstFile(dir: string, names: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  for (const name of names) {
    const file = Bun.file(join(dir, name));
    if (!(await file.exists())) continue;
    if (file.size > LARGEST_MODEL) throw damaged(dir, `${name} has ${file.size} bytes, more than ${LARGEST_MODEL}`);
    return await file.bytes().catch((error) => {
      throw toFootnoteError(error, join(dir, name));
    });
  }
  throw damaged(dir, `there is no ${names.join(", ")}`);
}

async function readJson<T>(dir: string, name: string, shape: z.ZodType<T>): Promise<T | undefined> {
  const file = Bun.file(join(dir, name));
  if (!(await file.exists())) return undefined;
  if (file.size > LARGEST_JSON) throw damaged(dir, `${name} has ${file.size} bytes, more than ${LARGEST_JSON}`);
  let content: unknown;
  try {
    content = await file.json();
  } catch (error) {
    throw damaged(dir, `${name} is not JSON (${error instanceof Error ? error.message : error})`);
  }
  const parsed = shape.safeParse(content);
  if (!parsed.success) throw damaged(dir, `${name}: ${z.prettifyError(parsed.error).replaceAll("\n", " ")}`);
  return parsed.data;
}

function toBytes(json: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(json));
}

function damaged(path: string, problem: string): FootnoteError {
  return new FootnoteError("model_damaged", { path, problem });
}
