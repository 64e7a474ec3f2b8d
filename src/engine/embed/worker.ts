import { toFootnoteError } from "../../foundation/errors.ts";
import { type Encoder, loadEncoder } from "./module.ts";

declare const self: Worker;

let encoder: Promise<Encoder> | undefined;

self.onmessage = async (message: MessageEvent<{ job: number; sequences: Uint16Array[] }>) => {
  const { job, sequences } = message.data;
  try {
    encoder ??= loadEncoder();
    self.postMessage({ job, vectors: (await encoder).encode(sequences) });
  } catch (error) {
    self.postMessage({ job, error: toFootnoteError(error).report() });
  }
};
