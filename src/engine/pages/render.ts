import { FootnoteError } from "../../foundation/errors.ts";
import { workerUrl } from "../../foundation/worker.ts";
import { compilePdfEngine } from "../ingest/pdf/engine.ts";
import type { RenderedPage, RenderReply, RenderRequest } from "./protocol.ts";

export interface PdfPageRequest {
  /** For messages. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly password?: string;
  /** From 1. */
  readonly page: number;
  /** Seconds after which the page is given up; default 20. */
  readonly seconds?: number;
  readonly signal?: AbortSignal;
}

const SECONDS = 20;
/** A Worker that hangs inside wasm cannot be stopped and burns a core until the process ends. */
const LOST_LIMIT = 3;

let code: Promise<WebAssembly.Module> | undefined;
let lost = 0;

/**
 * A page of a PDF as a PNG, drawn in a Worker of its own. Throws FootnoteError: page_out_of_range, page_failed (also when the picture is over 3 MiB),
 * page_timeout, damaged_document, password_required, password_wrong, worker_crashed, cancelled.
 */
export async function renderPdfPage(request: PdfPageRequest): Promise<RenderedPage> {
  const { path, bytes, password, page, seconds = SECONDS, signal } = request;
  if (lost >= LOST_LIMIT)
    throw new FootnoteError("worker_crashed", { path, problem: "too many pages stopped the renderer" });
  if (signal?.aborted) throw new FootnoteError("cancelled");
  code ??= compilePdfEngine();
  const message: RenderRequest = {
    code: await code,
    path,
    bytes,
    page,
    ...(password === undefined ? {} : { password }),
  };
  const worker = new Worker(workerUrl("engine/pages/worker"), { smol: true });
  const { promise, resolve, reject } = Promise.withResolvers<RenderReply>();
  const timer = setTimeout(() => {
    lost += 1;
    reject(new FootnoteError("page_timeout", { page, path, seconds }));
  }, seconds * 1000);
  const cancel = () => reject(new FootnoteError("cancelled"));
  const crashed = (problem: string) => reject(new FootnoteError("worker_crashed", { path, problem }));
  signal?.addEventListener("abort", cancel);
  worker.onmessage = ({ data }: MessageEvent<RenderReply>) => resolve(data);
  worker.onerror = (event) => crashed(event.message);
  worker.addEventListener("close", () => crashed("its Worker ended"));
  try {
    worker.postMessage(message);
    const reply = await promise;
    if (reply.kind === "refused") throw new FootnoteError(reply.code, reply.details);
    return reply.drawn;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
    worker.terminate();
  }
}
