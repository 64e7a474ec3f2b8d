import { FootnoteError } from "../../foundation/errors.ts";
import { quantizeVector } from "../embed/quantize.ts";
import type { PassageVectors, SearchDocument } from "./document.ts";

/** Cosines of one document's passages with the query; NaN where a passage has no vector yet. */
export type Cosines = Float32Array;

export interface DenseResult {
  readonly documents: readonly Cosines[];
  readonly ready: number;
  /** Over all passages that have a vector. */
  readonly mean: number;
}

/** Where the dense lane gets its cosines from. */
export interface VectorScan {
  /** How many passages of how many have a vector. */
  readonly count: { readonly ready: number; readonly of: number };
  score(query: Float32Array): DenseResult;
}

/** The vectors that the documents hold, each compared. */
export function fullScan(documents: readonly SearchDocument[]): VectorScan {
  return { count: countReady(documents), score: (query) => scoreDense(documents, query) };
}

/** Exact scan of every vector with the query as int8 (no measurable loss: the project's embedding notes). */
export function scoreDense(documents: readonly SearchDocument[], query: Float32Array): DenseResult {
  const { scale, codes } = quantizeVector(query);
  let ready = 0;
  let sum = 0;
  const scored = documents.map((document) => {
    const cosines = new Float32Array(document.index.passages).fill(Number.NaN);
    const { vectors } = document;
    if (vectors === undefined) return cosines;
    checkVectors(vectors, document, codes.length);
    const { scales, codes: known } = vectors;
    for (let passage = 0; passage < cosines.length; passage++) {
      if (!isReady(vectors, passage)) continue;
      const cosine = dot(codes, known, passage * codes.length) * scale * (scales[passage] ?? 0);
      cosines[passage] = cosine;
      sum += cosine;
      ready++;
    }
    return cosines;
  });
  return { documents: scored, ready, mean: ready === 0 ? 0 : sum / ready };
}

function isReady({ ready }: PassageVectors, passage: number): boolean {
  return typeof ready === "number" ? passage < ready : ready[passage] === 1;
}

/** How many passages of how many have a vector. */
export function countReady(documents: readonly SearchDocument[]): { ready: number; of: number } {
  const counts = { ready: 0, of: 0 };
  for (const { index, vectors } of documents) {
    counts.of += index.passages;
    if (vectors === undefined) continue;
    if (typeof vectors.ready === "number") counts.ready += Math.min(vectors.ready, index.passages);
    else for (const one of vectors.ready) counts.ready += one;
  }
  return counts;
}

/** Four sums run side by side; as integers, which stay below 2^31 for any dimension under 130,000. */
function dot(query: Int8Array, codes: Int8Array, from: number): number {
  const length = query.length;
  let [a, b, c, d] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < length; at += 4) {
    a = (a + Math.imul(query[at] as number, codes[from + at] as number)) | 0;
    b = (b + Math.imul(query[at + 1] as number, codes[from + at + 1] as number)) | 0;
    c = (c + Math.imul(query[at + 2] as number, codes[from + at + 2] as number)) | 0;
    d = (d + Math.imul(query[at + 3] as number, codes[from + at + 3] as number)) | 0;
  }
  for (; at < length; at++) a = (a + Math.imul(query[at] as number, codes[from + at] as number)) | 0;
  return a + b + c + d;
}

function checkVectors({ scales, codes }: PassageVectors, { path, index }: SearchDocument, dimension: number): void {
  if (scales.length === index.passages && codes.length === index.passages * dimension) return;
  throw new FootnoteError("vector_invalid", {
    path,
    problem: `${codes.length} numbers do not make ${index.passages} vectors of ${dimension}`,
  });
}
