import type { Database } from "bun:sqlite";
import type { Embedder } from "../embed/embedder.ts";
import { quantizeVector } from "../embed/quantize.ts";
import type { ChunkSettings } from "./chunk.ts";
import { embeddedText } from "./prepare.ts";
import { versionOf } from "./segments.ts";
import type { Store } from "./store.ts";

/** Chunks of one call to the model: some seconds of work, after which they are kept. */
const BATCH = 32;
/** Chunks without a vector that are looked for at once. */
const LOOK_AHEAD = 1024;

interface Missing {
  readonly key: bigint;
  readonly path: string;
  readonly headingPath: string | null;
  readonly text: string;
}

const counted = new WeakMap<Database, { readonly version: string; readonly count: { ready: number; of: number } }>();

/** How many chunks there are, and how many have their vector; counted anew when something changed. */
export function countVectors(database: Database): { readonly ready: number; readonly of: number } {
  const version = versionOf(database);
  const known = counted.get(database);
  if (known?.version === version) return known.count;
  const count = countNow(database);
  counted.set(database, { version, count });
  return count;
}

function countNow(database: Database): { ready: number; of: number } {
  const row = database
    .query<{ ready: number; total: number }, []>(
      "SELECT count(v.key) AS ready, count(*) AS total FROM chunks c LEFT JOIN vectors v ON v.key = c.vector_key",
    )
    .get();
  return { ready: row?.ready ?? 0, of: row?.total ?? 0 };
}

/**
 * Embeds what has no vector yet, in the order of the index, and keeps each batch at once: interrupted, it goes on there. The same words under the same name and
 * headings are embedded once. Rejects with what the embedder rejects with.
 */
export async function fillVectors(
  store: Store,
  settings: Pick<ChunkSettings, "includeHeadingContext">,
  embedder: Embedder,
  signal: AbortSignal,
  onDone: (ready: number, of: number) => void,
): Promise<void> {
  const { database } = store;
  const next = database
    .query<Missing, [number]>(
      `SELECT min(c.vector_key) AS key, d.path AS path, heading_path AS headingPath, text FROM chunks c JOIN documents d ON d.id = c.document
        LEFT JOIN vectors v ON v.key = c.vector_key WHERE v.key IS NULL GROUP BY c.vector_key ORDER BY min(c.id) LIMIT ?`,
    )
    .safeIntegers(true);
  const insert = database.query("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)");
  const { of } = countVectors(database);
  let { ready } = countVectors(database);
  const keep = database.transaction((batch: readonly Missing[], vectors: readonly Float32Array[]) => {
    vectors.forEach((vector, at) => {
      const { scale, codes } = quantizeVector(vector, embedder.model.dimension);
      insert.run(batch[at]?.key ?? 0n, scale, codes);
    });
    bumpGeneration(database);
  });
  for (let missing = next.all(LOOK_AHEAD); missing.length > 0; missing = next.all(LOOK_AHEAD)) {
    for (let at = 0; at < missing.length; at += BATCH) {
      signal.throwIfAborted();
      const batch = missing.slice(at, at + BATCH);
      const texts = batch.map((one) => embeddedText(one.path, one, settings));
      keep.immediate(batch, await embedder.embedPassages(texts, { signal }));
      ready = Math.min(of, ready + batch.length);
      onDone(ready, of);
    }
  }
}

/** Vectors of no chunk any more. */
export function dropOrphans(database: Database): void {
  database.run("DELETE FROM vectors WHERE key NOT IN (SELECT vector_key FROM chunks)");
}

/** Vectors of another model are never compared with this one's. */
export function clearVectors(database: Database): void {
  database.run("DELETE FROM vectors");
  bumpGeneration(database);
}

const GENERATION = "vectors_generation";

function bumpGeneration(database: Database): void {
  database.run(
    "INSERT INTO manifest VALUES (?, '1') ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1",
    [GENERATION],
  );
}

/** Another value when vectors came or went. */
export function generationOf(database: Database): string {
  const sql = "SELECT value FROM manifest WHERE key = ?";
  return database.query<{ value: string }, [string]>(sql).get(GENERATION)?.value ?? "";
}
