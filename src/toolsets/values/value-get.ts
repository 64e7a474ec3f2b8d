import { z } from "zod";
import { nearestKeys } from "../../engine/values/nearest-keys.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import { printable } from "../../foundation/text/printable.ts";
import { defineOperation } from "../operation.ts";
import { EntrySchema, entryFields, ProjectField, projectOf, renderEntry } from "./entry-fields.ts";

export const valueGet = defineOperation({
  name: "value_get",
  title: "Trace a recorded value",
  description:
    "Tells of one key what it is, the run that made it (script, command, when, parameters), where in the code it was recorded, and whether that code and its inputs are still the same.",
  input: z.strictObject({
    key: z.string().min(1).max(500).describe("The key, as value_list or value_search give it"),
    project: ProjectField,
  }),
  output: z.object({
    entry: EntrySchema,
    site: z.string().optional().describe("Where it was recorded"),
    parent: z.string().optional().describe("The key that it is a part of"),
    parts: z.array(EntrySchema).optional(),
    explanation: z.string().optional(),
    run: z.object({
      run: z.string(),
      status: z.string(),
      started: z.string().optional(),
      entry: z.string().optional(),
      command: z.array(z.string()),
      code: z.array(z.string()),
      inputs: z.array(z.string()),
      asWritten: z.boolean().describe("Its record has the hash of what it holds"),
      reasons: z.array(z.string()).describe("Why it is not fresh"),
    }),
    cite: z.string().describe("For LaTeX"),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: ["key"], examples: ["footnote value get cifar.resnet.acc"] },
  async run({ key, project: named }, context) {
    const project = projectOf(named, context);
    const entry = project.entries.get(key);
    const record = entry === undefined ? undefined : project.runs.get(entry.run);
    if (entry === undefined || record === undefined) {
      const near = nearestKeys(key, project.entries.keys());
      throw new FootnoteError("key_not_found", {
        key: printable(key),
        near: near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`,
      });
    }
    const parts = [...project.entries.values()].filter(({ parent }) => parent === key);
    const { site, parent, explanation } = entry;
    return {
      entry: entryFields(entry, project),
      ...(site === undefined ? {} : { site }),
      ...(parent === undefined ? {} : { parent }),
      ...(explanation === undefined ? {} : { explanation }),
      ...(parts.length === 0 ? {} : { parts: parts.map((one) => entryFields(one, project)) }),
      run: {
        run: record.run,
        status: record.status,
        ...(record.started === undefined ? {} : { started: record.started }),
        ...(record.entry === undefined ? {} : { entry: record.entry }),
        command: [...record.command],
        code: [...record.code.keys()],
        inputs: [...record.inputs.keys()],
        asWritten: record.isAsWritten,
        reasons: [...project.freshness(record.run).reasons],
      },
      cite: CITES[entry.kind]?.(key) ?? `\\vouch{${key}}`,
    };
  },
  render: ({ entry, site, parts = [], explanation, run, cite }) =>
    [
      renderEntry(entry),
      ...(explanation === undefined ? [] : [escapeMarkdown(explanation)]),
      ...(site === undefined ? [] : [`Recorded at ${escapeMarkdown(site)}`]),
      `Run ${escapeMarkdown(run.run)}${run.started === undefined ? "" : `, ${run.started}`}: ${escapeMarkdown(run.command.join(" "))}${run.asWritten ? "" : "; **its record was edited by hand**"}`,
      ...run.reasons.map((reason) => `- ${escapeMarkdown(reason)}`),
      ...parts.map((part) => `- ${renderEntry(part)}`),
      `Cite: \`${cite}\``,
    ].join("\n"),
  exitCode: ({ entry }) => (entry.state === "fresh" || entry.state === "unchecked" ? 0 : 1),
});

const CITES: Readonly<Record<string, (key: string) => string>> = {
  claim: (key) => `\\vouchclaim{${key}}{...}`,
  table: (key) => `\\vouchtable{${key}}`,
};
