import type { Embedder } from "../../engine/embed/embedder.ts";
import { quantizeVector } from "../../engine/embed/quantize.ts";
import type { PassageVectors } from "../../engine/search/document.ts";
import type { VeraArchive, VeraVectors } from "../../engine/vera/archive.ts";
import type { Context } from "../context.ts";

let opened: Promise<Embedder> | undefined;

/** The model inside Footnote: the session's own where that is it, else one more that is kept as long as the process. */
export async function builtinEmbedder(context: Context): Promise<Embedder> {
  const embedder = await context.embedder();
  const { BUILTIN_MODEL, openBuiltinEmbedder } = await import("../../engine/embed/builtin.ts");
  if (embedder.model.sha256 === BUILTIN_MODEL.sha256) return embedder;
  opened ??= openBuiltinEmbedder();
  return opened;
}

const quantized = new WeakMap<VeraVectors, PassageVectors>();

/** The vectors of an archive as search compares them; made once for an archive that is kept open. */
export function passageVectors(archive: VeraArchive): PassageVectors {
  const vectors = archive.vectors();
  const known = quantized.get(vectors);
  if (known !== undefined) return known;
  const { rows, present, dimension } = vectors;
  const scales = new Float32Array(present.length);
  const codes = new Int8Array(present.length * dimension);
  const ready = new Uint8Array(present.length);
  for (let at = 0; at < present.length; at++) {
    const row = rows.subarray(at * dimension, (at + 1) * dimension);
    if (present[at] !== 1 || row.every((value) => value === 0)) continue;
    const vector = quantizeVector(row);
    scales[at] = vector.scale;
    codes.set(vector.codes, at * dimension);
    ready[at] = 1;
  }
  const made = { scales, codes, ready };
  quantized.set(vectors, made);
  return made;
}
