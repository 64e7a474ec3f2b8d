import { z } from "zod";
import { inspectFolio } from "../../engine/archive/inspect.ts";
import { isVeraName } from "../../engine/vera/pipeline.ts";
import { list, table } from "../markdown.ts";
import { defineOperation } from "../operation.ts";

export const inspect = defineOperation({
  name: "inspect",
  title: "What is inside an archive",
  description:
    "Shows an archive's title, source, pages by status, blocks by kind, vectors, and its sections with sizes and checksums.",
  input: z.strictObject({ file: z.string().min(1).describe("A .folio or .vera archive") }),
  output: z.object({
    path: z.string(),
    bytes: z.int(),
    version: z.union([z.int(), z.string()]).describe("Of the format"),
    meta: z.record(z.string(), z.unknown()),
    statuses: z.record(z.string(), z.int()).describe("Pages by status"),
    problems: z
      .array(z.object({ page: z.int(), problem: z.string() }))
      .describe("What is wrong with single pages, and how bytes were read that did not decode"),
    blocks: z.record(z.string(), z.int()).describe("Blocks by kind"),
    sections: z.array(
      z.object({
        kind: z.string(),
        encoding: z.string(),
        bytes: z.int(),
        decodedBytes: z.int(),
        count: z.int(),
        xxh64: z.string(),
      }),
    ),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli"],
  commandLine: { positionals: ["file"], examples: ["footnote inspect .footnote/archives/manual-5b1c0f2a9d3e.folio"] },
  async run({ file }, context) {
    const path = context.roots.resolve(file, context.cwd);
    if (isVeraName(path)) return (await import("../../engine/vera/inspect.ts")).inspectVera(path);
    return inspectFolio(path);
  },
  render(output) {
    const numbers = (counts: Readonly<Record<string, number>>) =>
      list(Object.entries(counts).map(([name, number]) => `${number} ${name}`));
    return [
      `${output.path}: ${output.bytes} bytes, format ${output.version}`,
      table(
        ["", ""],
        Object.entries(output.meta).map(([key, value]) => [
          key,
          typeof value === "string" ? value : JSON.stringify(value),
        ]),
      ),
      `Pages: ${numbers(output.statuses)}. Blocks: ${numbers(output.blocks)}.`,
      ...(output.problems.length === 0
        ? []
        : [
            table(
              ["page", "problem"],
              output.problems.map(({ page, problem }) => [String(page), problem]),
            ),
          ]),
      table(
        ["section", "encoding", "bytes", "decoded", "count", "xxh64"],
        output.sections.map((section) => [
          section.kind,
          section.encoding,
          String(section.bytes),
          String(section.decodedBytes),
          String(section.count),
          section.xxh64,
        ]),
      ),
    ].join("\n\n");
  },
  exitCode: () => 0,
});
