import { z } from "zod";
import { RefusalSchema } from "../../engine/answers.ts";
import { search } from "../../engine/search/search.ts";
import { rankedValues } from "../../engine/values/ranked-values.ts";
import { count } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { renderRefusal } from "../render-refusal.ts";
import { EntrySchema, entryFields, ProjectField, projectOf, renderEntry } from "./entry-fields.ts";

export const valueSearch = defineOperation({
  name: "value_search",
  title: "Search recorded values",
  description:
    "Finds recorded values by words: pieces of keys, descriptions, units, runs. Each is given as it is printed, with the run that made it and whether that is still fresh; a refusal when no value is about it.",
  input: z.strictObject({
    query: z.string().min(1).max(500).describe("Words"),
    limit: z.int().min(1).max(100).default(10).describe("At most so many"),
    project: ProjectField,
  }),
  output: z.object({
    keys: z.array(EntrySchema).optional(),
    more: z.int().optional(),
    refusal: RefusalSchema.optional(),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: ["query"], short: { limit: "n" }, examples: ['footnote value search "resnet accuracy"'] },
  async run({ query, limit, project: named }, context) {
    const project = projectOf(named, context);
    const asksForParts = PART_WORDS.test(query);
    // Cells are found by their table, parts by their value, unless they are asked for.
    const entries = [...project.entries.values()].filter(
      ({ kind }) => kind !== "table-cell" && kind !== "element" && (kind !== "stat-field" || asksForParts),
    );
    const document = rankedValues(entries, project.root);
    const outcome = await search([document], { text: query, mode: "lexical", limit });
    if (outcome.refusal !== undefined) {
      const remedy = "List what there is with value_list, or use words of the keys.";
      return { refusal: { ...outcome.refusal, remedy } };
    }
    const places = outcome.hits.flatMap(({ passage, alsoIn }) => [passage, ...alsoIn.map((twin) => twin.passage)]);
    const found = places.flatMap((at) => entries[at] ?? []);
    return {
      keys: found.slice(0, limit).map((entry) => entryFields(entry, project)),
      more: outcome.more + Math.max(0, found.length - limit),
    };
  },
  render({ keys = [], more = 0, refusal }) {
    if (refusal !== undefined) return renderRefusal(refusal);
    return [
      ...keys.map((entry) => `- ${renderEntry(entry)}`),
      `${count(keys.length, "key")}${more > 0 ? `, ${more} more` : ""}.`,
    ].join("\n");
  },
  exitCode: ({ refusal }) => (refusal === undefined ? 0 : 1),
});

const PART_WORDS =
  /\b(?:mean|std|stdev|n|ci95|min|max|deviation|average|avg|count|seeds?|confidence|interval|minimum|maximum)\b/i;
