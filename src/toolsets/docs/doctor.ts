import { z } from "zod";
import { version } from "../../../package.json";
import { toFootnoteError } from "../../foundation/errors.ts";
import type { Context } from "../context.ts";
import { table } from "../markdown.ts";
import { defineOperation } from "../operation.ts";

const CheckSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  remedy: z.string().optional(),
});

export const doctor = defineOperation({
  name: "doctor",
  title: "Prove that everything inside works here",
  description:
    "Runs every part on this machine: the PDF engine on a small document, the embedder with its weights, the index, the library's folder. Says what is wrong and how to mend it.",
  input: z.strictObject({}),
  output: z.object({ version: z.string(), platform: z.string(), checks: z.array(CheckSchema) }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli"],
  commandLine: { positionals: [], examples: ["footnote doctor"] },
  async run(_input, context) {
    const checks: z.input<typeof CheckSchema>[] = [];
    for (const [name, run] of Object.entries(CHECKS)) {
      try {
        checks.push({ name, ok: true, detail: await run(context) });
      } catch (thrown) {
        const { message, remedy } = toFootnoteError(thrown);
        checks.push({ name, ok: false, detail: message, remedy });
      }
    }
    return { version, platform: `${process.platform}-${process.arch}, Bun ${Bun.version}`, checks };
  },
  render({ checks, platform, version: number }) {
    const rows = checks.map(({ name, ok, detail, remedy }) => [
      ok ? "ok" : "FAILED",
      name,
      remedy === undefined ? detail : `${detail} ${remedy}`,
    ]);
    return `Footnote ${number} on ${platform}\n\n${table(["", "part", "finding"], rows)}`;
  },
  exitCode: ({ checks }) => (checks.every(({ ok }) => ok) ? 0 : 1),
});

const CHECKS: Readonly<Record<string, (context: Context) => Promise<string>>> = {
  async "PDF engine"() {
    const { openDocumentReader } = await import("../../engine/ingest/parse.ts");
    const reader = openDocumentReader();
    try {
      const { text } = await reader.parse({ path: "doctor.pdf", bytes: new TextEncoder().encode(TINY_PDF) });
      if (text.trim() !== "Evidence on page one") throw new Error(`the test page reads “${text.trim()}”`);
      return "read a page in a Worker, word for word";
    } finally {
      await reader.close();
    }
  },
  async embedder(context) {
    const embedder = await context.embedder();
    const [query, near, far] = [
      await embedder.embedQuery("How many parking spaces does a house need?"),
      ...(await embedder.embedPassages([
        "Each dwelling shall have two off-street spaces for vehicles.",
        "The choir rehearses on Tuesday evenings.",
      ])),
    ];
    const [close, distant] = [cosine(query, near), cosine(query, far)];
    if (!(close > distant + 0.1))
      throw new Error(`meaning is not told apart (${close.toFixed(3)} and ${distant.toFixed(3)})`);
    return `${embedder.model.name}, ${embedder.model.dimension} dimensions, weights ${embedder.model.sha256.slice(0, 12)}; near ${close.toFixed(2)}, far ${distant.toFixed(2)}`;
  },
  async index() {
    const { buildIndex } = await import("../../engine/search/build-index.ts");
    const { openIndex } = await import("../../engine/search/open-index.ts");
    const { terms, postings } = buildIndex({
      passages: [{ text: "two off-street spaces", heading: "Parking", kind: "text" }],
    });
    openIndex(terms, postings);
    return "built and opened";
  },
  async library(context) {
    const library = await context.library();
    const { documents, skipped } = await library.documents([], context);
    return `${library.folder}: ${documents.length} documents can be searched${skipped.length === 0 ? "" : `, ${skipped.length} cannot (see \`footnote status\`)`}`;
  },
};

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return Number.NaN;
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

/** One page with one line of Helvetica; MuPDF rebuilds the missing cross-reference table. */
const TINY_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 52>>stream
BT /F 12 Tf 40 120 Td (Evidence on page one) Tj ET  
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
`;
