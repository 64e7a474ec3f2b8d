import { FootnoteError } from "../../foundation/errors.ts";
import { openBuiltinEmbedder } from "./builtin.ts";
import type { Embedder } from "./embedder.ts";

/** The built-in embedder. A folder as `model` is refused: ONNX folders are not read yet. */
export async function openEmbedder({ model, workers }: { model?: string; workers?: number } = {}): Promise<Embedder> {
  if (model !== undefined)
    throw new FootnoteError("model_damaged", { path: model, problem: "ONNX model folders are not supported yet" });
  return openBuiltinEmbedder(workers === undefined ? {} : { workers });
}
