import { lstatSync } from "node:fs";
import { join, posix } from "node:path";
import { z } from "zod";
import { requireSameHash } from "../../engine/workspace/same-hash.ts";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import * as fields from "./fields.ts";
import { objectTool } from "./tool.ts";

const WarningSchema = z.object({ code: z.string(), message: z.string(), line: z.int(), target: z.string() });

export const createPdf = objectTool({
  name: "kb_create_pdf",
  title: "Set a Markdown file as a PDF",
  description:
    "Makes a PDF of one Markdown file: headings as outline, page numbers, links, lists, quotes, code, tables with repeated headers, local images, embedded fonts. Replaces a PDF that is there. Images that cannot be shown are placeholders on the page, and warnings. The Markdown, its images and the index stay as they are.",
  wrapped: false,
  effect: "destroys",
  input: z.object({
    path: fields.path,
    outputPath: z.string().describe("Where the PDF goes, relative to the root; ends in .pdf"),
    profile: z
      .enum(["screen", "standard", "print"])
      .default("standard")
      .describe("How fine images are: 96, 150 or 300 dots an inch"),
    title: z.string().optional().describe("Instead of the front matter's title, or the first heading"),
    expectedSourceHash: z.string().optional().describe("SHA-256 of the file as it was read; another one is a conflict"),
  }),
  output: z.object({
    path: z.string(),
    outputPath: z.string(),
    profile: z.string(),
    pages: z.int(),
    bytes: z.int(),
    sha256: z.string(),
    sourceHash: z.string(),
    warnings: z.array(WarningSchema),
  }),
  async run({ path, outputPath, profile, title, expectedSourceHash }, { workspace }) {
    if (!workspace.allowWrites) throw new FootnoteError("note_writes_disabled");
    const file = workspace.load(path);
    if (expectedSourceHash !== undefined) requireSameHash(file.path, file.sha256, expectedSourceHash);
    const { makeBook } = await import("../../engine/book/book.ts");
    const { pdf, pages, warnings } = await makeBook({
      path: file.path,
      markdown: file.text,
      profile,
      title,
      date: lstatSync(join(workspace.root, file.path)).mtime,
      readImage: (relative) => workspace.readWhole(posix.join(posix.dirname(file.path), relative)).bytes,
    });
    const written = await workspace.writePdf(outputPath, pdf);
    return {
      path: file.path,
      outputPath: written.path,
      profile,
      pages,
      bytes: pdf.length,
      sha256: sha256(pdf),
      sourceHash: file.sha256,
      warnings: warnings.map((warning) => ({ ...warning })),
    };
  },
});
