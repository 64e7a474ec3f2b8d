/**
 * Retrieval quality on a BEIR-shaped collection (corpus.jsonl, queries.jsonl, qrels.tsv): nDCG@10 and recall@100 of each lane, with 95 %
 * bootstrap intervals, and paired differences to hybrid. Usage: bun run bench:retrieval FOLDER, or FOOTNOTE_SCIFACT=FOLDER.
 * The first run embeds the collection (minutes); vectors stay in .cache/retrieval, keyed by the model.
 */
import { parseArgs } from "node:util";
import type { SearchDocument } from "../src/engine/search/document.ts";
import { SEARCH_MODES, type SearchMode } from "../src/engine/search/outcome.ts";
import { search } from "../src/engine/search/search.ts";
import { type Collection, embedCollection, readCollection, type Vectors } from "./retrieval-data.ts";
import { collectionDocument } from "./retrieval-document.ts";
import { interval, ndcg, recall } from "./retrieval-measures.ts";

const DEPTH = 100;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { lexical: { type: "boolean" } } });
const folder = positionals[0] ?? process.env["FOOTNOTE_SCIFACT"];
if (folder === undefined) throw new Error("Give the folder of a collection, or set FOOTNOTE_SCIFACT.");

const collection = readCollection(folder);
const vectors = values.lexical === true ? undefined : await embedCollection(collection);
const document = collectionDocument(collection, vectors?.documents);

const rows = new Map<SearchMode, number[]>();
console.log(`${collection.documents.length} documents, ${collection.queries.length} queries\n`);
console.log("| lane | nDCG@10 | recall@100 | refused | p50 ms |\n|---|---|---|---|---|");
for (const mode of vectors === undefined ? (["lexical"] as const) : SEARCH_MODES) {
  const { gains, recalls, refused, times } = await run(mode, collection, document, vectors);
  rows.set(mode, gains);
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  console.log(`| ${mode} | ${interval(gains)} | ${interval(recalls)} | ${refused} | ${median.toFixed(1)} |`);
}
const hybrid = rows.get("hybrid") ?? [];
for (const mode of ["lexical", "dense"] as const) {
  const other = rows.get(mode) ?? [];
  if (hybrid.length === 0) break;
  console.log(`\nhybrid − ${mode}, paired: ${interval(hybrid.map((gain, at) => gain - (other[at] ?? 0)))}`);
}

/** `refused` counts the questions that the relevance floor would turn away, all of which have an answer; ranks are taken without it. */
async function run(mode: SearchMode, { queries }: Collection, one: SearchDocument, embedded: Vectors | undefined) {
  const result = { gains: [] as number[], recalls: [] as number[], refused: 0, times: [] as number[] };
  for (const [at, { text, relevant }] of queries.entries()) {
    const embedder = {
      model: { name: "cached-en", sha256: "cached", dimension: 384 },
      denseWeight: 0.6,
      embedQuery: async () => embedded?.queries[at] ?? new Float32Array(),
    };
    const query = { text, mode, limit: DEPTH };
    const from = performance.now();
    const { hits } = await search([one], { ...query, floor: false }, embedder);
    result.times.push(performance.now() - from);
    const ranked = hits.map(({ passage }) => relevant.has(one.headingPath(passage)[0] ?? ""));
    result.gains.push(ndcg(ranked.slice(0, 10), relevant.size));
    result.recalls.push(recall(ranked, relevant.size));
    if ((await search([one], query, embedder)).refusal !== undefined) result.refused++;
  }
  return result;
}
