/** A test collection in BEIR's form, with the built-in embedder's vectors of its documents and queries, cached by collection and model. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { openBuiltinEmbedder } from "../src/engine/embed/builtin.ts";

export interface Collection {
  readonly name: string;
  readonly documents: readonly { id: string; title: string; text: string }[];
  readonly queries: readonly { id: string; text: string; relevant: ReadonlySet<string> }[];
}

export interface Vectors {
  readonly documents: readonly Float32Array[];
  readonly queries: readonly Float32Array[];
}

const CACHE = resolve(import.meta.dir, "../.cache/retrieval");

export function readCollection(folder: string): Collection {
  const lines = (name: string) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line !== "");
  const relevant = new Map<string, Set<string>>();
  for (const line of lines("qrels.tsv")) {
    const [query = "", document = "", grade = ""] = line.split("\t");
    if (Number(grade) > 0) relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
  }
  return {
    name: basename(resolve(folder)),
    documents: lines("corpus.jsonl").map((line) => {
      const { _id, title, text } = JSON.parse(line);
      return { id: _id, title, text };
    }),
    queries: lines("queries.jsonl")
      .map((line) => JSON.parse(line))
      .filter(({ _id }) => relevant.has(_id))
      .map(({ _id, text }) => ({ id: _id, text, relevant: relevant.get(_id) ?? new Set() })),
  };
}

export async function embedCollection({ name, documents, queries }: Collection): Promise<Vectors> {
  const embedder = await openBuiltinEmbedder();
  const { sha256, dimension } = embedder.model;
  const key = `${name}-${sha256.slice(0, 12)}`;
  const passages = await cached(`${key}-documents`, documents.length, dimension, (from, to) =>
    embedder.embedPassages(documents.slice(from, to).map(({ title, text }) => `${title}\n${text}`)),
  );
  const questions = await cached(`${key}-queries`, queries.length, dimension, (from, to) =>
    Promise.all(queries.slice(from, to).map(({ text }) => embedder.embedQuery(text))),
  );
  await embedder.close();
  return { documents: passages, queries: questions };
}

async function cached(
  key: string,
  count: number,
  dimension: number,
  make: (from: number, to: number) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const file = join(CACHE, `${key}.f32`);
  if (!existsSync(file)) {
    const made: Float32Array[] = [];
    for (let at = 0; at < count; at += 256) {
      made.push(...(await make(at, Math.min(count, at + 256))));
      console.error(`${key}: ${made.length} of ${count}`);
    }
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(file, Buffer.concat(made.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))));
  }
  const all = new Float32Array(new Uint8Array(readFileSync(file)).buffer);
  return Array.from({ length: count }, (_, at) => all.subarray(at * dimension, (at + 1) * dimension));
}
