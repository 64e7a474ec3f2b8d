import { z } from "zod";
import { type CorpusEdge, EDGE_KINDS } from "../../engine/corpus/edges.ts";
import type { Corpus } from "../../engine/corpus/live-corpus.ts";
import type { Row } from "../../engine/corpus/row.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import { formatRowLocator } from "../row-locator.ts";

const EndSchema = z.object({
  anchor: z.string(),
  title: z.string(),
  kind: z.string(),
  file: z.string(),
  line: z.int(),
  locator: z.string(),
});

/** An edge of the corpus: who refers to what, and whether that leads anywhere. */
export const EdgeSchema = z.object({
  kind: z
    .enum(EDGE_KINDS)
    .describe(
      "depends_on, doc_refs and epic are declared; supersedes, superseded_by, link and mention were found in the text",
    ),
  from: EndSchema,
  to: EndSchema.optional(),
  reference: z.string().describe("As it is written"),
  state: z.enum(["row", "source", "sibling", "unresolved"]).describe("source: a file that is there"),
  how: z.string().optional(),
});

export function edgeFields(
  { kind, from, to, reference, state, how }: CorpusEdge,
  corpus: Corpus,
): z.output<typeof EdgeSchema> {
  const end = ({ anchor, title, kind: own, file, line }: Row) => ({
    anchor,
    title,
    kind: own,
    file,
    line,
    locator: formatRowLocator(corpus.name, anchor),
  });
  return {
    kind,
    from: end(from),
    ...(to === undefined ? {} : { to: end(to) }),
    reference,
    state,
    ...(how === undefined ? {} : { how }),
  };
}

/** An edge as one line; of the row that it is told of (`side`) only the other end is shown. */
export function renderEdge(
  { kind, from, to, reference, state, how }: z.output<typeof EdgeSchema>,
  side?: "from" | "to",
): string {
  const place = ({ title, file, line }: z.output<typeof EndSchema>) => `${title} (${file}, line ${line})`;
  const target = to === undefined ? `${reference}: ${state}` : place(to);
  const shown = side === "from" ? target : side === "to" ? place(from) : `${from.title} → ${target}`;
  return escapeMarkdown(`${kind}: ${shown}${how === undefined ? "" : `; ${how}`}`);
}
