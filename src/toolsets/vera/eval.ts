import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Answer, judge, measuresOf } from "../../engine/evaluate/measures.ts";
import { type QueryCase, readQueries } from "../../engine/evaluate/queries.ts";
import type { Context } from "../context.ts";
import { refusal } from "./refusal.ts";
import { type ChunkSearch, searchArchive, searchFolder } from "./search-chunks.ts";
import type { VeraMode } from "./strict-ranking.ts";

/** What VERA's `eval` reports, mode by mode. */
export interface VeraEvaluation {
  readonly file: string;
  readonly queries_file: string;
  readonly reports: readonly {
    readonly mode: VeraMode;
    readonly top_k: number;
    readonly total: number;
    readonly hits: number;
    readonly hit_rate: number;
    readonly mrr: number;
    readonly queries: readonly {
      readonly query: string;
      readonly note: string;
      readonly hit: boolean;
      readonly rank: number | null;
      readonly top_score: number | null;
      readonly top_page: number | null;
    }[];
  }[];
}

/** Runs the cases of a query file against an archive, or the archives of a folder. Throws queries_invalid and what a search does. */
export async function evaluateVera(
  file: string,
  queriesFile: string,
  how: { readonly modes: readonly VeraMode[]; readonly topK: number; readonly strict: boolean },
  context: Context,
): Promise<VeraEvaluation> {
  if (how.topK < 0) throw refusal("top_k must be non-negative");
  const path = context.roots.resolve(queriesFile, context.cwd);
  const cases = readQueries(context.roots.read(path, context.cwd), queriesFile);
  const reports = [];
  for (const mode of how.modes) {
    const results = [];
    for (const asked of cases)
      results.push(judge(asked, await answers(file, asked, mode, how, context), Math.max(1, how.topK)));
    const { total, hits, hitRate, mrr } = measuresOf(results);
    const queries = results.map(({ query, note, hit, rank, topScore, topPage }) => ({
      query,
      note,
      hit,
      rank,
      top_score: topScore,
      top_page: topPage,
    }));
    reports.push({ mode, top_k: how.topK, total, hits, hit_rate: hitRate, mrr, queries });
  }
  return { file, queries_file: queriesFile, reports };
}

async function answers(
  file: string,
  { query }: QueryCase,
  mode: VeraMode,
  { topK, strict }: { readonly topK: number; readonly strict: boolean },
  context: Context,
): Promise<Answer[]> {
  const asked: ChunkSearch = { query, mode, topK, strict, contextChunks: 0, figures: false, regions: false, where: {} };
  const isFolder = statSync(resolve(context.cwd, file), { throwIfNoEntry: false })?.isDirectory() ?? false;
  const { results } = isFolder
    ? await searchFolder(file, { recursive: true, excludes: [], includes: [] }, asked, context)
    : await searchArchive(file, asked, context);
  return results.map(({ text, page_start, page_end, score, source_filename }) => ({
    text: String(text),
    firstPage: typeof page_start === "number" ? page_start : null,
    lastPage: typeof page_end === "number" ? page_end : null,
    score: Number(score),
    source: String(source_filename),
  }));
}
