import { z } from "zod";
import { KEY_KINDS } from "../../engine/values/value-index.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import { count } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { EntrySchema, entryFields, ProjectField, projectOf, renderEntry } from "./entry-fields.ts";

export const valueList = defineOperation({
  name: "value_list",
  title: "List recorded values",
  description:
    "Lists what the runs of a project recorded (vouch's .vouch/runs): keys with their values as they are printed, what they are, the run that made them, and whether its code and inputs are still the same.",
  input: z.strictObject({
    pattern: z.string().min(1).max(200).optional().describe("Only keys with this in them, or matching this glob"),
    kinds: z.array(z.enum(KEY_KINDS)).default([]).describe("Only keys of these kinds"),
    all: z.boolean().default(false).describe("Also parts of values: means, elements, cells, parameters"),
    limit: z.int().min(1).max(10_000).default(200).describe("At most so many"),
    project: ProjectField,
  }),
  output: z.object({
    project: z.string(),
    runs: z.int(),
    keys: z.array(EntrySchema),
    more: z.int(),
    problems: z.array(z.string()).describe("Records that cannot be used, or not as they are"),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: ["pattern"], examples: ["footnote value list", "footnote value list '*.acc' --all"] },
  async run({ pattern, kinds, all, limit, project: named }, context) {
    const project = projectOf(named, context);
    const wanted = pattern === undefined ? () => true : matching(pattern);
    const chosen = [...project.entries.values()]
      .filter(({ key, kind }) => wanted(key) && (kinds.length === 0 ? all || !PARTS.has(kind) : kinds.includes(kind)))
      .sort((a, b) => NATURAL.compare(a.key, b.key));
    return {
      project: project.root,
      runs: project.runs.size,
      keys: chosen.slice(0, limit).map((entry) => entryFields(entry, project)),
      more: Math.max(0, chosen.length - limit),
      problems: [...project.problems],
    };
  },
  render: ({ keys, more, runs, problems }) =>
    [
      ...keys.map((entry) => `- ${renderEntry(entry)}`),
      ...problems.map((problem) => `- Problem: ${escapeMarkdown(problem)}`),
      `${count(keys.length, "key")} of ${count(runs, "run")}${more > 0 ? `, ${more} more` : ""}.`,
    ].join("\n"),
  exitCode: ({ problems }) => (problems.length === 0 ? 0 : 3),
});

const PARTS: ReadonlySet<string> = new Set(["stat-field", "element", "param", "table-cell"]);
const NATURAL = new Intl.Collator("en", { numeric: true });

function matching(pattern: string): (key: string) => boolean {
  if (!/[*?[]/.test(pattern)) return (key) => key.toLowerCase().includes(pattern.toLowerCase());
  const glob = new Bun.Glob(pattern);
  return (key) => glob.match(key);
}
