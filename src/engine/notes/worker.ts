/** The Worker that prepares files for the index: it parses them, cuts them up and counts their words. */
import "../../foundation/quiet-stdout.ts";
import { collector } from "../../foundation/memory.ts";
import type { ChunkSettings } from "./chunk.ts";
import { type NoteText, type PreparedBatch, prepareBatch } from "./prepare.ts";

declare const self: Worker;

/** What a batch leaves behind is as large as what the next one needs. */
const collect = collector(1);

export interface PrepareRequest {
  readonly files: readonly NoteText[];
  readonly settings: ChunkSettings;
}

export type PrepareReply = { readonly batch: PreparedBatch } | { readonly problem: string };

self.onmessage = ({ data }: MessageEvent<PrepareRequest>) => {
  let reply: PrepareReply;
  try {
    reply = { batch: prepareBatch(data.files, data.settings) };
  } catch (error) {
    reply = { problem: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(reply);
  collect();
};
