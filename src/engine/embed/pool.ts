import { FootnoteError } from "../../foundation/errors.ts";
import { workerUrl } from "../../foundation/worker.ts";

/** Tokens of one message to a Worker: some 100 ms of work, so that cancelling is quick and the end is even. */
const JOB_TOKENS = 512;

interface Reply {
  readonly vectors?: Float32Array[];
  readonly error?: { code: string; message: string; remedy: string };
}

export interface Pool {
  encode(
    sequences: readonly Uint16Array[],
    done: (finished: number) => void,
    signal?: AbortSignal,
  ): Promise<Float32Array[]>;
  close(): void;
}

/** Workers start at first use, one weights' copy each, and never keep the process alive while idle. */
export function encoderPool(size: number, start = () => new Worker(workerUrl("engine/embed/worker"))): Pool {
  let workers: Worker[] = [];
  /** Settles with the last call: a Worker answers one job at a time. */
  let idle: Promise<unknown> = Promise.resolve();

  function close(): void {
    for (const worker of workers) worker.terminate();
    workers = [];
  }

  function ask(worker: Worker, sequences: readonly Uint16Array[]): Promise<Float32Array[]> {
    return new Promise((resolve, reject) => {
      const crashed = (problem: string) =>
        reject(new FootnoteError("worker_crashed", { path: "the embedder", problem }));
      worker.ref();
      worker.onerror = (event) => crashed(event.message);
      const ended = () => crashed("it ended");
      worker.addEventListener("close", ended);
      worker.onmessage = (event: MessageEvent<Reply>) => {
        worker.unref();
        worker.removeEventListener("close", ended);
        const { vectors, error } = event.data;
        if (vectors !== undefined) resolve(vectors);
        else
          reject(
            error === undefined
              ? new FootnoteError("internal", { problem: "an empty reply" })
              : FootnoteError.fromReport(error),
          );
      };
      worker.postMessage(sequences);
    });
  }

  async function encodeAll(sequences: readonly Uint16Array[], done: (finished: number) => void, signal?: AbortSignal) {
    const vectors = new Array<Float32Array>(sequences.length);
    let next = 0;
    let finished = 0;
    while (workers.length < size) workers.push(start());
    async function feed(worker: Worker): Promise<void> {
      while (next < sequences.length) {
        if (signal?.aborted) throw new FootnoteError("cancelled");
        const first = next;
        for (
          let tokens = 0;
          next < sequences.length && (tokens === 0 || tokens + (sequences[next]?.length ?? 0) <= JOB_TOKENS);
          next++
        ) {
          tokens += sequences[next]?.length ?? 0;
        }
        const results = await ask(worker, sequences.slice(first, next));
        results.forEach((vector, i) => {
          vectors[first + i] = vector;
        });
        finished += results.length;
        done(finished);
      }
    }
    try {
      await Promise.all(workers.map(feed));
    } catch (error) {
      close(); // the others may still hold a job; fresh Workers start at the next call
      throw error;
    }
    return vectors;
  }
  return {
    encode(...job) {
      const result = idle.then(() => encodeAll(...job));
      idle = result.catch(() => {});
      return result;
    },
    close,
  };
}
