import { statSync } from "node:fs";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { Logger } from "../../foundation/log.ts";
import type { Embedder } from "../embed/embedder.ts";
import { damageOf, openDatabase, removeDatabase } from "./database.ts";
import { MODEL, problemsOf } from "./manifest.ts";
import { reconcile } from "./reconcile.ts";
import { type ReindexProgress, type ReindexRequest, type ReindexResult, reindex } from "./reindex.ts";
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
  /** The model inside Footnote; asked for once, when vectors are first needed. Whoever gives it closes it. */
  readonly embedder: () => Promise<Embedder>;
  readonly log: Logger;
  readonly now?: () => Date;
  /** How long to wait for another process that writes the index; ten seconds unless given. */
  readonly busyMs?: number;
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
  /** Makes missing vectors in the background, where they are wanted; from now on also those of what changes. */
  fillVectors(): void;
  /** When nothing is pending. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function openNotes(options: NotesOptions): Notes {
  return new OpenNotes(options);
}

const WATCHER = "<watcher>";
const CHANGED: ReindexRequest = { scope: "changed", force: false };

class OpenNotes implements Notes {
  readonly #options: NotesOptions;
  #opened: OpenedIndex;
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
  /** Whether vectors are made whenever some are missing. */
  #fills = false;
  #model: Promise<Embedder> | undefined;
  #filling: Promise<void> | undefined;
  #watching: Watching | undefined;

  constructor(options: NotesOptions) {
    this.#options = options;
    this.#opened = openIndexAt(options);
    this.#now = options.now ?? (() => new Date());
  }

  get #store(): Store {
    return this.#opened.store;
  }

  async search(query: NotesQuery): Promise<NotesAnswer> {
    if (this.#current?.isDestructiveRebuild === true)
      throw new FootnoteError("note_index_not_ready", {
        problem: "it is being made anew",
        remedy: "Wait until kb_status says that it is done; reading files works meanwhile.",
      });
    const { settings } = this.#options;
    try {
      if (this.#current === null) this.#look();
      const { store, segments } = this.#opened;
      return await searchNotes(store, segments, query, settings.vectors ? () => this.#embedder() : undefined);
    } catch (error) {
      const damage = damageOf(error);
      if (damage === undefined || this.#current !== null) throw error;
      this.#replace(damage);
      this.startReindex(CHANGED);
      throw new FootnoteError("note_index_not_ready", {
        problem: `${this.#options.storage} was damaged (${damage}), and is being made anew`,
        remedy: "Search again when kb_status says that it is done; reading files works meanwhile.",
      });
    }
  }

  startReindex(request: ReindexRequest): { started: boolean; current: RunningReindex } {
    if (this.#current !== null) return { started: false, current: { ...this.#current } };
    const running = this.#start(request);
    running.catch(() => {});
    return { started: true, current: { ...this.#begun() } };
  }

  async reindexNow(request: ReindexRequest, onVectors: (ready: number, of: number) => void = () => {}) {
    const result = await this.#start(request);
    const { settings } = this.#options;
    if (settings.vectors)
      await fillVectors(this.#store, settings, await this.#embedder(), this.#closing.signal, onVectors);
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
    this.#fills = true;
    this.#fill();
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

  #embedder(): Promise<Embedder> {
    this.#model ??= this.#options.embedder().catch((error: unknown) => {
      this.#model = undefined;
      throw error;
    });
    return this.#model;
  }

  #fill(): void {
    const { settings } = this.#options;
    if (!this.#fills || !settings.vectors || this.#filling !== undefined || this.#closing.signal.aborted) return;
    const store = this.#store;
    this.#filling = (async () => {
      try {
        await fillVectors(store, settings, await this.#embedder(), this.#closing.signal, () => {});
      } catch (error) {
        const isCurrent = store === this.#store && !this.#closing.signal.aborted;
        if (isCurrent) this.#lastError = toFootnoteError(error).message;
      } finally {
        this.#filling = undefined;
      }
    })();
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
        this.#look();
        const result = await reindex(this.#store, source, settings, request, progress, signal, this.#now);
        end("succeeded", result, null);
        this.#fill();
        return result;
      } catch (thrown) {
        const error = toFootnoteError(thrown);
        const damage = damageOf(thrown);
        if (damage !== undefined) this.#replace(damage);
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
  async #reconcile(path: string): Promise<void> {
    // Whoever changed the file is answered first.
    await new Promise((resolve) => setImmediate(resolve));
    this.#queued.delete(path);
    const generation = this.#pending.get(path);
    if (this.#closing.signal.aborted) return;
    const { source, settings, log } = this.#options;
    try {
      this.#look();
      await reconcile(this.#store, source, settings, path, this.#now());
      if (this.#pending.get(path) === generation) this.#pending.delete(path);
      if (this.#pending.size === 0) this.#lastError = null;
      this.#fill();
    } catch (error) {
      this.#lastError = toFootnoteError(error, path).message;
      log.debug(`${path} could not be indexed: ${this.#lastError}`);
    }
  }

  /** Sees whether the database is still the one that was opened; one that was removed is made anew. */
  #look(): void {
    if (this.#opened.inode === inodeOf(this.#options.storage)) return;
    this.#reopen("it was removed");
    this.startReindex(CHANGED);
  }

  /** A damaged index is never asked again: it is made of the files, and can be made again. */
  #replace(damage: string): void {
    this.#store.database.close();
    removeDatabase(this.#options.storage);
    this.#reopen(damage);
  }

  #reopen(problem: string): void {
    const { storage, log } = this.#options;
    log.warn(`the index ${storage} is made anew: ${problem}`);
    this.#store.database.close();
    this.#opened = openIndexAt(this.#options);
  }
}

interface OpenedIndex {
  readonly store: Store;
  readonly segments: Segments;
  /** Of its file. */
  readonly inode: bigint | undefined;
}

function openIndexAt({ storage, log, busyMs = 10_000 }: NotesOptions): OpenedIndex {
  const store = new Store(
    openDatabase(storage, busyMs, (problem) => log.warn(`the index ${storage} is made anew: ${problem}`)),
  );
  return { store, segments: new Segments(store), inode: inodeOf(storage) };
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}
