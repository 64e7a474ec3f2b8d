import { z } from "zod";
import { literalsIn } from "../../engine/values/literals.ts";
import { matchLiteral } from "../../engine/values/match-literal.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import type { Context } from "../context.ts";
import { defineOperation } from "../operation.ts";
import { EntrySchema, entryFields, ProjectField, projectOf } from "./entry-fields.ts";

const VERDICTS = ["supported", "ambiguous", "no_source"] as const;

export const valueVerify = defineOperation({
  name: "value_verify",
  title: "Check the numbers of a text against recorded values",
  description:
    "Takes every number of a text that could be a result, and says which recorded value it is: one (supported), several (ambiguous), or none (no_source, with what is nearest). A value counts where it rounds to the number as it is written, as a share or in percent. With a key, only that key counts.",
  input: z.strictObject({
    file: z.string().optional().describe("A Markdown or text file; “-” reads standard input"),
    text: z.string().max(2_000_000).optional().describe("The text itself"),
    key: z.string().max(500).optional().describe("The key whose value the numbers are said to be"),
    project: ProjectField,
  }),
  output: z.object({
    numbers: z.array(
      z.object({
        literal: z.string(),
        line: z.int(),
        verdict: z.enum(VERDICTS),
        keys: z.array(EntrySchema),
        more: z.int().describe("Keys beyond those"),
        near: z.array(EntrySchema).describe("Where none matches: within one unit of the last place"),
      }),
    ),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["file"],
    examples: [
      "footnote value verify report.md",
      "footnote value verify --text 'ResNet gets 93.2 %' --key cifar.resnet.acc",
    ],
  },
  async run({ file, text, key, project: named }, context) {
    const project = projectOf(named, context);
    const own = key === undefined ? undefined : project.entries.get(key);
    if (key !== undefined && own === undefined) throw new FootnoteError("key_not_found", { key, near: "" });
    const entries = own === undefined ? [...project.entries.values()] : [own];
    const given = text ?? (await textAt(file, context));
    return {
      numbers: literalsIn(given).map((literal) => {
        const { keys, more, near } = matchLiteral(literal, entries, "half_up");
        return {
          literal: literal.text,
          line: literal.line,
          verdict:
            keys.length === 0
              ? ("no_source" as const)
              : keys.length === 1
                ? ("supported" as const)
                : ("ambiguous" as const),
          keys: keys.map((entry) => entryFields(entry, project)),
          more,
          near: near.map((entry) => entryFields(entry, project)),
        };
      }),
    };
  },
  render: ({ numbers }) =>
    [
      ...numbers.map(({ literal, line, verdict, keys, more, near }) => {
        const is = (some: typeof keys) =>
          some.map(({ key, value, state }) => `${key} = ${value}${state === "fresh" ? "" : `, ${state}`}`).join("; ");
        const said =
          verdict === "no_source"
            ? near.length === 0
              ? "no recorded value is that"
              : `no recorded value is that; near: ${is(near)}`
            : `${is(keys)}${more > 0 ? ` and ${more} more` : ""}`;
        return `- line ${line}: **${escapeMarkdown(literal)}** ${verdict.replace("_", " ")}: ${escapeMarkdown(said)}`;
      }),
      VERDICTS.flatMap((name) => {
        const count = numbers.filter(({ verdict }) => verdict === name).length;
        return count === 0 ? [] : [`${count} ${name.replace("_", " ")}`];
      }).join(", ") || "No number in it could be a result.",
    ].join("\n"),
  exitCode: ({ numbers }) =>
    numbers.every(({ verdict, keys }) => verdict === "supported" && keys.every(({ state }) => state === "fresh"))
      ? 0
      : 1,
});

async function textAt(file: string | undefined, { roots, cwd, stdin }: Context): Promise<string> {
  if (file === undefined || (file === "-" && stdin === undefined))
    throw new FootnoteError("invalid_argument", {
      what: "value_verify",
      problem: "no text and no file given",
      command: "value_verify",
    });
  if (file === "-") return (await stdin?.()) ?? "";
  return new TextDecoder().decode(roots.read(file, cwd));
}
