import { basename } from "node:path";
import { FootnoteError } from "../../../foundation/errors.ts";
import type { PageWords, ParsedDocument } from "../../document.ts";
import { failedPage } from "./failed-page.ts";
import type { PdfFacts } from "./glyphs.ts";
import { type Lane, LaneLost, type PdfInput } from "./lane.ts";
import type { LanePool } from "./lane-pool.ts";
import { DocumentAssembly } from "./layout/document.ts";
import { layoutPage, type PageLayout } from "./layout/page.ts";
import { PageQueue } from "./page-queue.ts";

/** Below this many pages a second Worker costs more than it saves. */
const PAGES_PER_LANE = 24;
/** A hung Worker cannot be stopped inside wasm and burns a core until the process ends: past this many the rest is given up. */
const LOST_LIMIT = 8;
/** Workers that read from a document of more pages end with it: their memory never shrinks, and archiving such a document needs the room. */
const WARM_PAGES = 200;

export interface ReadOptions {
  readonly signal: AbortSignal | undefined;
  readonly onPages: ((done: number, of: number) => void) | undefined;
  readonly onWords: ((words: PageWords) => void) | undefined;
  readonly maxPages: number;
}

/** Reads all pages of one document and joins them, in page order whatever Worker read them. Errors as PdfReader.parse. */
export async function readDocument(pool: LanePool, given: PdfInput, options: ReadOptions): Promise<ParsedDocument> {
  // What the Workers of a long document held is free again before the whole is put together.
  const job = await readPages(pool, given, options);
  return job.finish();
}

async function readPages(
  pool: LanePool,
  given: PdfInput,
  { signal, onPages, onWords, maxPages }: ReadOptions,
): Promise<Job> {
  const input = { ...given, bytes: shared(given.bytes) };
  const lanes = new Set<Lane>();
  const halt = new AbortController();
  const stop = (): void => {
    halt.abort();
    for (const lane of lanes) lane.close();
  };
  const drives: Promise<unknown>[] = [];
  let keepWarm = true;
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    const first = await openLane(pool, input, lanes, halt.signal);
    const count = checkedCount(first.pages, input.path, maxPages);
    keepWarm = count <= WARM_PAGES;
    const wanted = Math.min(pool.workers, Math.ceil(count / PAGES_PER_LANE));
    const job = new Job(pool, input, lanes, count, wanted, halt.signal, onPages, onWords);
    // The outline takes as long as a hundred pages; the other Workers read meanwhile.
    drives.push(job.driveAfterFacts(first.lane), ...Array.from({ length: wanted - 1 }, () => job.drive(undefined)));
    await Promise.all(drives);
    return job;
  } catch (thrown) {
    // A document that does not open leaves its Worker as good as before; one that fails while Workers read ends them.
    if (drives.length > 0) stop();
    await Promise.allSettled(drives);
    if (signal?.aborted) throw new FootnoteError("cancelled", {}, thrown);
    if (thrown instanceof LaneLost)
      throw new FootnoteError("worker_crashed", { path: input.path, problem: thrown.message }, thrown);
    throw thrown;
  } finally {
    signal?.removeEventListener("abort", stop);
    await Promise.all([...lanes].map((lane) => (keepWarm ? release(pool, lane) : lane.close())));
  }
}

class Job {
  readonly #pool: LanePool;
  readonly #input: PdfInput;
  readonly #lanes: Set<Lane>;
  readonly #halt: AbortSignal;
  readonly #onPages: ReadOptions["onPages"];
  readonly #onWords: ReadOptions["onWords"];
  readonly #queue: PageQueue;
  readonly #count: number;
  /** Pages that wait for the facts or for a page before them. */
  readonly #waiting = new Map<number, { layout: PageLayout; label: string | undefined }>();
  #assembly: DocumentAssembly | undefined;
  #done = 0;
  #lost = 0;

  constructor(
    pool: LanePool,
    input: PdfInput,
    lanes: Set<Lane>,
    count: number,
    wanted: number,
    halt: AbortSignal,
    onPages: ReadOptions["onPages"],
    onWords: ReadOptions["onWords"],
  ) {
    this.#pool = pool;
    this.#input = input;
    this.#lanes = lanes;
    this.#halt = halt;
    this.#onPages = onPages;
    this.#onWords = onWords;
    this.#queue = new PageQueue(count, wanted);
    this.#count = count;
  }

  /** Reads batches until none is left, in `lane` or in a new one, replacing it when it is lost or worn. */
  async drive(lane: Lane | undefined): Promise<void> {
    let current = lane;
    for (let batch = this.#queue.take(); batch.length > 0; batch = this.#queue.take()) {
      current ??= (await openLane(this.#pool, this.#input, this.#lanes, this.#halt)).lane;
      if (!(await this.#read(current, batch))) current = undefined;
    }
  }

  /** A document whose facts cannot be read goes on without them. */
  async driveAfterFacts(lane: Lane): Promise<void> {
    let next: Lane | undefined = lane;
    try {
      this.#begin(await lane.facts());
    } catch (thrown) {
      if (this.#halt.aborted || !(thrown instanceof LaneLost)) throw thrown;
      this.#drop(lane);
      next = undefined;
      this.#begin({ outline: [] });
    }
    await this.drive(next);
  }

  finish(): ParsedDocument {
    const assembly = this.#begin({ outline: [] });
    while (assembly.pages < this.#count) this.#fail(assembly.pages + 1, "it was never read");
    return assembly.finish(basename(this.#input.path));
  }

  #begin(facts: PdfFacts): DocumentAssembly {
    this.#assembly ??= new DocumentAssembly(facts, this.#onWords);
    this.#join(this.#assembly);
    return this.#assembly;
  }

  /** Returns whether the Worker can go on. */
  async #read(lane: Lane, batch: readonly number[]): Promise<boolean> {
    let answered = 0;
    try {
      const worn = await lane.read(batch, (reply) => {
        answered++;
        if (reply.kind === "page-failed") return this.#fail(reply.page, reply.problem);
        this.#finish(reply.layout.number, reply.layout, reply.label);
      });
      if (!worn) return true;
    } catch (thrown) {
      this.#drop(lane);
      if (this.#halt.aborted || !(thrown instanceof LaneLost)) throw thrown;
      this.#giveBack(batch.slice(answered), thrown);
      return false;
    }
    this.#drop(lane);
    return false;
  }

  #giveBack(left: readonly number[], lost: LaneLost): void {
    const [culprit] = left;
    if (culprit === undefined) return;
    if (++this.#lost > LOST_LIMIT)
      throw new FootnoteError("worker_crashed", {
        path: this.#input.path,
        problem: "too many of its pages stop the reader",
      });
    if (this.#queue.giveBack(left)) return;
    const { pageSeconds: seconds } = this.#pool;
    const { path } = this.#input;
    const error = lost.timedOut
      ? new FootnoteError("page_timeout", { page: culprit, path, seconds })
      : new FootnoteError("page_failed", { page: culprit, path, problem: lost.message });
    this.#fail(culprit, error.message);
  }

  #drop(lane: Lane): void {
    this.#lanes.delete(lane);
    lane.close();
  }

  #fail(page: number, problem: string): void {
    this.#finish(page, layoutPage(failedPage(page, problem)), undefined);
  }

  #finish(page: number, layout: PageLayout, label: string | undefined): void {
    this.#waiting.set(page, { layout, label });
    if (this.#assembly !== undefined) this.#join(this.#assembly);
    this.#onPages?.(++this.#done, this.#count);
  }

  /** Joins the pages whose turn has come. */
  #join(assembly: DocumentAssembly): void {
    for (;;) {
      const number = assembly.pages + 1;
      const page = this.#waiting.get(number);
      if (page === undefined) return;
      this.#waiting.delete(number);
      assembly.add(page.layout, page.label);
    }
  }
}

async function openLane(pool: LanePool, input: PdfInput, lanes: Set<Lane>, halt: AbortSignal) {
  halt.throwIfAborted();
  const lane = await pool.take();
  lanes.add(lane);
  halt.throwIfAborted();
  return { lane, pages: await lane.load(input) };
}

async function release(pool: LanePool, lane: Lane): Promise<void> {
  try {
    await lane.unload();
    pool.put(lane);
  } catch {
    lane.close();
  }
}

function checkedCount(pages: number, path: string, limit: number): number {
  if (pages < 1) throw new FootnoteError("no_pages", { path });
  if (pages > limit) throw new FootnoteError("too_many_pages", { path, pages, limit });
  return pages;
}

/** The bytes in memory that all Workers see, so that they are not copied for each. */
function shared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
