import { z } from "zod";
import { RefusalSchema } from "../../engine/answers.ts";
import { formatLocator } from "../../engine/evidence/locator.ts";
import { count, table } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { renderRefusal } from "../render-refusal.ts";
import { entryNotes, NotesField } from "./notes.ts";

import { openScope, refuseEmpty, ScopeField, SkippedSchema } from "./scope.ts";

const DocumentSchema = z.object({
  title: z.string(),
  path: z.string(),
  sha256: z.string(),
  mediaType: z.string(),
  pages: z.int().describe("Physical pages; 0 for formats without pages"),
  passages: z.int(),
  vectors: z.boolean().describe("Whether meaning-based search covers all of it"),
  state: z.enum(["fresh", "stale"]),
  reason: z.string().optional().describe("Why it is stale"),
  notes: NotesField,
  locator: z.string(),
});

export const sources = defineOperation({
  name: "sources",
  title: "Documents of the library",
  description:
    "Lists the documents that can be searched, with pages, freshness and locators, and those that could not be read, with the reason.",
  input: z.strictObject({
    in: ScopeField,
    limit: z.int().min(1).default(200).describe("At most so many documents"),
  }),
  output: z.object({
    documents: z.array(DocumentSchema).optional(),
    failed: z.array(SkippedSchema).optional(),
    shown: z.string().optional(),
    refusal: RefusalSchema.optional(),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: ["in"], examples: ["footnote sources", "footnote sources ~/manuals --json"] },
  async run(input, context) {
    const scope = await openScope(input.in, context);
    const refusal = refuseEmpty(scope, { library: (await context.library()).folder, in: input.in });
    if (refusal !== undefined) return { refusal };
    const documents = scope.documents.slice(0, input.limit).map((document) => {
      const { meta } = document.folio;
      const notes = entryNotes(document.entry);
      return {
        title: document.title,
        path: document.path,
        sha256: document.sha256,
        mediaType: meta.mediaType,
        pages: document.paged ? meta.pages : 0,
        passages: meta.passages,
        vectors: meta.model !== undefined,
        state: document.status?.state ?? ("fresh" as const),
        ...(document.status?.reason === undefined ? {} : { reason: document.status.reason }),
        ...(notes.length === 0 ? {} : { notes }),
        locator: formatLocator({ document: document.sha256 }),
      };
    });
    return {
      documents,
      ...(scope.skipped.length === 0 ? {} : { failed: [...scope.skipped] }),
      ...(documents.length < scope.documents.length
        ? { shown: `${documents.length} of ${scope.documents.length}` }
        : {}),
    };
  },
  render({ documents = [], failed = [], shown, refusal }) {
    if (refusal !== undefined) return renderRefusal(refusal);
    const noted = documents.some(({ notes = [] }) => notes.length > 0);
    const rows = documents.map((document) => [
      document.title,
      document.pages === 0 ? "" : String(document.pages),
      String(document.passages),
      document.vectors ? "yes" : "no",
      document.state === "stale" ? `stale: ${document.reason ?? ""}` : "fresh",
      document.path,
      ...(noted ? [(document.notes ?? []).join("; ")] : []),
    ]);
    const parts = [table(["title", "pages", "passages", "vectors", "state", "path", ...(noted ? ["note"] : [])], rows)];
    if (failed.length > 0)
      parts.push(
        table(
          ["failed", "reason", "remedy"],
          failed.map((one) => [one.path, one.message, one.remedy]),
        ),
      );
    if (shown !== undefined) parts.push(`These are ${shown} documents; ask for more with --limit.`);
    return `${parts.join("\n\n")}\n\n${count(documents.length, "document")}.`;
  },
  exitCode: (output) => (output.refusal === undefined ? 0 : 1),
});
