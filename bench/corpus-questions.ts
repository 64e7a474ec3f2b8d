/**
 * Questions with known rows (corpus-questions.tsv) asked of a real index of 5,652 rows: how often the row comes first, and among the first five, by text search of the tero surface and by
 * corpus_search in its three modes. What the originals call the gate of Layer 2: meaning is worth its name where its rate at 1 is more than a fifth above that of text search.
 * Usage: bun run bench:corpus-questions
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { loadCorpus } from "../src/engine/corpus/load.ts";
import { runQuery } from "../src/engine/corpus/query.ts";
import { rankedRows, withVectors } from "../src/engine/corpus/ranked-rows.ts";
import { RowVectors } from "../src/engine/corpus/row-vectors.ts";
import { openEmbedder } from "../src/engine/embed/open.ts";
import { search } from "../src/engine/search/search.ts";
import { ROW_DENSE_WEIGHT } from "../src/toolsets/corpora.ts";

const FIXTURE = resolve(import.meta.dir, "../test/fixtures/corpus/mycelium-index.json.gz");
const KEPT = resolve(import.meta.dir, "../.cache/corpus-vectors.db");
const scratch = mkdtempSync(join(tmpdir(), "footnote-corpus-questions-"));
const questions = readFileSync(join(import.meta.dir, "corpus-questions.tsv"), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [question = "", anchors = ""] = line.split("\t");
    return { question, anchors: new Set(anchors.split(",")) };
  });
try {
  const path = join(scratch, "index.json");
  writeFileSync(path, Bun.gunzipSync(readFileSync(FIXTURE)));
  const index = loadCorpus(path);
  for (const { anchors } of questions) for (const anchor of anchors) if (index.at(anchor) === undefined) throw new Error(`no row ${anchor}`);
  const embedder = await openEmbedder({});
  const vectors = new RowVectors(KEPT);
  await vectors.fill(index, embedder, new AbortController().signal, () => {});
  const document = withVectors(rankedRows(index), vectors.of(index, embedder.model), embedder.model.sha256);
  const weighted = { model: embedder.model, denseWeight: ROW_DENSE_WEIGHT, embedQuery: (text: string) => embedder.embedQuery(text) };
  const anchorOf = (at: number): string => index.rows[at]?.anchor ?? "";
  const own = (mode: "lexical" | "dense" | "hybrid", floor: boolean) => async (text: string) => {
    const { hits } = await search([document], { text, mode, limit: 5, floor }, mode === "lexical" ? undefined : weighted);
    return hits.map(({ passage }) => anchorOf(passage));
  };
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}, load ${loadavg()[0]?.toFixed(2)}; ${questions.length} questions, ${index.rows.length} rows`);
  await row("text search (tero)", async (value) => {
    const found = runQuery(index, { kind: "text", value });
    return found.kind === "answer" ? found.items.slice(0, 5).map(({ anchor }) => anchor) : [];
  });
  await row("corpus_search, words", own("lexical", false));
  await row("corpus_search, meaning", own("dense", false));
  await row("corpus_search, both", own("hybrid", false));
  await row("corpus_search, both, with refusals", own("hybrid", true));
  await embedder.close();
} finally {
  rmSync(scratch, { recursive: true });
}

async function row(name: string, ask: (question: string) => Promise<readonly string[]>): Promise<void> {
  const times: number[] = [];
  let [first, five, none] = [0, 0, 0];
  await ask(questions[0]?.question ?? "");
  for (const { question, anchors } of questions) {
    const began = performance.now();
    const found = await ask(question);
    times.push(performance.now() - began);
    if (anchors.has(found[0] ?? "")) first++;
    if (found.some((anchor) => anchors.has(anchor))) five++;
    if (found.length === 0) none++;
  }
  const median = times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
  console.log(`${name.padEnd(36)} right at 1 ${first}/${questions.length}, in 5 ${five}/${questions.length}, refused ${none}; p50 ${median.toFixed(1)} ms`);
}
