import { z } from "zod";
import { LauncherSchema, SourceCardSchema } from "../../engine/pages/view.ts";
import { escapeMarkdown, quoteBlock } from "../../foundation/text/markdown.ts";
import { count } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { cardOf } from "./cited.ts";
import { VIEWER_URI } from "./viewer-uri.ts";

export const showSources = defineOperation({
  name: "show_sources",
  title: "Show the sources",
  description:
    "Shows the user the pages that an answer cites, with the quoted words marked, in hosts that support MCP Apps; elsewhere gives the passages. Call it once, after the answer is verified, with the locators in the order in which the answer names them [C1], [C2], …",
  input: z.strictObject({
    locators: z.array(z.string().min(1)).min(1).max(12).describe("Locators from results; they become C1, C2, …"),
  }),
  output: z.object({ sources: z.array(SourceCardSchema), message: z.string(), view: LauncherSchema }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["mcp"],
  app: { resourceUri: VIEWER_URI, visibility: ["model", "app"], viewField: "view" },
  commandLine: { positionals: ["locators"], examples: [] },
  async run(input, context) {
    const sources = [];
    for (const [index, locator] of input.locators.entries())
      sources.push(await cardOf(`C${index + 1}`, locator, context));
    const message = `Source viewer ready with ${count(sources.length, "reference")}.`;
    return { sources, message, view: { mode: "launcher" as const, sources, selected: null, view: null } };
  },
  render: ({ sources, message }) =>
    [
      `${message} On the command line \`footnote open LOCATOR\` shows the page.`,
      ...sources.map(({ id, locator, where, text, error }) =>
        error === undefined
          ? `**[${id}] ${escapeMarkdown(where ?? "")}**\n\`${locator}\`${text === undefined ? "" : `\n${quoteBlock(text)}`}`
          : `**[${id}]** could not be opened: ${escapeMarkdown(error)}`,
      ),
    ].join("\n\n"),
  exitCode: ({ sources }) => (sources.every(({ error }) => error === undefined) ? 0 : 3),
});
