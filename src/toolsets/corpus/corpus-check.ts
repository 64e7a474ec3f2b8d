import { z } from "zod";
import { checkRow, ROW_VERDICTS } from "../../engine/corpus/check.ts";
import { corporaOf } from "../corpora.ts";
import { count } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { EdgeSchema, edgeFields, renderEdge } from "./edge-fields.ts";
import { type CitedRow, CitedRowSchema, citedRow, renderRow } from "./row-fields.ts";

export const corpusCheck = defineOperation({
  name: "corpus_check",
  title: "Check the citations of the corpus",
  description:
    "Holds every row of an index against its file as it is now, and follows every edge: which citations are current, moved, changed or missing, and which references lead nowhere. Exit code 1 where any is not current.",
  input: z.strictObject({
    corpus: z.string().optional().describe("Only this corpus"),
    edges: z.boolean().default(true).describe("Follow references, too"),
    limit: z.int().min(1).max(10_000).default(50).describe("List at most so many of each"),
  }),
  output: z.object({
    rows: z.int(),
    verdicts: z.record(z.enum(ROW_VERDICTS), z.int()),
    notCurrent: z.array(CitedRowSchema),
    edges: z.int(),
    unresolvedCount: z.int(),
    unresolved: z.array(EdgeSchema),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: [], examples: ["footnote corpus check", "footnote corpus check --no-edges"] },
  async run({ corpus: name, edges, limit }, context) {
    const verdicts = { current: 0, moved: 0, changed: 0, missing: 0, unknown: 0 };
    const notCurrent: CitedRow[] = [];
    const unresolved: z.output<typeof EdgeSchema>[] = [];
    let [rows, followed, lost] = [0, 0, 0];
    for (const corpus of await corporaOf(context, name)) {
      const { index } = corpus;
      for (const row of index.rows) {
        context.signal.throwIfAborted();
        rows++;
        const { verdict } = await checkRow(row, index, corpus.repository());
        verdicts[verdict]++;
        if (verdict !== "current" && notCurrent.length < limit)
          notCurrent.push(await citedRow(row, corpus, { check: true }));
      }
      if (!edges) continue;
      for (const edge of corpus.edges().all()) {
        followed++;
        if (edge.state !== "unresolved") continue;
        lost++;
        if (unresolved.length < limit) unresolved.push(edgeFields(edge, corpus));
      }
    }
    return { rows, verdicts, notCurrent, edges: followed, unresolvedCount: lost, unresolved };
  },
  render: ({ rows, verdicts, notCurrent, edges, unresolvedCount, unresolved }) =>
    [
      ...notCurrent.map((row) => renderRow(row)),
      ...(unresolved.length === 0 ? [] : [unresolved.map((edge) => `- ${renderEdge(edge)}`).join("\n")]),
      `${count(rows, "row")}: ${Object.entries(verdicts)
        .filter(([, number]) => number > 0)
        .map(([verdict, number]) => `${number} ${verdict}`)
        .join(", ")}. ${count(edges, "edge")}, ${unresolvedCount} lead nowhere.`,
    ].join("\n\n"),
  exitCode: ({ rows, verdicts, unresolvedCount }) => (verdicts.current === rows && unresolvedCount === 0 ? 0 : 1),
});
