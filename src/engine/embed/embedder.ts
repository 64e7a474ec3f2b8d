import type { ModelId } from "../document.ts";

/** Turns texts into unit vectors of `model.dimension` floats. Implementations: the built-in encoder, a user's ONNX folder. */
export interface Embedder {
  readonly model: ModelId;
  /** Weight of the dense lane in hybrid search, from the model's pack (0.6 for bge-small, 0.5 for an unknown model). */
  readonly denseWeight: number;
  /** One vector, query prefix applied. */
  embedQuery(text: string): Promise<Float32Array>;
  /** One vector a text, in order; `onDone` is called with the number of texts finished so far. Rejects with `cancelled` on abort. */
  embedPassages(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export interface EmbedOptions {
  readonly signal?: AbortSignal;
  readonly onDone?: (finished: number) => void;
}
