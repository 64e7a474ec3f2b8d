import { z } from "zod";
import { exportFolio } from "../../engine/archive/export.ts";
import type { Folio } from "../../engine/archive/open.ts";
import { isVeraName } from "../../engine/vera/pipeline.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import { defineOperation } from "../operation.ts";
import { openTarget } from "./scope.ts";

const FORMATS = ["source", "text", "markdown", "jsonl"] as const;

export const exportDocument = defineOperation({
  name: "export",
  title: "Give a document back",
  description: "Writes the original file back byte for byte, or the text, Markdown, or passages as JSON lines.",
  input: z.strictObject({
    target: z.string().min(1).describe("An archive, or the path, title or locator of a document"),
    format: z.enum(FORMATS).default("source").describe("What to write"),
    out: z
      .string()
      .optional()
      .describe("The file to write (it must not exist); text formats go to standard output without it"),
    force: z.boolean().default(false).describe("Replace an existing file"),
  }),
  output: z.object({
    format: z.enum(FORMATS),
    path: z.string().optional(),
    bytes: z.int(),
    text: z.string().optional(),
  }),
  effects: { reads: true, writes: true, destroys: false },
  faces: ["cli"],
  commandLine: {
    positionals: ["target"],
    short: { out: "o", format: "f" },
    examples: [
      "footnote export manual.pdf --format markdown",
      "footnote export manual-5b1c0f2a9d3e.folio --out manual.pdf",
    ],
  },
  async run(input, context) {
    const { folio, path: origin } = await openTarget(input.target, context);
    const bytes =
      (input.format === "source" ? await sourceInVera(folio, origin) : undefined) ?? exportFolio(folio, input.format);
    if (input.out === undefined) {
      if (input.format === "source") {
        throw new FootnoteError("invalid_argument", {
          what: "--out",
          problem: "the original is written to a file; name it",
          command: "export",
        });
      }
      return { format: input.format, bytes: bytes.length, text: new TextDecoder().decode(bytes) };
    }
    const path = context.roots.resolve(input.out, context.cwd);
    if (!input.force && (await Bun.file(path).exists())) {
      throw new FootnoteError("invalid_argument", {
        what: "--out",
        problem: `${path} exists already; use --force to replace it`,
        command: "export",
      });
    }
    writeAtomically(path, bytes);
    return { format: input.format, path, bytes: bytes.length };
  },
  render: ({ text, path, bytes }) => text ?? `Wrote ${bytes} bytes to ${path ?? ""}.`,
  exitCode: () => 0,
});

/** A `.vera` archive keeps the original among its attachments. What was read from one keeps those, or leaves them where they are. */
async function sourceInVera(folio: Folio, origin: string): Promise<Uint8Array | undefined> {
  if (folio.source() !== undefined || folio.extra("vera") === undefined) return undefined;
  const { sourceAmongAttachments, sourceOfVera } = await import("../../engine/vera/convert.ts");
  const source = sourceAmongAttachments(folio) ?? (isVeraName(origin) ? sourceOfVera(origin) : undefined);
  if (source !== undefined) return source;
  const problem = "Original source document is not stored in this archive";
  throw new FootnoteError("vera_no_source", { path: origin, problem });
}
