import { z } from "zod";
import { type CorpusEdge, EDGE_KINDS } from "../../engine/corpus/edges.ts";
import type { Row } from "../../engine/corpus/row.ts";
import { count } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { findRow } from "../row-locator.ts";
import { EdgeSchema, edgeFields, renderEdge } from "./edge-fields.ts";
import { CitedRowSchema, citedRow, renderRow } from "./row-fields.ts";

export const corpusRefs = defineOperation({
  name: "corpus_refs",
  title: "Follow references of the cited corpus",
  description:
    "Walks edges breadth first from a row: what it depends on and refers to, what refers to it, or both. Each row that is reached has its citation, its distance, and the edge that led there; edges that lead nowhere are listed with the reason.",
  input: z.strictObject({
    start: z.string().min(1).max(4000).describe("An anchor, an id, a locator, corpus:DOC or corpus:DOC#section"),
    depth: z.int().min(0).max(20).default(1).describe("So many steps"),
    direction: z
      .enum(["from", "to", "both"])
      .default("both")
      .describe("from: what it refers to; to: what refers to it"),
    kinds: z.array(z.enum(EDGE_KINDS)).default([]).describe("Only edges of these kinds"),
    limit: z.int().min(1).max(1000).default(100).describe("At most so many rows"),
    corpus: z.string().optional().describe("Only in this corpus"),
    check: z.boolean().default(false).describe("Hold each citation against its file"),
  }),
  output: z.object({
    start: z.string(),
    rows: z.array(CitedRowSchema.extend({ distance: z.int(), by: z.string().describe("The edge that led there") })),
    edges: z.int().describe("Edges looked at"),
    unresolved: z.array(EdgeSchema),
    more: z.int().describe("Rows beyond the limit"),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["start"],
    short: { depth: "d" },
    examples: ["footnote corpus refs M-1015 --depth 3", "footnote corpus refs RFC-0007 --direction to"],
  },
  async run({ start, depth, direction, kinds, limit, corpus: name, check }, context) {
    const { row, corpus } = await findRow(start, context, name);
    const { reached, edges, unresolved } = walk(row, corpus.edges(), { depth, direction, kinds });
    return {
      start: row.anchor,
      rows: await Promise.all(
        reached
          .slice(0, limit)
          .map(async ({ row: one, distance, by }) => ({ ...(await citedRow(one, corpus, { check })), distance, by })),
      ),
      edges,
      unresolved: unresolved.map((edge) => edgeFields(edge, corpus)),
      more: Math.max(0, reached.length - limit),
    };
  },
  render: ({ rows, edges, unresolved, more }) =>
    [
      ...rows.map((row) => `${row.distance}. ${renderRow(row)}\n${row.by}`),
      ...(unresolved.length === 0
        ? []
        : [`Lead nowhere:\n${unresolved.map((edge) => `- ${renderEdge(edge)}`).join("\n")}`]),
      `${count(rows.length, "row")} by ${count(edges, "edge")}${more > 0 ? `, ${more} more` : ""}.`,
    ].join("\n\n"),
  exitCode: ({ unresolved }) => (unresolved.length === 0 ? 0 : 1),
});

interface Step {
  readonly depth: number;
  readonly direction: "from" | "to" | "both";
  readonly kinds: readonly string[];
}

interface Reached {
  readonly row: Row;
  readonly distance: number;
  readonly by: string;
}

/** Breadth first; each row once, by the first edge that leads to it. */
function walk(
  start: Row,
  all: { from(row: Row): readonly CorpusEdge[]; to(row: Row): readonly CorpusEdge[] },
  { depth, direction, kinds }: Step,
): { reached: readonly Reached[]; edges: number; unresolved: readonly CorpusEdge[] } {
  const known = new Set([start]);
  const reached: Reached[] = [{ row: start, distance: 0, by: "the start" }];
  const unresolved: CorpusEdge[] = [];
  let edges = 0;
  let frontier: readonly Row[] = [start];
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    const next: Row[] = [];
    for (const row of frontier) {
      const out = direction === "to" ? [] : all.from(row);
      const back = direction === "from" ? [] : all.to(row);
      for (const edge of [...out, ...back]) {
        if (kinds.length > 0 && !kinds.includes(edge.kind)) continue;
        edges++;
        if (edge.state === "unresolved") unresolved.push(edge);
        const other = edge.from === row ? edge.to : edge.from;
        if (other === undefined || known.has(other)) continue;
        known.add(other);
        reached.push({ row: other, distance, by: `${edge.kind}: ${edge.from.anchor} → ${edge.to?.anchor ?? ""}` });
        next.push(other);
      }
    }
    frontier = next;
  }
  return { reached, edges, unresolved };
}
