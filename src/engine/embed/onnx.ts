import type { Model, Tensor } from "@huggingface/transformers";
import { FootnoteError } from "../../foundation/errors.ts";
import type { Embedder } from "./embedder.ts";
import { type Pooling, readModelFolder } from "./model-folder.ts";
import { withTransformers } from "./runtime.ts";

/** UTF-16 units of a text that the tokenizer sees, for each token that the model takes. */
const UNITS_PER_TOKEN = 64;
/** In hybrid search, for a model that nobody tuned (the plateau of good weights is 0.5 to 0.7). */
const DENSE_WEIGHT = 0.5;

/**
 * A user's own model: a folder with an ONNX file and tokenizer.json. One text a run and no padding, so that a vector does not
 * depend on its neighbours (int8 graphs quantise over the whole batch). Throws `model_damaged`.
 */
export async function openOnnxEmbedder(dir: string): Promise<Embedder> {
  const folder = await readModelFolder(dir);
  const damaged = (error: unknown) =>
    new FootnoteError(
      "model_damaged",
      // The runtime ends its sentences itself.
      { path: dir, problem: (error instanceof Error ? error.message : `${error}`).replace(/[.\s]+$/, "") },
      error,
    );
  const id = folder.sha256;
  const { tokenizer, model, Tensor } = await withTransformers(id, folder.files, async (library) => {
    const session_options = { executionProviders: ["wasm"], logSeverityLevel: 3 };
    return {
      tokenizer: await library.AutoTokenizer.from_pretrained(id),
      // With a runtime handed over, any named device is refused; "auto" leaves the choice to session_options.
      model: await library.AutoModel.from_pretrained(id, { device: "auto", dtype: "fp32", session_options }),
      Tensor: library.Tensor,
    };
  }).catch((error: unknown) => {
    throw damaged(error);
  });

  async function embed(text: string): Promise<Float32Array> {
    const ids = cutIds(tokenizer.encode(text.slice(0, folder.maxTokens * UNITS_PER_TOKEN)), folder.maxTokens);
    const tensor = (values: BigInt64Array) => new Tensor("int64", values, [1, ids.length]);
    const inputs = {
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    };
    return toUnit(pool(await run(model, inputs), folder.pooling));
  }

  async function run(network: Model, inputs: Readonly<Record<string, Tensor>>): Promise<Tensor> {
    const outputs = await network(inputs).catch((error: unknown) => {
      throw damaged(error);
    });
    const states = outputs.last_hidden_state ?? outputs.token_embeddings;
    if (states === undefined || states.dims.length !== 3 || !(states.data instanceof Float32Array))
      throw damaged(`it gives ${Object.keys(outputs).join(", ")}, and no float last_hidden_state of three dimensions`);
    return states;
  }

  const { length: dimension } = await embed("probe");
  return {
    model: { name: folder.name, sha256: folder.sha256, dimension },
    denseWeight: DENSE_WEIGHT,
    embedQuery: (text) => embed(folder.queryPrefix + text),
    async embedPassages(texts, { signal, onDone = () => {} } = {}) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        await new Promise(setImmediate); // the runtime computes on this thread: let an abort be heard
        if (signal?.aborted) throw new FootnoteError("cancelled");
        vectors.push(await embed(folder.passagePrefix + text));
        onDone(vectors.length);
      }
      return vectors;
    },
    async close() {
      await model.dispose();
    },
  };
}

/** The library's own truncation drops the final [SEP]; the model was trained with it. */
export function cutIds(ids: readonly number[], most: number): readonly number[] {
  const last = ids.at(-1);
  return ids.length <= most || last === undefined ? ids : [...ids.slice(0, most - 1), last];
}

/** `states`: f32[1][tokens][dimension], no padding among the tokens. */
export function pool(
  states: { readonly data: ArrayLike<unknown>; readonly dims: readonly number[] },
  pooling: Pooling,
): Float32Array {
  const [, tokens = 0, dimension = 0] = states.dims;
  const data = Float32Array.from(states.data as ArrayLike<number>);
  const vector = data.slice(0, dimension);
  if (pooling === "cls") return vector;
  for (let at = dimension; at < tokens * dimension; at++)
    vector[at % dimension] = (vector[at % dimension] ?? 0) + (data[at] ?? 0);
  return vector.map((sum) => sum / tokens);
}

/** Scales to length 1; a vector of zeros stays, and is refused where it would be stored. */
function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
