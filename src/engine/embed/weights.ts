import weightsPath from "../../../wasm/model/encoder-int8.bin.zst" with { type: "file" };
import { FRAMES, SKIPPABLE_MAGIC } from "../../../wasm/model/frames.ts";
import { FootnoteError } from "../../foundation/errors.ts";

export const WEIGHTS_BYTES = 34_568_512;
/** Of the uncompressed weights: the model's identity in archives. A test compares it; at run time the frames' checksums do. */
export const WEIGHTS_SHA256 = "8432e90ec395f6b253660108b54dd9fe4dc82987bbd215e7b487ad7e14e617ae";
const TABLE_BYTES = 8 + FRAMES * 4;

/** Unpacks the built-in weights to `into[0 .. WEIGHTS_BYTES)`. */
export async function loadWeights(into: Uint8Array): Promise<void> {
  await unpackWeights(await Bun.file(weightsPath).bytes(), into);
}

/** Throws `model_damaged` for anything that is not whole: it would be read as numbers and give plausible nonsense. */
export async function unpackWeights(packed: Uint8Array<ArrayBuffer>, into: Uint8Array): Promise<void> {
  const size = WEIGHTS_BYTES / FRAMES;
  await Promise.all(
    frames(packed).map(async (frame, i) => {
      const part = await Bun.zstdDecompress(frame).catch((error: unknown) => {
        throw damaged(`part ${i}: ${error instanceof Error ? error.message : error}`);
      });
      if (part.length !== size) throw damaged(`part ${i} has ${part.length} bytes instead of ${size}`);
      into.set(part, i * size);
    }),
  );
}

function frames(packed: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  if (packed.length < TABLE_BYTES) throw damaged(`it has ${packed.length} bytes`);
  const view = new DataView(packed.buffer, packed.byteOffset);
  if (view.getUint32(0, true) !== SKIPPABLE_MAGIC || view.getUint32(4, true) !== FRAMES * 4)
    throw damaged("its table of parts is missing");
  let at = TABLE_BYTES;
  const found = Array.from({ length: FRAMES }, (_, i) => {
    const start = at;
    at += view.getUint32(8 + i * 4, true);
    return packed.subarray(start, at);
  });
  if (at !== packed.length) throw damaged(`it has ${packed.length} bytes instead of ${at}`);
  return found;
}

function damaged(problem: string): FootnoteError {
  return new FootnoteError("model_damaged", { path: "(built in)", problem });
}
