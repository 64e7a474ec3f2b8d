import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Embedder } from "../embed/embedder.ts";
import { quantizeVector } from "../embed/quantize.ts";
import { vectorKey } from "../embed/vector-key.ts";
import type { PassageVectors } from "../search/document.ts";
import type { CorpusIndex } from "./index.ts";
import { embeddedRow } from "./ranked-rows.ts";

/** Rows of one call to the model, after which they are kept. */
const BATCH = 64;

/** Vectors of rows by what the model reads of them, kept in a database of the user's own; an index made anew embeds only what is new in it. */
export class RowVectors {
  readonly #database: Database;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#database = new Database(path, { create: true, strict: true });
    this.#database.run("PRAGMA journal_mode = WAL");
    this.#database.run("PRAGMA synchronous = NORMAL");
    this.#database.run("PRAGMA busy_timeout = 5000");
    this.#database.run(
      "CREATE TABLE IF NOT EXISTS row_vectors (model TEXT NOT NULL, key INTEGER NOT NULL, scale REAL NOT NULL, codes BLOB NOT NULL, PRIMARY KEY (model, key)) WITHOUT ROWID",
    );
  }

  /** The vectors of an index's rows as far as they are there. */
  of(index: CorpusIndex, { sha256, dimension }: Embedder["model"]): PassageVectors & { readonly ready: Uint8Array } {
    const { rows } = index;
    const places = Map.groupBy(rows.keys(), (at) => keyOf(index, at));
    const scales = new Float32Array(rows.length);
    const codes = new Int8Array(rows.length * dimension);
    const ready = new Uint8Array(rows.length);
    const known = this.#database
      .query<Stored, [string]>("SELECT key, scale, codes FROM row_vectors WHERE model = ?")
      .safeIntegers(true);
    for (const one of known.iterate(sha256)) {
      if (one.codes.length !== dimension) continue;
      for (const at of places.get(one.key) ?? []) {
        scales[at] = one.scale;
        codes.set(new Int8Array(one.codes.buffer, one.codes.byteOffset, dimension), at * dimension);
        ready[at] = 1;
      }
    }
    return { scales, codes, ready };
  }

  /** Embeds the rows that have none yet, and keeps them batch by batch. */
  async fill(
    index: CorpusIndex,
    embedder: Embedder,
    signal: AbortSignal,
    onDone: (ready: number, of: number) => void,
  ): Promise<void> {
    const known = this.#keys(embedder.model);
    const places = new Map([...index.rows.keys()].map((at) => [keyOf(index, at), at]));
    const missing = [...places].filter(([key]) => !known.has(key));
    const insert = this.#database.query("INSERT OR IGNORE INTO row_vectors VALUES (?, ?, ?, ?)");
    const keep = this.#database.transaction((keys: readonly bigint[], vectors: readonly Float32Array[]) => {
      vectors.forEach((vector, at) => {
        const { scale, codes } = quantizeVector(vector, embedder.model.dimension);
        insert.run(embedder.model.sha256, keys[at] ?? 0n, scale, codes);
      });
    });
    for (let at = 0; at < missing.length; at += BATCH) {
      signal.throwIfAborted();
      const batch = missing.slice(at, at + BATCH);
      const texts = batch.map(([, row]) => textAt(index, row));
      keep.immediate(
        batch.map(([key]) => key),
        await embedder.embedPassages(texts, { signal }),
      );
      onDone(Math.min(missing.length, at + BATCH), missing.length);
    }
  }

  #keys({ sha256, dimension }: Embedder["model"]): ReadonlySet<bigint> {
    const known = this.#database
      .query<Pick<Stored, "key">, [string, number]>("SELECT key FROM row_vectors WHERE model = ? AND length(codes) = ?")
      .safeIntegers(true);
    return new Set(known.all(sha256, dimension).map(({ key }) => key));
  }

  close(): void {
    this.#database.close();
  }
}

interface Stored {
  readonly key: bigint;
  readonly scale: number;
  readonly codes: Uint8Array;
}

function keyOf(index: CorpusIndex, at: number): bigint {
  return vectorKey(textAt(index, at));
}

function textAt(index: CorpusIndex, at: number): string {
  const row = index.rows[at];
  return row === undefined ? "" : embeddedRow(row, index);
}
