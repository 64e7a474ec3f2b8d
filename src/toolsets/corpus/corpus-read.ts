import { z } from "zod";
import type { CorpusEdge } from "../../engine/corpus/edges.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import { defineOperation } from "../operation.ts";
import { findRow } from "../row-locator.ts";
import { EdgeSchema, edgeFields, renderEdge } from "./edge-fields.ts";
import { CitedRowSchema, citedRow, renderRow } from "./row-fields.ts";

const MOST_EDGES = 50;

export const corpusRead = defineOperation({
  name: "corpus_read",
  title: "Read a row of the cited corpus",
  description:
    "Opens a row by anchor, id, locator or corpus: reference: the row as the index has it, its passage as the file has it now, whether the citation still holds (current, moved, changed, missing), its sections, and its edges both ways.",
  input: z.strictObject({
    ref: z.string().min(1).max(4000).describe("An anchor, an id, a locator, corpus:DOC or corpus:DOC#section"),
    corpus: z.string().optional().describe("Only in this corpus"),
    budget: z.int().min(200).default(12_000).describe("At most so many characters of the passage"),
    edges: z.boolean().default(true).describe("Its edges, from it and to it"),
  }),
  output: z.object({
    row: CitedRowSchema,
    how: z.string().optional().describe("By which rule it was found, where not by its own name"),
    others: z.array(CitedRowSchema).optional().describe("More rows with that id"),
    sections: z.array(CitedRowSchema).optional().describe("Sections directly in it"),
    from: z.array(EdgeSchema).optional(),
    to: z.array(EdgeSchema).optional(),
    moreEdges: z.int().optional(),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["ref"],
    examples: ["footnote corpus read RFC-0007", "footnote corpus read 'corpus:RFC-0007#limits'"],
  },
  async run({ ref, corpus: name, budget, edges }, context) {
    const { row, corpus, how } = await findRow(ref, context, name);
    const { index } = corpus;
    const others = typeof row.id === "string" ? index.withId(row.id).filter((one) => one !== row) : [];
    const sections = index.sectionsBelow(row.anchor).filter((one) => index.parentOf(one) === row);
    const plain = { check: false };
    const [from, to] = edges ? [corpus.edges().from(row), corpus.edges().to(row)] : [[], []];
    const fields = (some: readonly CorpusEdge[]) => some.slice(0, MOST_EDGES).map((edge) => edgeFields(edge, corpus));
    const more = [from, to].reduce((sum, some) => sum + Math.max(0, some.length - MOST_EDGES), 0);
    return {
      row: await citedRow(row, corpus, { check: true, full: true, passage: budget }),
      ...(how === undefined ? {} : { how }),
      ...(others.length === 0 ? {} : { others: await Promise.all(others.map((one) => citedRow(one, corpus, plain))) }),
      ...(sections.length === 0
        ? {}
        : { sections: await Promise.all(sections.map((one) => citedRow(one, corpus, plain))) }),
      ...(edges ? { from: fields(from), to: fields(to) } : {}),
      ...(more === 0 ? {} : { moreEdges: more }),
    };
  },
  render({ row, how, others = [], sections = [], from = [], to = [], moreEdges = 0 }) {
    const part = (title: string, lines: readonly string[]) =>
      lines.length === 0 ? [] : [`${title}\n${lines.map((line) => `- ${line}`).join("\n")}`];
    const short = ({ title, file, line }: typeof row) =>
      `${escapeMarkdown(title)} (${escapeMarkdown(file)}, line ${line})`;
    return [
      renderRow(row),
      ...(how === undefined ? [] : [`Found ${escapeMarkdown(how)}.`]),
      ...part("Also with that id:", others.map(short)),
      ...part("Sections:", sections.map(short)),
      ...part(
        "It refers to:",
        from.map((edge) => renderEdge(edge, "from")),
      ),
      ...part(
        "It is referred to by:",
        to.map((edge) => renderEdge(edge, "to")),
      ),
      ...(moreEdges === 0 ? [] : [`${moreEdges} more edges: see corpus_refs.`]),
    ].join("\n\n");
  },
  exitCode: ({ row }) => (row.check?.verdict === "missing" || row.check?.verdict === "changed" ? 1 : 0),
});
