import { FootnoteError } from "../../../foundation/errors.ts";
import { workerUrl } from "../../../foundation/worker.ts";
import type { PdfFacts } from "./glyphs.ts";
import type { Reply, Request } from "./protocol.ts";

export interface PdfInput {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly password?: string;
}

/** Milliseconds to start, or to open a document: one whose table is broken has to be searched from end to end. */
const START_PATIENCE = 120_000;

/** Why a Worker is of no more use: it stopped, or was silent for too long. */
export class LaneLost extends Error {
  readonly timedOut: boolean;

  constructor(problem: string, timedOut: boolean) {
    super(problem);
    this.timedOut = timedOut;
  }
}

/** One Worker and the one request it is busy with. After a LaneLost it is dead: `close` it and open another. */
export class Lane {
  readonly #worker: Worker;
  readonly #silence: number;
  #patience = START_PATIENCE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onReply: (reply: Reply) => void = () => {};
  #onLost: (lost: LaneLost) => void = () => {};
  #lost: LaneLost | undefined;

  private constructor(url: string, silence: number) {
    this.#silence = silence;
    // A smaller heap that is collected more often: layout leaves much behind, and two Workers hold it twice.
    this.#worker = new Worker(url, { smol: true });
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      this.#watch();
      this.#onReply(data);
    };
    this.#worker.onerror = (event) => this.#lose(new LaneLost(event.message, false));
    this.#worker.addEventListener("close", () => this.#lose(new LaneLost("its Worker ended", false)));
  }

  /** Starts a Worker. `silence`: milliseconds without a page after which it counts as hung. */
  static async open(code: WebAssembly.Module, silence: number): Promise<Lane> {
    const lane = new Lane(workerUrl("engine/ingest/pdf/worker"), silence);
    await lane.#exchange({ kind: "start", code }, () => undefined);
    return lane;
  }

  /** Opens a document in the Worker and returns its number of pages. Throws FootnoteError when it cannot be, LaneLost. */
  async load(input: PdfInput): Promise<number> {
    let pages: number | undefined;
    await this.#exchange({ kind: "open", ...input }, (reply) => {
      if (reply.kind === "refused") throw new FootnoteError(reply.code, reply.details);
      if (reply.kind === "opened") pages = reply.pages;
    });
    return required(pages);
  }

  /** Title, language and outline of the open document. Throws LaneLost. */
  async facts(): Promise<PdfFacts> {
    let facts: PdfFacts | undefined;
    await this.#exchange({ kind: "facts" }, (reply) => {
      if (reply.kind === "facts") facts = reply.facts;
    });
    return required(facts);
  }

  /** Reads pages one after the other and tells each as it is done. Returns whether the Worker is worn. Throws LaneLost. */
  async read(
    pages: readonly number[],
    onPage: (reply: Extract<Reply, { kind: "page" | "page-failed" }>) => void,
  ): Promise<boolean> {
    let worn = false;
    await this.#exchange({ kind: "read", pages }, (reply) => {
      if (reply.kind === "page" || reply.kind === "page-failed") onPage(reply);
      if (reply.kind === "done") worn = reply.worn;
    });
    return worn;
  }

  /** Lets go of the open document but keeps the Worker warm. */
  async unload(): Promise<void> {
    await this.#exchange({ kind: "close" }, () => undefined);
  }

  /** Ends the Worker; whoever waits on it gets a LaneLost. */
  close(): void {
    this.#lose(new LaneLost("it was closed", false));
    this.#worker.terminate();
  }

  #exchange(request: Request, onReply: (reply: Reply) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#lost !== undefined) return reject(this.#lost);
      let failure: unknown;
      const settle = (act: () => void): void => {
        this.#unwatch();
        this.#onReply = () => {};
        this.#onLost = () => {};
        act();
      };
      this.#onLost = (lost) => settle(() => reject(lost));
      this.#onReply = (reply) => {
        try {
          onReply(reply);
        } catch (thrown) {
          failure ??= thrown;
        }
        if (reply.kind === "done") settle(() => (failure === undefined ? resolve() : reject(failure)));
      };
      this.#patience = request.kind === "read" ? this.#silence : START_PATIENCE;
      this.#watch();
      this.#worker.postMessage(request);
    });
  }

  #watch(): void {
    this.#unwatch();
    this.#timer = setTimeout(() => this.#lose(new LaneLost("it took too long", true)), this.#patience);
  }

  #unwatch(): void {
    clearTimeout(this.#timer);
  }

  #lose(lost: LaneLost): void {
    this.#lost ??= lost;
    this.#unwatch();
    this.#onLost(this.#lost);
  }
}

function required<T>(answer: T | undefined): T {
  if (answer === undefined) throw new LaneLost("it did not answer", false);
  return answer;
}
