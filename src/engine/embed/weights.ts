import weightsPath from "../../../wasm/model/encoder-int8.bin" with { type: "file" };
import { FootnoteError } from "../../foundation/errors.ts";

export const WEIGHTS_BYTES = 34_568_512;
/** Identity of the model in archives. Checked by a test; at run time XXH3 does, which takes a tenth of the time. */
export const WEIGHTS_SHA256 = "8432e90ec395f6b253660108b54dd9fe4dc82987bbd215e7b487ad7e14e617ae";
const WEIGHTS_XXH3 = 0xa63aa9a7270ef649n;

/** The packed weights, uncompressed: zstd would save 4.5 MB of the executable and cost 70 ms of every start. */
export async function loadWeights(): Promise<Uint8Array> {
  return checkedWeights(await Bun.file(weightsPath).bytes());
}

/** Size and hash; anything else would be read as numbers and give plausible nonsense. */
export function checkedWeights(bytes: Uint8Array): Uint8Array {
  const damaged = (problem: string) => new FootnoteError("model_damaged", { path: "(built in)", problem });
  if (bytes.length !== WEIGHTS_BYTES) throw damaged(`${bytes.length} bytes instead of ${WEIGHTS_BYTES}`);
  const hash = Bun.hash.xxHash3(bytes);
  if (hash !== WEIGHTS_XXH3) throw damaged(`its XXH3 is ${hash.toString(16)} instead of ${WEIGHTS_XXH3.toString(16)}`);
  return bytes;
}
