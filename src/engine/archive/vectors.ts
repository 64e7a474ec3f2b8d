import type { ModelId } from "../document.ts";
import type { Damaged } from "./sections.ts";

/** One int8 vector a passage, in order: its codes times its scale. */
export interface FolioVectors {
  readonly model: ModelId;
  /** One a passage. */
  readonly scales: Float32Array;
  /** `model.dimension` a passage. */
  readonly codes: Int8Array;
}

/** All scales (float32), then all codes. */
export function encodeVectors({ scales, codes }: FolioVectors): Uint8Array {
  const bytes = new Uint8Array(scales.length * 4 + codes.length);
  const view = new DataView(bytes.buffer);
  for (const [index, scale] of scales.entries()) view.setFloat32(index * 4, scale, true);
  bytes.set(new Uint8Array(codes.buffer, codes.byteOffset, codes.length), scales.length * 4);
  return bytes;
}

export function decodeVectors(bytes: Uint8Array, count: number, model: ModelId, damaged: Damaged): FolioVectors {
  const length = count * (4 + model.dimension);
  if (bytes.length !== length)
    throw damaged(`${bytes.length} bytes instead of ${length} for ${count} vectors of ${model.dimension}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const scales = Float32Array.from({ length: count }, (_, index) => view.getFloat32(index * 4, true));
  const odd = scales.findIndex((scale) => !(scale > 0 && scale < Number.POSITIVE_INFINITY));
  if (odd >= 0) throw damaged(`vector ${odd} has scale ${scales[odd]}`);
  return { model, scales, codes: new Int8Array(bytes.buffer, bytes.byteOffset + count * 4, count * model.dimension) };
}
