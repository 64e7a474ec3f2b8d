import { z } from "zod";
import { vectorsReady } from "../../engine/library/vectors-ready.ts";
import { count, table } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { statusNotes } from "./notes.ts";
import { openScope, SkippedSchema } from "./scope.ts";

const AttentionSchema = z.object({
  path: z.string(),
  problem: z.string(),
  remedy: z.string(),
});

export const status = defineOperation({
  name: "status",
  title: "State of the library",
  description:
    "Says what is indexed and how completely, what is stale and why, what failed, and which pages have no text.",
  input: z.strictObject({}),
  output: z.object({
    library: z.string(),
    documents: z.int(),
    pages: z.int(),
    passages: z.int(),
    vectors: z
      .object({ ready: z.int(), of: z.int(), model: z.string().optional() })
      .describe("Passages that can be found by meaning so far"),
    statuses: z.record(z.string(), z.int()).describe("Pages by status: text, ocr, image-only, empty, failed"),
    stale: z.array(AttentionSchema),
    incomplete: z.array(AttentionSchema).describe("Documents with pages that cannot be found"),
    failed: z.array(SkippedSchema),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: [], examples: ["footnote status"] },
  async run(_input, context) {
    const library = await context.library();
    const scope = await openScope([], context);
    const statuses: Record<string, number> = {};
    const incomplete: z.input<typeof AttentionSchema>[] = [];
    for (const entry of library.entries().filter(({ pages }) => pages > 0)) {
      for (const [name, pages] of Object.entries(entry.statuses)) statuses[name] = (statuses[name] ?? 0) + (pages ?? 0);
      for (const problem of statusNotes(entry.statuses)) {
        incomplete.push({
          path: entry.path,
          problem,
          remedy: "Look at those pages in a viewer; the others are searchable.",
        });
      }
    }
    const stale = scope.documents.flatMap(({ path, status: state }) =>
      state?.state === "stale"
        ? [{ path, problem: state.reason ?? "the source changed", remedy: "Run `footnote add` to read it again." }]
        : [],
    );
    const vectors = scope.documents.map(({ folio }) => vectorsReady(folio));
    const models = new Set(vectors.flatMap(({ model }) => (model === undefined ? [] : [model.name])));
    return {
      library: library.folder,
      documents: scope.documents.length,
      pages: sum(scope.documents, ({ folio }) => (folio.meta.paged ? folio.meta.pages : 0)),
      passages: sum(scope.documents, ({ folio }) => folio.meta.passages),
      vectors: {
        ready: sum(vectors, ({ ready }) => ready),
        of: sum(scope.documents, ({ folio }) => folio.meta.passages),
        ...(models.size === 0 ? {} : { model: [...models].join(", ") }),
      },
      statuses,
      stale,
      incomplete,
      failed: [...scope.skipped],
    };
  },
  render(output) {
    const { vectors } = output;
    const pages = Object.entries(output.statuses)
      .map(([name, number]) => `${number} ${name}`)
      .join(", ");
    const parts = [
      `Library ${output.library}: ${count(output.documents, "document")}, ${count(output.pages, "page")}, ${count(output.passages, "passage")}.`,
      pages === "" ? "" : `Pages: ${pages}.`,
      vectors.of === 0 ? "" : renderVectors(vectors),
      attention("stale", output.stale),
      attention("incomplete", output.incomplete),
      output.failed.length === 0
        ? ""
        : table(
            ["failed", "reason", "remedy"],
            output.failed.map((one) => [one.path, one.message, one.remedy]),
          ),
    ];
    return parts.filter((part) => part !== "").join("\n\n");
  },
  exitCode: () => 0,
});

function renderVectors({ ready, of, model }: { ready: number; of: number; model?: string | undefined }): string {
  const by = model === undefined ? "" : ` (${model})`;
  return ready === of
    ? `Vectors: all ${of}${by}.`
    : `Vectors: ${ready} of ${of}${by}; run \`footnote add\` to compute the rest.`;
}

function attention(title: string, rows: readonly z.infer<typeof AttentionSchema>[]): string {
  return rows.length === 0
    ? ""
    : table(
        [title, "reason", "remedy"],
        rows.map((row) => [row.path, row.problem, row.remedy]),
      );
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
