import { z } from "zod";
import { EvidenceSchema } from "../../engine/answers.ts";
import { CITATION_FORMATS, cite as citation } from "../../engine/evidence/cite.ts";
import { toEvidence } from "../../engine/evidence/evidence.ts";
import { parseLocator } from "../../engine/evidence/locator.ts";
import { resolveLocator } from "../../engine/evidence/resolve-locator.ts";
import { fenced } from "../../foundation/text/markdown.ts";
import { defineOperation } from "../operation.ts";
import { toDocumentLocator } from "./element-locator.ts";
import { openTarget } from "./scope.ts";

export const cite = defineOperation({
  name: "cite",
  title: "Cite a place",
  description:
    "Writes the citation for a locator: as text, Markdown, JSON, CSL-JSON or BibTeX, with the printed page and the locator.",
  input: z.strictObject({
    locator: z.string().min(1).describe("A locator from a result"),
    format: z.enum(CITATION_FORMATS).default("text").describe("How the citation is written"),
  }),
  output: z.object({ citation: z.string(), format: z.enum(CITATION_FORMATS), evidence: EvidenceSchema }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["locator"],
    short: { format: "f" },
    examples: ["footnote cite 'footnote:doc/5b1c0f2a9d3e#p=12&t=3401-3522' --format bibtex"],
  },
  async run(input, context) {
    const locator = await toDocumentLocator(input.locator, context);
    const document = await openTarget(locator, context);
    const { spans } = resolveLocator(parseLocator(locator), document);
    return {
      citation: citation(document, spans, input.format),
      format: input.format,
      evidence: toEvidence(document, spans, { id: "e1" }),
    };
  },
  render: ({ citation: text, format }) =>
    format === "text" || format === "markdown" ? text : fenced(text, format === "bibtex" ? "bibtex" : "json"),
  exitCode: () => 0,
});
