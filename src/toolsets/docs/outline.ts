import { z } from "zod";
import { RefusalSchema, SourceSchema } from "../../engine/answers.ts";
import { formatLocator } from "../../engine/evidence/locator.ts";
import { pageAt } from "../../engine/evidence/pages.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import { defineOperation } from "../operation.ts";
import { renderRefusal } from "../render-refusal.ts";

import { openTarget } from "./scope.ts";

const HeadingSchema = z.object({
  title: z.string(),
  level: z.int().min(1).max(6),
  page: z.int().optional(),
  label: z.string().optional().describe("The page's printed label"),
  line: z.int().optional().describe("Source line, for formats with lines"),
  locator: z.string().describe("Opens the whole section"),
});

export const outline = defineOperation({
  name: "outline",
  title: "Headings of a document, with pages",
  description: "Lists a document's headings in order, with level, page and a locator that opens the section.",
  input: z.strictObject({
    target: z.string().min(1).describe("The path, title or locator of a document"),
    depth: z.int().min(1).max(6).default(6).describe("Only headings down to this level"),
    limit: z.int().min(1).default(500).describe("At most so many headings"),
  }),
  output: z.object({
    source: SourceSchema.optional(),
    pages: z.int().optional(),
    headings: z.array(HeadingSchema).optional(),
    shown: z.string().optional().describe("How many of them these are, when not all"),
    refusal: RefusalSchema.optional(),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: ["target"], short: { depth: "d" }, examples: ["footnote outline manual.pdf --depth 2"] },
  async run(input, context) {
    const document = await openTarget(input.target, context);
    const all = headingsOf(document).filter((heading) => heading.level <= input.depth);
    if (all.length === 0) {
      return {
        refusal: {
          reason: "no_headings",
          message: `${document.title} has no headings that Footnote could recognise.`,
          remedy: "Use `search`, or `read` it page by page.",
          scanned: { documents: 1, passages: document.passages.length },
        },
      };
    }
    const headings = all.slice(0, input.limit);
    return {
      source: { title: document.title, path: document.path, sha256: document.sha256 },
      ...(document.paged ? { pages: document.pages.length } : {}),
      headings,
      ...(headings.length < all.length ? { shown: `${headings.length} of ${all.length}` } : {}),
    };
  },
  render({ refusal, source, headings = [], pages, shown }) {
    if (refusal !== undefined) return renderRefusal(refusal);
    const lines = headings.map((heading) => {
      const page =
        heading.page === undefined
          ? heading.line === undefined
            ? ""
            : ` (line ${heading.line})`
          : ` (p. ${heading.page}${printed(heading)})`;
      return `${"  ".repeat(heading.level - 1)}- ${escapeMarkdown(heading.title)}${page}`;
    });
    const size = pages === undefined ? "" : `, ${pages} pages`;
    const more =
      shown === undefined ? "" : `\nThese are ${shown} headings; narrow with --depth or ask for more with --limit.`;
    return `**${escapeMarkdown(source?.title ?? "")}**${size}\n${lines.join("\n")}${more}`;
  },
  exitCode: (output) => (output.refusal === undefined ? 0 : 1),
});

function headingsOf(document: LibraryDocument): z.input<typeof HeadingSchema>[] {
  return document.blocks.flatMap((block, index) => {
    if (block.kind !== "heading" || block.hidden !== "") return [];
    const page = document.paged ? pageAt(document, block.start) : undefined;
    return [
      {
        title: document.text.slice(block.start, block.end).replace(/\s+/g, " ").trim(),
        level: Math.min(6, Math.max(1, block.level)),
        ...(page === undefined
          ? {}
          : { page: page.number, ...(page.label === undefined ? {} : { label: page.label }) }),
        ...(document.paged || block.lineStart === 0 ? {} : { line: block.lineStart }),
        locator: formatLocator({ document: document.sha256, section: index }),
      },
    ];
  });
}

function printed({ page, label }: { page?: number | undefined; label?: string | undefined }): string {
  return label === undefined || label === String(page) ? "" : `, printed ${escapeMarkdown(label)}`;
}
