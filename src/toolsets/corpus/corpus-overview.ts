import { z } from "zod";
import { textOf } from "../../engine/corpus/row.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import { corporaOf } from "../corpora.ts";
import { count } from "../markdown.ts";
import { defineOperation } from "../operation.ts";

const Counts = z.record(z.string(), z.int());
const MOST_FLAGGED = 50;

export const corpusOverview = defineOperation({
  name: "corpus_overview",
  title: "What the cited corpus holds",
  description:
    "Lists the corpora that are served, each with its rows by family, kind and status, its epics, how it was made, what its builder could not place, and whether it could be read again after its last change.",
  input: z.strictObject({ corpus: z.string().optional().describe("Only this corpus") }),
  output: z.object({
    corpora: z.array(
      z.object({
        name: z.string(),
        index: z.string(),
        repository: z.string().optional(),
        rows: z.int(),
        files: z.int(),
        sha256: z.string().describe("Of the index's bytes"),
        digests: z.int().describe("Rows with a digest, by which a citation is held against its file"),
        generated: z.string().optional(),
        families: Counts,
        unknownFamilies: z.array(z.string()).optional().describe("Families that no reader of such indices knows"),
        kinds: Counts,
        statuses: Counts,
        epics: Counts,
        siblings: z.array(z.unknown()),
        flagged: z.array(z.unknown()).describe(`What the builder could not place; at most ${MOST_FLAGGED}`),
        flaggedCount: z.int(),
        reloadError: z.string().optional(),
      }),
    ),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: [], examples: ["footnote corpus overview"] },
  async run({ corpus: name }, context) {
    const corpora = await corporaOf(context, name);
    return {
      corpora: corpora.map(({ name: own, index, repository, reloadError }) => {
        const { rows } = index;
        const root = repository()?.root;
        const families = tally(rows.map(({ family }) => family));
        const unknown = Object.keys(families).filter((family) => !KNOWN.has(family));
        return {
          name: own,
          index: index.path,
          ...(root === undefined ? {} : { repository: root }),
          rows: rows.length,
          files: new Set(rows.map(({ file }) => file)).size,
          sha256: index.sha256,
          digests: rows.filter(({ digest }) => typeof digest === "string").length,
          ...(index.generated === undefined ? {} : { generated: index.generated }),
          families,
          ...(unknown.length === 0 ? {} : { unknownFamilies: unknown }),
          kinds: tally(rows.map(({ kind }) => kind)),
          statuses: tally(rows.flatMap((row) => textOf(row, "status") ?? [])),
          epics: tally(rows.flatMap((row) => textOf(row, "epic") ?? [])),
          siblings: [...index.siblings],
          flagged: index.flagged.slice(0, MOST_FLAGGED),
          flaggedCount: index.flagged.length,
          ...(reloadError === undefined ? {} : { reloadError }),
        };
      }),
    };
  },
  render: ({ corpora }) =>
    corpora
      .map(({ name, rows, files, families, kinds, statuses, unknownFamilies = [], flaggedCount, reloadError }) =>
        [
          `**${escapeMarkdown(name)}**: ${count(rows, "row")} of ${count(files, "file")}, ${flaggedCount} flagged`,
          `Families: ${shown(families)}`,
          ...(unknownFamilies.length === 0
            ? []
            : [`Not known to other readers: ${escapeMarkdown(unknownFamilies.join(", "))}`]),
          `Kinds: ${shown(kinds)}`,
          `Statuses: ${shown(statuses)}`,
          ...(reloadError === undefined
            ? []
            : [`The index changed and could not be read: ${escapeMarkdown(reloadError)}`]),
        ].join("\n"),
      )
      .join("\n\n"),
  exitCode: () => 0,
});

const KNOWN: ReadonlySet<string> = new Set(["doc", "research", "issue", "changelog", "skill"]);

/** Counts, the most frequent first. */
function tally(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, most], [b, least]) => least - most || (a < b ? -1 : 1)));
}

function shown(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts);
  const first = entries.slice(0, 20).map(([name, number]) => `${escapeMarkdown(name)} ${number}`);
  return first.join(", ") + (entries.length > 20 ? ` and ${entries.length - 20} more` : "") || "none";
}
