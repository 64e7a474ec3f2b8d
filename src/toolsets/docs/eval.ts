import { basename } from "node:path";
import { z } from "zod";
import { RefusalSchema } from "../../engine/answers.ts";
import { readBaseline, regressions } from "../../engine/evaluate/baseline.ts";
import { citedText } from "../../engine/evaluate/cited-text.ts";
import { type Answer, judge, measuresOf } from "../../engine/evaluate/measures.ts";
import { type QueryCase, readQueries } from "../../engine/evaluate/queries.ts";
import { SEARCH_MODES, type SearchMode } from "../../engine/search/outcome.ts";
import { search } from "../../engine/search/search.ts";
import type { Context } from "../context.ts";
import { table } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { renderRefusal } from "../render-refusal.ts";

import { openScope, refuseEmpty, type Scope, ScopeField } from "./scope.ts";

const MODES = ["all", ...SEARCH_MODES] as const;
/** VERA's names, which its reports and scripts have. */
const VERA_NAMES: Readonly<Record<SearchMode, string>> = { dense: "semantic", lexical: "keyword", hybrid: "hybrid" };

const QuerySchema = z.object({
  query: z.string(),
  note: z.string(),
  hit: z.boolean(),
  rank: z.int().nullable().describe("Place of the first right answer, from 1"),
  ndcg: z.number(),
  recall: z.number(),
  citationAccuracy: z.number().nullable(),
  topScore: z.number().nullable(),
  topPage: z.int().nullable(),
});

const ReportSchema = z.object({
  mode: z.string().describe("semantic, keyword or hybrid"),
  topK: z.int(),
  total: z.int(),
  hits: z.int(),
  hitRate: z.number(),
  mrr: z.number().describe("Mean reciprocal rank"),
  ndcg: z.number().describe("nDCG@k"),
  recall: z.number().describe("Recall@k over the expected pages"),
  citationAccuracy: z
    .number()
    .nullable()
    .describe("Share of answers with the expected terms whose cited boxes really hold them; null: none to judge"),
  queries: z.array(QuerySchema),
});

export const evaluate = defineOperation({
  name: "eval",
  title: "Measure how well questions are answered",
  description:
    "Runs queries whose right answers are known and measures hit rate, MRR, nDCG, recall and citation accuracy. Query files are VERA's: a JSON or YAML list of {query, expected_pages, expected_terms, note}, and expected_source where several documents are searched. With a baseline, what got worse is told and the exit code is 1.",
  input: z.strictObject({
    queries: z.string().min(1).describe("JSON or YAML file with the queries"),
    in: ScopeField,
    mode: z.enum(MODES).default("all").describe("lexical, dense, hybrid, or all three"),
    topK: z.int().min(1).max(100).default(5).describe("So many results count"),
    floor: z.boolean().default(true).describe("Refuse when nothing really answers, as search does"),
    baseline: z.string().min(1).optional().describe("An earlier report (--json) to compare with"),
    maxDrop: z.number().min(0).max(1).default(0).describe("A measure may be lower than in the baseline by this much"),
  }),
  output: z.object({
    queriesFile: z.string().optional(),
    reports: z.array(ReportSchema).optional(),
    regressions: z
      .array(z.object({ mode: z.string(), measure: z.string(), before: z.number(), now: z.number() }))
      .optional()
      .describe("What is worse than in the baseline"),
    refusal: RefusalSchema.optional(),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli"],
  commandLine: {
    positionals: ["queries"],
    examples: [
      "footnote eval questions.json --in manual.pdf",
      "footnote eval questions.yaml --mode hybrid --baseline before.json --max-drop 0.01",
    ],
  },
  async run(input, context) {
    const path = context.roots.resolve(input.queries, context.cwd);
    const cases = readQueries(context.roots.read(path, context.cwd), input.queries);
    const before =
      input.baseline === undefined
        ? undefined
        : readBaseline(context.roots.read(input.baseline, context.cwd), input.baseline);
    const scope = await openScope(input.in, context);
    const empty = refuseEmpty(scope, { library: (await context.library()).folder, in: input.in });
    if (empty !== undefined) return { refusal: empty };
    const reports: z.input<typeof ReportSchema>[] = [];
    for (const mode of input.mode === "all" ? (["dense", "lexical", "hybrid"] as const) : [input.mode]) {
      const results = [];
      for (const asked of cases)
        results.push(judge(asked, await answersTo(asked, scope, mode, input, context), input.topK));
      reports.push({ mode: VERA_NAMES[mode], topK: input.topK, ...measuresOf(results), queries: results });
    }
    return {
      queriesFile: input.queries,
      reports,
      ...(before === undefined ? {} : { regressions: regressions(before, reports, input.maxDrop) }),
    };
  },
  render({ reports = [], regressions: worse, refusal }) {
    if (refusal !== undefined) return renderRefusal(refusal);
    const measures = table(
      ["mode", "hits", "hit rate", "MRR", "nDCG", "recall", "citations"],
      reports.map(({ mode, hits, total, hitRate, mrr, ndcg, recall, citationAccuracy }) => [
        mode,
        `${hits}/${total}`,
        ...[hitRate, mrr, ndcg, recall].map((value) => value.toFixed(3)),
        citationAccuracy === null ? "–" : citationAccuracy.toFixed(3),
      ]),
    );
    const misses = reports.flatMap(({ mode, queries }) =>
      queries.filter(({ hit }) => !hit).map(({ query }) => `Miss (${mode}): ${query}`),
    );
    const drops = (worse ?? []).map(
      ({ mode, measure, before, now }) => `Worse (${mode}): ${measure} ${before.toFixed(3)} → ${now.toFixed(3)}`,
    );
    const verdict = worse?.length === 0 ? ["Nothing is worse than in the baseline."] : drops;
    return [measures, misses.join("\n"), verdict.join("\n")].filter((part) => part !== "").join("\n\n");
  },
  exitCode({ reports = [], regressions: worse, refusal }) {
    if (refusal !== undefined) return 1;
    if (worse !== undefined) return worse.length === 0 ? 0 : 1;
    return reports.every(({ hits, total }) => hits === total) ? 0 : 1;
  },
});

async function answersTo(
  asked: QueryCase,
  { documents }: Scope,
  mode: SearchMode,
  { topK, floor }: { readonly topK: number; readonly floor: boolean },
  context: Context,
): Promise<Answer[]> {
  const wantsVectors = mode !== "lexical" && documents.some(({ modelSha256 }) => modelSha256 !== undefined);
  const { hits } = await search(
    documents,
    { text: asked.query, mode, limit: topK, floor },
    wantsVectors ? await context.embedder() : undefined,
  );
  return hits.flatMap(({ document: at, passage: index, score }) => {
    const document = documents[at];
    const passage = document?.passages[index];
    if (document === undefined || passage === undefined) return [];
    return [
      {
        text: document.passageText(index),
        firstPage: passage.firstPage,
        lastPage: passage.lastPage,
        score,
        source: document.folio.meta.fileName ?? basename(document.path),
        cited: () => citedText(document, passage.spans),
      },
    ];
  });
}
