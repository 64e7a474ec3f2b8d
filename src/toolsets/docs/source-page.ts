import { z } from "zod";
import { PageViewSchema } from "../../engine/pages/view.ts";
import { defineOperation } from "../operation.ts";
import { openCited, pageOf } from "./cited.ts";

export const sourcePage = defineOperation({
  name: "source_page",
  title: "Give the viewer a page",
  description:
    "For the source viewer that `show_sources` opens: one page of a source as a picture or as lines, with the quoted words marked. To read a page as text, use `read`.",
  input: z.strictObject({
    locator: z.string().min(1).describe("A locator from a result"),
    page: z.int().min(0).default(0).describe("A page or section; 0 is the first that is cited"),
  }),
  output: z.object({
    locator: z.string(),
    page: z.int().describe("The page asked for, or the one that 0 meant"),
    message: z.string(),
    view: PageViewSchema,
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["mcp"],
  app: { visibility: ["app"], viewField: "view" },
  commandLine: { positionals: ["locator"], examples: [] },
  async run({ locator, page }, context) {
    const view = await pageOf(await openCited(locator, context), page, context);
    const message = view.notice === "" ? "Source page loaded." : view.notice;
    return { locator, page: view.kind === "text" ? page : view.page, message, view };
  },
  render: ({ message }) => message,
  exitCode: () => 0,
});
