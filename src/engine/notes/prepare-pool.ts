import { FootnoteError } from "../../foundation/errors.ts";
import { workerUrl } from "../../foundation/worker.ts";
import type { ChunkSettings } from "./chunk.ts";
import { type NoteText, type PreparedBatch, prepareBatch } from "./prepare.ts";
import type { PrepareReply, PrepareRequest } from "./worker.ts";

/** Below so many characters a Worker costs more than it saves. */
const WORTH_A_WORKER = 300_000;

/** Prepares batches side by side. Close it: Workers hold what they needed for their largest batch. */
export class PreparePool {
  readonly #settings: ChunkSettings;
  readonly #size: number;
  readonly #idle: Worker[] = [];
  readonly #all: Worker[] = [];

  constructor(settings: ChunkSettings, size = Math.max(1, Math.min(4, navigator.hardwareConcurrency))) {
    this.#settings = settings;
    this.#size = size;
  }

  /** How many batches can be under way at once. */
  get size(): number {
    return this.#size;
  }

  async prepare(files: readonly NoteText[]): Promise<PreparedBatch> {
    const characters = files.reduce((sum, { text }) => sum + text.length, 0);
    if (characters < WORTH_A_WORKER) return prepareBatch(files, this.#settings);
    const worker = this.#idle.pop() ?? this.#start();
    const batch = await this.#ask(worker, { files, settings: this.#settings });
    this.#idle.push(worker);
    return batch;
  }

  close(): void {
    for (const worker of this.#all) worker.terminate();
    this.#all.length = 0;
    this.#idle.length = 0;
  }

  #start(): Worker {
    const worker = new Worker(workerUrl("engine/notes/worker"), { smol: true });
    this.#all.push(worker);
    return worker;
  }

  #ask(worker: Worker, request: PrepareRequest): Promise<PreparedBatch> {
    return new Promise((resolve, reject) => {
      const path = request.files[0]?.path ?? "a batch of notes";
      const settle = (act: () => void): void => {
        // Whatever holds on to the Worker shall not hold on to what it made.
        worker.onmessage = null;
        worker.onerror = null;
        worker.removeEventListener("close", ended);
        act();
      };
      const crashed = (problem: string): void =>
        settle(() => reject(new FootnoteError("worker_crashed", { path, problem })));
      const ended = (): void => crashed("it ended");
      worker.onmessage = ({ data }: MessageEvent<PrepareReply>) =>
        "batch" in data ? settle(() => resolve(data.batch)) : crashed(data.problem);
      worker.onerror = (event) => crashed(event.message);
      worker.addEventListener("close", ended);
      worker.postMessage(request);
    });
  }
}
