import { z } from "zod";
import { EvidenceSchema, RefusalSchema } from "../../engine/answers.ts";
import { PASSAGE_KINDS } from "../../engine/document.ts";
import { SEARCH_MODES, type SearchOutcome } from "../../engine/search/outcome.ts";
import { search as rank } from "../../engine/search/search.ts";
import type { Context } from "../context.ts";
import { count } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { renderRefusal } from "../render-refusal.ts";
import { withElement } from "./element-locator.ts";
import { PageRangeField } from "./page-range.ts";
import { renderEvidence } from "./render.ts";
import { withRow } from "./row-place.ts";
import { openScope, refuseEmpty, type Scope, ScopeField, SkippedSchema } from "./scope.ts";
import { hitEvidence } from "./search-evidence.ts";

const InputSchema = z.strictObject({
  query: z.string().min(1).max(2000).describe('What to find: words, "exact phrases", -excluded words'),
  in: ScopeField,
  mode: z.enum(SEARCH_MODES).default("hybrid").describe("lexical: by words; dense: by meaning; hybrid: both"),
  limit: z.int().min(1).max(100).default(10).describe("At most so many results"),
  cursor: z.string().optional().describe("Goes on after an earlier answer to the same query"),
  path: z
    .array(z.string())
    .default([])
    .describe("Only documents with this path, below this folder, or matching this glob"),
  pages: PageRangeField.optional().describe("Only these physical pages: 12 or 12-40"),
  where: z
    .array(z.string())
    .default([])
    .describe("Only documents with this metadata: key=value (title, fileName, mediaType, language)"),
  kinds: z.array(z.enum(PASSAGE_KINDS)).default([]).describe("Only passages of this kind"),
  context: z.int().min(0).max(5).default(0).describe("So many passages before and after each result, too"),
  perDocument: z
    .int()
    .min(0)
    .default(5)
    .describe("At most so many results of one document where several are searched; 0: no limit"),
  snippet: z.int().min(80).default(1600).describe("At most so many characters of a passage, around its matches"),
  budget: z.int().min(200).default(16_000).describe("At most so many characters of text in all"),
  floor: z.boolean().default(true).describe("Refuse when nothing really answers"),
});

const OutputSchema = z.object({
  results: z.array(EvidenceSchema).optional(),
  lane: z.enum(SEARCH_MODES).optional().describe("What was really searched by"),
  vectors: z
    .object({ ready: z.int(), of: z.int() })
    .optional()
    .describe("Passages that can be found by meaning so far"),
  more: z.int().optional().describe("Results after these"),
  cursor: z.string().optional(),
  shown: z.string().optional().describe("How many results fitted into the budget"),
  missing: z.array(z.string()).optional().describe("Words of the query that stand nowhere"),
  skipped: z.array(SkippedSchema).optional().describe("Documents that could not be looked into"),
  refusal: RefusalSchema.optional(),
});

export const search = defineOperation({
  name: "search",
  title: "Search for evidence",
  description:
    "Finds passages that answer a query, in the whole library or in given documents. Each result says where it stands (file, page, heading, boxes) and has a locator that opens it again. When nothing answers, the result is a refusal with its reason: then the documents do not say it.",
  input: InputSchema,
  output: OutputSchema,
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["query"],
    short: { limit: "n", mode: "m", context: "c" },
    examples: [
      'footnote search "parking spaces per dwelling"',
      "footnote search 'O_RDWR \"read only\"' --in manual.pdf --pages 100-200",
      "footnote search 'tax -income' --where language=en --mode lexical -n 5",
    ],
  },
  async run(input, context) {
    const scope = await openScope(input.in, context);
    const empty = refuseEmpty(scope, { library: (await context.library()).folder, in: input.in });
    if (empty !== undefined) return { refusal: empty };
    const outcome = await ask(scope, input, input.limit, context);
    if (outcome.refusal !== undefined) return { ...told(outcome, scope), refusal: outcome.refusal };
    const evidence = await Promise.all(
      outcome.hits.map((hit, index) => {
        const document = scope.documents[hit.document];
        const found = hitEvidence(scope, outcome, hit, { ...input, id: `e${index + 1}` });
        return withRow(withElement(found, document, context), document, context);
      }),
    );
    const fitting = countFitting(
      evidence.map(({ text }) => text.length),
      input.budget,
    );
    if (fitting === evidence.length) return { results: evidence, ...told(outcome, scope) };
    // Asked again for just what fits, so that the cursor goes on after it.
    const cut = await ask(scope, input, fitting, context);
    return { results: evidence.slice(0, fitting), ...told(cut, scope), shown: `${fitting} of ${evidence.length}` };
  },
  render(output) {
    if (output.refusal !== undefined) return renderRefusal(output.refusal);
    const results = (output.results ?? []).map((evidence, index) => `${index + 1}. ${renderEvidence(evidence)}`);
    return [...results, summary(output)].join("\n\n");
  },
  exitCode: (output) => (output.refusal === undefined ? 0 : 1),
});

type Input = z.output<typeof InputSchema>;

async function ask(scope: Scope, input: Input, limit: number, context: Context): Promise<SearchOutcome> {
  const { pages } = input;
  const wantsVectors =
    input.mode !== "lexical" && scope.documents.some((document) => document.modelSha256 !== undefined);
  return rank(
    scope.documents,
    {
      text: input.query,
      mode: input.mode,
      limit,
      cursor: input.cursor,
      perDocument: input.perDocument,
      floor: input.floor,
      filters: { paths: input.path, pages: pages && [pages.first, pages.last], where: input.where, kinds: input.kinds },
    },
    wantsVectors ? await context.embedder() : undefined,
  );
}

function told({ lane, vectors, more, cursor, missing }: SearchOutcome, scope: Scope) {
  return {
    lane,
    vectors,
    more,
    ...(cursor === undefined ? {} : { cursor }),
    ...(missing.length === 0 ? {} : { missing: [...missing] }),
    ...(scope.skipped.length === 0 ? {} : { skipped: [...scope.skipped] }),
  };
}

/** How many texts fit a budget; always at least one. */
function countFitting(lengths: readonly number[], budget: number): number {
  let used = 0;
  const over = lengths.findIndex((length) => {
    used += length;
    return used > budget;
  });
  return over < 0 ? lengths.length : Math.max(1, over);
}

function summary({
  results = [],
  more = 0,
  cursor,
  lane,
  vectors,
  shown,
  missing,
  skipped,
}: z.output<typeof OutputSchema>): string {
  const partial =
    vectors !== undefined && vectors.ready < vectors.of
      ? `, vectors for ${vectors.ready} of ${vectors.of} passages`
      : "";
  return [
    `${count(results.length, "result")}, ${lane}${partial}${more > 0 ? `, ${more} more` : ""}.`,
    shown === undefined ? "" : `Shown: ${shown}, as the budget allows.`,
    cursor === undefined ? "" : `Go on: --cursor ${cursor}`,
    missing === undefined ? "" : `Nowhere: ${missing.join(", ")}.`,
    skipped === undefined ? "" : `${count(skipped.length, "document")} could not be looked into; see \`status\`.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}
