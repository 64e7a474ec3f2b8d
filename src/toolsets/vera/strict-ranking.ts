import type { Embedder } from "../../engine/embed/embedder.ts";
import type { VeraArchive, VeraVectors } from "../../engine/vera/archive.ts";
import { hashingDimension, hashingVector } from "../../engine/vera/hashing.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { BUILTIN_NAME } from "./models.ts";
import { refusal } from "./refusal.ts";

export const VERA_MODES = ["semantic", "keyword", "hybrid"] as const;
export type VeraMode = (typeof VERA_MODES)[number];

/** A chunk that a search found; a larger score is better, on the mode's scale. */
export interface Ranked {
  readonly id: string;
  readonly score: number;
  /** Cosine. */
  readonly semantic?: number;
  /** Minus SQLite's bm25, or Footnote's BM25. */
  readonly keyword?: number;
}

/** Gives the model inside Footnote; asked for only when an archive has its vectors. */
export type OpenModel = () => Promise<Pick<Embedder, "embedQuery">>;

/** VERA's own ranking of an archive, unsorted: every chunk has a meaning, so every chunk is found by it. */
export async function strictRanking(
  archive: VeraArchive,
  query: string,
  mode: VeraMode,
  openModel: OpenModel,
): Promise<Ranked[]> {
  const semantic = mode === "keyword" ? new Map<string, number>() : await cosines(archive, query, openModel);
  const keyword = mode === "semantic" ? new Map<string, number>() : keywordScores(archive, query);
  const ids = new Set([...semantic.keys(), ...keyword.keys()]);
  const [semanticParts, keywordParts] = [spread(semantic), spread(keyword)];
  return [...ids].map((id) => {
    const [meaning, words] = [semantic.get(id), keyword.get(id)];
    const fused = 0.5 * (semanticParts.get(id) ?? 0) + 0.5 * (keywordParts.get(id) ?? 0);
    return {
      id,
      score: mode === "hybrid" ? fused : ((mode === "semantic" ? meaning : words) ?? 0),
      ...(meaning === undefined ? {} : { semantic: meaning }),
      ...(words === undefined ? {} : { keyword: words }),
    };
  });
}

/** An empty query is refused; one of white space only finds nothing. */
export function checkQuery(query: string, mode: VeraMode): void {
  if (mode !== "semantic" && query === "") throw refusal(`${mode} search requires text`);
}

/** Best first; equal ones by id. */
export function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function keywordScores(archive: VeraArchive, query: string): Map<string, number> {
  return new Map(archive.keyword(query).map(({ chunkId, score }) => [chunkId, score]));
}

/** None for a query without a word that the model knows. Throws vera_model for a model that is not inside Footnote. */
export async function cosines(archive: VeraArchive, query: string, openModel: OpenModel): Promise<Map<string, number>> {
  const wanted = await queryVector(archive, query, openModel);
  const dimension = wanted.length;
  const found = new Map<string, number>();
  if (wanted.every((value) => value === 0)) return found;
  const length = lengthOf(wanted);
  const vectors = archive.vectors();
  const { rows, present } = vectors;
  const rowLengths = lengthsOf(vectors);
  for (const [at, { id }] of archive.chunks().entries()) {
    if (present[at] !== 1) continue;
    const row = rows.subarray(at * dimension, (at + 1) * dimension);
    found.set(id, cosine(row, wanted, Math.fround((rowLengths[at] ?? 0) * length)));
  }
  return found;
}

/** The same for some chunks only, whose vectors alone are read. */
export async function cosinesOf(
  archive: VeraArchive,
  query: string,
  ids: readonly string[],
  openModel: OpenModel,
): Promise<Map<string, number>> {
  const wanted = await queryVector(archive, query, openModel);
  if (ids.length === 0 || wanted.every((value) => value === 0)) return new Map();
  const length = lengthOf(wanted);
  const vectors = archive.vectorsById(ids);
  return new Map([...vectors].map(([id, row]) => [id, cosine(row, wanted, Math.fround(lengthOf(row) * length))]));
}

function cosine(row: Float32Array, wanted: Float32Array, lengths: number): number {
  let product = 0;
  for (let column = 0; column < wanted.length; column++) product += (row[column] ?? 0) * (wanted[column] ?? 0);
  return lengths === 0 ? 0 : Math.fround(Math.fround(product) / lengths);
}

const lengthsKnown = new WeakMap<VeraVectors, Float32Array>();

/** Of each row; computed once for vectors that are kept. */
function lengthsOf(vectors: VeraVectors): Float32Array {
  const known = lengthsKnown.get(vectors);
  if (known !== undefined) return known;
  const { rows, present, dimension } = vectors;
  const lengths = new Float32Array(present.length);
  for (let at = 0; at < lengths.length; at++)
    lengths[at] = lengthOf(rows.subarray(at * dimension, (at + 1) * dimension));
  lengthsKnown.set(vectors, lengths);
  return lengths;
}

/** A vector's length in float32, summed in the order in which NumPy sums, so that scores are those of VERA to about 1e-7. */
function lengthOf(vector: Float32Array): number {
  const squares = vector.map((value) => value * value);
  return Math.fround(Math.sqrt(pairwiseSum(squares, 0, squares.length)));
}

function pairwiseSum(values: Float32Array, from: number, count: number): number {
  if (count > 128) {
    const half = (count >> 1) - ((count >> 1) % 8);
    return Math.fround(pairwiseSum(values, from, half) + pairwiseSum(values, from + half, count - half));
  }
  const lanes = new Float32Array(8);
  const whole = count - (count % 8);
  for (let at = 0; at < whole; at++) lanes[at % 8] = (lanes[at % 8] ?? 0) + (values[from + at] ?? 0);
  const pairs = new Float32Array(4).map((_, at) => (lanes[2 * at] ?? 0) + (lanes[2 * at + 1] ?? 0));
  const quarters = new Float32Array(2).map((_, at) => (pairs[2 * at] ?? 0) + (pairs[2 * at + 1] ?? 0));
  let sum = Math.fround((quarters[0] ?? 0) + (quarters[1] ?? 0));
  for (let at = whole; at < count; at++) sum = Math.fround(sum + (values[from + at] ?? 0));
  return sum;
}

async function queryVector({ model, path }: VeraArchive, query: string, openModel: OpenModel): Promise<Float32Array> {
  const dimension = hashingDimension(model.name);
  if (dimension !== undefined) return hashingVector(query, dimension);
  if (model.name !== BUILTIN_NAME) throw new FootnoteError("vera_model", { path, model: model.name });
  return (await openModel()).embedQuery(query);
}

/** Whether the archive's model is inside Footnote. */
export function isKnownModel(name: string): boolean {
  return name === BUILTIN_NAME || hashingDimension(name) !== undefined;
}

/** Scores between 0 and 1, by the least and the most of them; all 1 where they are equal. */
function spread(scores: ReadonlyMap<string, number>): Map<string, number> {
  const values = [...scores.values()];
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return new Map([...scores].map(([id, score]) => [id, most === least ? 1 : (score - least) / (most - least)]));
}
