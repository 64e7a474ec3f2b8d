import "../../foundation/quiet-stdout.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { type Encoder, loadEncoder } from "./module.ts";

declare const self: Worker;

let encoder: Promise<Encoder> | undefined;

/** Sequences of token ids in, `{ vectors }` or `{ error }` out (see pool.ts). */
self.onmessage = async (message: MessageEvent<Uint16Array[]>) => {
  try {
    encoder ??= loadEncoder();
    self.postMessage({ vectors: (await encoder).encode(message.data) });
  } catch (error) {
    self.postMessage({ error: toFootnoteError(error).report() });
  }
};
