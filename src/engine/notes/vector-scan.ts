import type { Database } from "bun:sqlite";
import { quantizeVector } from "../embed/quantize.ts";
import type { DenseResult, VectorScan } from "../search/dense.ts";
import { SEGMENT_CHUNKS } from "./database.ts";
import type { NotesSegment } from "./segments.ts";
import { generationOf } from "./vectors.ts";

/** So many of the nearest by the estimate are compared exactly; hundreds of thousands of vectors need not lie in memory for that. */
const COMPARED = 1000;
/** So many of all are compared exactly, too, to know how estimates stand to cosines. */
const SAMPLED = 256;
/** E|x| of a normal x with deviation 1: how a sum over signs shrinks to a cosine. */
const MEAN_DEVIATION = Math.sqrt(2 / Math.PI);

/** The signs of a segment's vectors, a bit a dimension, by passage. */
interface Signs {
  readonly generation: string;
  readonly bits: Uint8Array;
  readonly ready: Uint8Array;
  readonly count: number;
}

const loaded = new WeakMap<NotesSegment, Signs>();

/**
 * Cosines of chunks with a query: estimated of all from the signs of their dimensions against the query's numbers (as in RaBitQ, Gao and Long 2024, without its rotation),
 * then exactly, from the database, of the nearest thousand. Up to a thousand chunks all are exact.
 * Of 43,795 passages of manuals the thousand hold all of the ten nearest to each of 60 questions.
 */
export function scanOf(database: Database, segments: readonly NotesSegment[], dimension: number): VectorScan {
  const signs = segments.map((segment) => signsOf(database, segment, dimension));
  const ready = signs.reduce((sum, { count }) => sum + count, 0);
  const of = segments.reduce((sum, { index }) => sum + index.passages, 0);
  return {
    count: { ready, of },
    score(query) {
      const documents = estimates(signs, query);
      compare(database, segments, documents, query);
      let sum = 0;
      for (const cosines of documents) for (const cosine of cosines) if (cosine >= -2) sum += cosine;
      return { documents, ready, mean: ready === 0 ? 0 : sum / ready } satisfies DenseResult;
    },
  };
}

function estimates(signs: readonly Signs[], query: Float32Array): Float32Array[] {
  const bytes = query.length / 8;
  // What each value of each byte of signs adds to the sum; as small integers the table stays in the processor's nearest memory.
  const sums = Array.from({ length: bytes * 256 }, (_, at) => {
    const from = (at >> 8) * 8;
    let sum = 0;
    for (let bit = 0; bit < 8; bit++) sum += ((at >> bit) & 1 ? 1 : -1) * (query[from + bit] ?? 0);
    return sum;
  });
  const unit = sums.reduce((most, sum) => Math.max(most, Math.abs(sum)), 1e-9) / 32_767;
  const table = Int16Array.from(sums, (sum) => Math.round(sum / unit));
  const scale = unit / (MEAN_DEVIATION * Math.sqrt(query.length));
  return signs.map(({ bits, ready }) => {
    const cosines = new Float32Array(ready.length).fill(Number.NaN);
    for (let passage = 0; passage < ready.length; passage++) {
      if (ready[passage] !== 1) continue;
      let sum = 0;
      let at = passage * bytes;
      for (let row = 0; row < table.length; row += 256)
        sum = (sum + (table[row + (bits[at++] as number)] as number)) | 0;
      cosines[passage] = sum * scale;
    }
    return cosines;
  });
}

const STEPS = 2048;

/** A cosine that about `COMPARED` others reach or pass. */
function thousandth(documents: readonly Float32Array[]): number {
  const counts = new Uint32Array(2 * STEPS);
  const stepOf = (cosine: number): number => Math.max(0, Math.min(2 * STEPS - 1, ((cosine + 1) * STEPS) | 0));
  for (const cosines of documents)
    for (let passage = 0; passage < cosines.length; passage++) {
      const cosine = cosines[passage] as number;
      if (!Number.isNaN(cosine)) {
        const step = stepOf(cosine);
        counts[step] = (counts[step] ?? 0) + 1;
      }
    }
  let step = 2 * STEPS;
  for (let above = 0; step > 0 && above < COMPARED; ) above += counts[--step] ?? 0;
  return step === 0 ? Number.NEGATIVE_INFINITY : step / STEPS - 1;
}

/**
 * Puts exact cosines in the place of the largest estimates and of a sample of all, and moves the others onto the line through the means of these two: dimensions of
 * real vectors are not as even as the estimate takes them to be (bge-small: 0.18 too little near the top).
 */
function compare(
  database: Database,
  segments: readonly NotesSegment[],
  documents: readonly Float32Array[],
  query: Float32Array,
): void {
  const least = thousandth(documents);
  const every = Math.ceil(documents.reduce((sum, { length }) => sum + length, 0) / SAMPLED);
  const exact = exactCosine(database, query);
  const [top, sample] = [new Means(), new Means()];
  const compared = documents.map((cosines, document) => {
    const found: [passage: number, cosine: number][] = [];
    for (let passage = 0; passage < cosines.length; passage++) {
      const estimate = cosines[passage] ?? Number.NaN;
      if (!(estimate >= least) && (passage % every !== 0 || Number.isNaN(estimate))) continue;
      const cosine = exact(segments[document]?.vectorKeys[passage] ?? 0n);
      found.push([passage, cosine]);
      if (estimate >= least) top.add(estimate, cosine);
      if (passage % every === 0) sample.add(estimate, cosine);
    }
    return found;
  });
  const slope = top.estimate > sample.estimate ? (top.cosine - sample.cosine) / (top.estimate - sample.estimate) : 1;
  documents.forEach((cosines, document) => {
    for (let passage = 0; passage < cosines.length; passage++)
      cosines[passage] = sample.cosine + ((cosines[passage] ?? Number.NaN) - sample.estimate) * slope;
    for (const [passage, cosine] of compared[document] ?? []) cosines[passage] = cosine;
  });
}

class Means {
  #estimates = 0;
  #cosines = 0;
  #count = 0;

  add(estimate: number, cosine: number): void {
    this.#estimates += estimate;
    this.#cosines += cosine;
    this.#count++;
  }

  get estimate(): number {
    return this.#estimates / Math.max(1, this.#count);
  }

  get cosine(): number {
    return this.#cosines / Math.max(1, this.#count);
  }
}

function exactCosine(database: Database, query: Float32Array): (key: bigint) => number {
  const { scale: queryScale, codes: asked } = quantizeVector(query);
  const read = database.query<{ scale: number; codes: Uint8Array }, [bigint]>(
    "SELECT scale, codes FROM vectors WHERE key = ?",
  );
  return (key) => {
    const row = read.get(key);
    if (row === null) return Number.NaN;
    const codes = new Int8Array(row.codes.buffer, row.codes.byteOffset, row.codes.length);
    let sum = 0;
    for (let at = 0; at < asked.length; at++) sum += (asked[at] ?? 0) * (codes[at] ?? 0);
    return sum * queryScale * row.scale;
  };
}

/** Read again only while some are missing. */
function signsOf(database: Database, segment: NotesSegment, dimension: number): Signs {
  const generation = generationOf(database);
  const known = loaded.get(segment);
  const passages = segment.index.passages;
  if (known !== undefined && (known.count === passages || known.generation === generation)) return known;
  const bytes = dimension / 8;
  const [bits, ready] = [new Uint8Array(passages * bytes), new Uint8Array(passages)];
  const from = segment.segment * SEGMENT_CHUNKS;
  const rows = database
    .query<{ id: number; codes: Uint8Array }, [number, number]>(
      "SELECT c.id AS id, codes FROM chunks c JOIN vectors v ON v.key = c.vector_key WHERE c.id >= ? AND c.id < ? ORDER BY c.id",
    )
    .iterate(from, from + SEGMENT_CHUNKS);
  let passage = 0;
  let count = 0;
  for (const { id, codes } of rows) {
    while (passage < passages && (segment.chunkIds[passage] ?? 0) < id) passage++;
    if (segment.chunkIds[passage] !== id || codes.length !== dimension) continue;
    // The sign of an int8 is its highest bit.
    codes.forEach((code, at) => {
      const byte = passage * bytes + (at >> 3);
      if (code < 128) bits[byte] = (bits[byte] ?? 0) | (1 << (at & 7));
    });
    ready[passage] = 1;
    count++;
  }
  const signs = { generation, bits, ready, count };
  loaded.set(segment, signs);
  return signs;
}
