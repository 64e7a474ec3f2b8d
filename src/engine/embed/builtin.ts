import { FootnoteError } from "../../foundation/errors.ts";
import type { ModelId } from "../document.ts";
import type { Embedder } from "./embedder.ts";
import { DIMENSION, type Encoder, loadEncoder } from "./module.ts";
import { encoderPool } from "./pool.ts";
import { WEIGHTS_SHA256 } from "./weights.ts";
import { loadTokenizer } from "./wordpiece.ts";

export const BUILTIN_MODEL: ModelId = { name: "bge-small-en-v1.5-int8", sha256: WEIGHTS_SHA256, dimension: DIMENSION };
/** The instruction that the model was trained with (BAAI, model card of bge-small-en-v1.5). */
const QUERY_PREFIX = "Represent this sentence for searching relevant passages: ";
const MOST_WORKERS = 8;
/** Below this a Worker's start costs more than it saves. */
const FEW_TEXTS = 8;

/** Cheap to open: weights are loaded at the first text. Throws `unsupported_cpu` or `model_damaged` then. */
export async function openBuiltinEmbedder(options: { workers?: number } = {}): Promise<Embedder> {
  const tokenizer = await loadTokenizer();
  const pool = encoderPool(options.workers ?? Math.min(navigator.hardwareConcurrency, MOST_WORKERS));
  let encoder: Promise<Encoder> | undefined;

  async function here(sequence: Uint16Array): Promise<Float32Array> {
    encoder ??= loadEncoder();
    const [vector] = (await encoder).encode([sequence]);
    if (vector === undefined) throw new FootnoteError("internal", { problem: "no vector" });
    return vector;
  }
  return {
    model: BUILTIN_MODEL,
    denseWeight: 0.6,
    embedQuery: (text) => here(tokenizer.encode(QUERY_PREFIX + text)),
    async embedPassages(texts, { signal, onDone = () => {} } = {}) {
      const sequences = texts.map((text) => tokenizer.encode(text));
      if (texts.length >= FEW_TEXTS) return pool.encode(sequences, onDone, signal);
      const vectors: Float32Array[] = [];
      for (const sequence of sequences) {
        if (signal?.aborted) throw new FootnoteError("cancelled");
        vectors.push(await here(sequence));
        onDone(vectors.length);
      }
      return vectors;
    },
    async close() {
      pool.close();
      encoder = undefined;
    },
  };
}
