import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { Logger } from "../../foundation/log.ts";
import type { Embedder } from "../embed/embedder.ts";
import { openDatabase } from "./database.ts";
import { MODEL, problemsOf } from "./manifest.ts";
import { prepareBatch } from "./prepare.ts";
import { matching, type ReindexProgress, type ReindexRequest, type ReindexResult, reindex } from "./reindex.ts";
import { type NotesAnswer, type NotesQuery, searchNotes } from "./search-notes.ts";
import { Segments } from "./segments.ts";
import type { NotesSettings } from "./settings.ts";
import type { NotesSource } from "./source.ts";
import { Store } from "./store.ts";
import { countVectors, fillVectors } from "./vectors.ts";
import { type Watching, watchFolder } from "./watch.ts";

export interface NotesOptions {
  readonly source: NotesSource;
  /** The database file; its folder is made. */
  readonly storage: string;
  readonly settings: NotesSettings;
  /** The model inside Footnote; asked for when vectors are first needed. */
  readonly embedder: () => Promise<Embedder>;
  readonly log: Logger;
  readonly now?: () => Date;
}

/** A reindex that is under way. */
export interface RunningReindex extends Readonly<ReindexProgress>, ReindexRequest {
  readonly startedAt: Date;
}

export interface FinishedReindex extends ReindexRequest {
  readonly startedAt: Date;
  readonly completedAt: Date;
  readonly outcome: "succeeded" | "failed" | "cancelled";
  readonly result: ReindexResult | null;
  readonly error: string | null;
}

export interface NotesStatus {
  readonly storage: string;
  readonly root: string;
  readonly documents: number;
  readonly chunks: number;
  readonly lastIndexedAt: string | null;
  readonly pending: readonly string[];
  readonly lastError: string | null;
  readonly current: RunningReindex | null;
  readonly last: FinishedReindex | null;
  readonly model: { readonly name: string; readonly dimension: number } | null;
  readonly vectors: { readonly ready: number; readonly of: number };
  /** Where the index was made with other settings; null when nothing is indexed yet. */
  readonly problems: readonly string[] | null;
}

/** The index of a folder of Markdown: it follows the files, and is never more than what could be made of them again. */
export interface Notes {
  search(query: NotesQuery): Promise<NotesAnswer>;
  /** Starts the one reindex in the background; when one is running it is told of, and nothing else happens. */
  startReindex(request: ReindexRequest): { readonly started: boolean; readonly current: RunningReindex };
  /** Runs one to its end, vectors included where they are wanted. Rejects with what went wrong. */
  reindexNow(request: ReindexRequest, onVectors?: (ready: number, of: number) => void): Promise<ReindexResult>;
  status(): NotesStatus;
  /** Tells that a file was written, moved or removed. */
  schedule(path: string): void;
  /** Looks for changes by other programs from now on. */
  watch(): void;
  /** Makes missing vectors in the background, where they are wanted. */
  fillVectors(): void;
  /** When nothing is pending. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function openNotes(options: NotesOptions): Notes {
  return new OpenNotes(options);
}

const WATCHER = "<watcher>";

class OpenNotes implements Notes {
  readonly #options: NotesOptions;
  readonly #store: Store;
  readonly #segments: Segments;
  readonly #now: () => Date;
  readonly #closing = new AbortController();
  /** One writer at a time. */
  #gate: Promise<unknown> = Promise.resolve();
  /** The newest request for a path; an older run that ends does not clear a newer one. */
  readonly #pending = new Map<string, number>();
  readonly #queued = new Set<string>();
  #generation = 0;
  #lastError: string | null = null;
  #current: RunningReindex | null = null;
  #last: FinishedReindex | null = null;
  #filling: Promise<void> | undefined;
  #watching: Watching | undefined;

  constructor(options: NotesOptions) {
    this.#options = options;
    this.#store = new Store(openDatabase(options.storage));
    this.#segments = new Segments(this.#store);
    this.#now = options.now ?? (() => new Date());
  }

  async search(query: NotesQuery): Promise<NotesAnswer> {
    if (this.#current?.isDestructiveRebuild === true)
      throw new FootnoteError("note_index_not_ready", {
        problem: "it is being made anew",
        remedy: "Wait until kb_status says that it is done; reading files works meanwhile.",
      });
    return searchNotes(
      this.#store,
      this.#segments,
      query,
      this.#options.settings.vectors ? this.#options.embedder : undefined,
    );
  }

  startReindex(request: ReindexRequest): { started: boolean; current: RunningReindex } {
    if (this.#current !== null) return { started: false, current: { ...this.#current } };
    const running = this.#start(request);
    running.catch(() => {});
    return { started: true, current: { ...this.#begun() } };
  }

  async reindexNow(request: ReindexRequest, onVectors: (ready: number, of: number) => void = () => {}) {
    const result = await this.#start(request);
    if (this.#options.settings.vectors)
      await fillVectors(this.#store, await this.#options.embedder(), this.#closing.signal, onVectors);
    return result;
  }

  status(): NotesStatus {
    const { settings, storage, source } = this.#options;
    const counts = this.#store.counts();
    return {
      storage,
      root: source.root,
      documents: counts.documents,
      chunks: counts.chunks,
      lastIndexedAt: counts.lastIndexedAt,
      pending: [...this.#pending.keys()],
      lastError: this.#lastError,
      current: this.#current === null ? null : { ...this.#current },
      last: this.#last,
      model: settings.vectors ? MODEL : null,
      vectors: countVectors(this.#store.database),
      problems: counts.lastIndexedAt === null ? null : problemsOf(this.#store, settings),
    };
  }

  schedule(path: string): void {
    this.#pending.set(path, ++this.#generation);
    if (this.#queued.has(path)) return;
    this.#queued.add(path);
    void this.#alone(() => this.#reconcile(path));
  }

  watch(): void {
    this.#watching ??= watchFolder(
      this.#options.source.root,
      (path) => this.schedule(path),
      (problem) => {
        this.#lastError = `${WATCHER}: ${problem}`;
        this.#pending.set(WATCHER, ++this.#generation);
      },
    );
  }

  fillVectors(): void {
    if (!this.#options.settings.vectors || this.#filling !== undefined || this.#closing.signal.aborted) return;
    this.#filling = (async () => {
      try {
        await fillVectors(this.#store, await this.#options.embedder(), this.#closing.signal, () => {});
      } catch (error) {
        if (!this.#closing.signal.aborted) this.#lastError = toFootnoteError(error).message;
      } finally {
        this.#filling = undefined;
      }
    })();
  }

  async settled(): Promise<void> {
    for (let gate: unknown; gate !== this.#gate; ) {
      gate = this.#gate;
      await this.#gate;
    }
    await this.#filling;
  }

  async close(): Promise<void> {
    this.#watching?.close();
    this.#closing.abort();
    await this.settled().catch(() => {});
    this.#store.database.close();
  }

  #begun(): RunningReindex {
    if (this.#current === null) throw new FootnoteError("internal", { problem: "no reindex is running" });
    return this.#current;
  }

  #start(request: ReindexRequest): Promise<ReindexResult> {
    const startedAt = this.#now();
    const progress: ReindexProgress = {
      processedFiles: 0,
      totalFiles: null,
      currentPath: null,
      isDestructiveRebuild: false,
    };
    this.#current = Object.assign(progress, { ...request, startedAt });
    const { source, settings } = this.#options;
    const { signal } = this.#closing;
    const end = (outcome: FinishedReindex["outcome"], result: ReindexResult | null, error: string | null): void => {
      this.#current = null;
      this.#last = { ...request, startedAt, completedAt: this.#now(), outcome, result, error };
    };
    return this.#alone(async () => {
      try {
        const result = await reindex(this.#store, source, settings, request, progress, signal, this.#now);
        end("succeeded", result, null);
        return result;
      } catch (thrown) {
        const error = toFootnoteError(thrown);
        end(signal.aborted ? "cancelled" : "failed", null, `${error.message} ${error.remedy}`);
        throw error;
      }
    });
  }

  #alone<T>(work: () => Promise<T> | T): Promise<T> {
    const turn = this.#gate.then(work);
    this.#gate = turn.catch(() => {});
    return turn;
  }

  /** Brings one path up to date. There is no second try: the next change or reindex is one. */
  #reconcile(path: string): void {
    this.#queued.delete(path);
    const generation = this.#pending.get(path);
    if (this.#closing.signal.aborted) return;
    try {
      this.#update(path);
      if (this.#pending.get(path) === generation) this.#pending.delete(path);
      if (this.#pending.size === 0) this.#lastError = null;
    } catch (error) {
      this.#lastError = toFootnoteError(error, path).message;
      this.#options.log.debug(`${path} could not be indexed: ${this.#lastError}`);
    }
  }

  #update(path: string): void {
    const { source, settings } = this.#options;
    const taken = matching([{ path, size: 0, modifiedMs: 0 }], settings).has(path);
    const file = taken ? source.load(path) : undefined;
    const before = this.#store.document(path);
    if (file === undefined) {
      if (before !== undefined) this.#store.remove([path]);
    } else if (before?.sha256 === file.sha256) this.#store.touch(path, file.size, file.modifiedMs);
    else this.#store.replace(prepareBatch([file], settings), this.#now());
    this.#store.merge();
  }
}
