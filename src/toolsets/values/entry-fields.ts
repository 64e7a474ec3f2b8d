import { z } from "zod";
import { FRESHNESS } from "../../engine/values/freshness.ts";
import { openProject, projectRoot, type ValueProject } from "../../engine/values/project.ts";
import { type IndexEntry, KEY_KINDS } from "../../engine/values/value-index.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import type { Context } from "../context.ts";

export const ProjectField = z
  .string()
  .optional()
  .describe("The project's folder (else the nearest vouch.toml or .vouch)");

export const EntrySchema = z.object({
  key: z.string(),
  kind: z.enum(KEY_KINDS),
  value: z.string().describe("As a person reads it; empty for tables"),
  desc: z.string().optional(),
  unit: z.string().optional(),
  fmt: z.string().optional(),
  better: z.string().optional(),
  run: z.string(),
  state: z.enum(FRESHNESS).describe("Of the run's code and inputs"),
});

export function entryFields(entry: IndexEntry, project: ValueProject): z.output<typeof EntrySchema> {
  const { key, kind, shown, desc, unit, fmt, better, run } = entry;
  return {
    key,
    kind,
    value: shown,
    ...(desc === undefined ? {} : { desc }),
    ...(unit === undefined ? {} : { unit }),
    ...(fmt === undefined ? {} : { fmt }),
    ...(better === undefined ? {} : { better }),
    run,
    state: project.freshness(run).state,
  };
}

export function projectOf(named: string | undefined, { roots, cwd }: Context): ValueProject {
  return openProject(projectRoot(named === undefined ? cwd : roots.resolve(named, cwd), roots));
}

export function renderEntry({ key, value, desc, run, state }: z.output<typeof EntrySchema>): string {
  const said = desc === undefined ? "" : `, ${escapeMarkdown(desc)}`;
  return `**${escapeMarkdown(key)}**${value === "" ? "" : `: ${escapeMarkdown(value)}`}${said} (run ${escapeMarkdown(run)}, ${state.replace("-", " ")})`;
}
