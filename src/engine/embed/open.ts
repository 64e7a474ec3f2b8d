import type { Embedder } from "./embedder.ts";

/** The built-in embedder, or the user's ONNX folder `model`. Each is loaded only when asked for. */
export async function openEmbedder(options: { model?: string; workers?: number } = {}): Promise<Embedder> {
  const { model, workers } = options;
  if (model !== undefined) return (await import("./onnx.ts")).openOnnxEmbedder(model);
  const { openBuiltinEmbedder } = await import("./builtin.ts");
  return openBuiltinEmbedder(workers === undefined ? {} : { workers });
}
