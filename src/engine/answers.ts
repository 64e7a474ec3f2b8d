import { z } from "zod";

/** The shapes that every face shows (DESIGN.md §2). Fields are only ever added. */
// Arrays of fixed length, not tuples: the 2025-era clients validate by JSON Schema draft 7, which has no prefixItems.
const PairSchema = z.array(z.int()).length(2);

const BoxSchema = z.array(z.number()).length(4).describe("[x0, y0, x1, y1] in points, origin top left");

export const RegionSchema = z.object({
  page: z.int().min(1).describe("Physical page, from 1"),
  label: z.string().optional().describe("The page's printed label"),
  bbox: BoxSchema,
  pageSize: z.array(z.number()).length(2).describe("Width and height of the page in points"),
});

export const SourceSchema = z.object({
  title: z.string(),
  path: z.string().describe("Where the document was read from"),
  sha256: z.string().describe("Hex SHA-256 of the document's bytes"),
});

const StatusSchema = z.object({
  state: z.enum(["fresh", "stale"]),
  reason: z.string().optional().describe("Why it is stale"),
});

export const EvidenceSchema = z.object({
  id: z.string().describe("Short name within this answer: e1, e2, …"),
  kind: z.enum(["passage", "table", "figure", "section", "row", "value"]),
  text: z.string(),
  score: z.number().optional(),
  where: z.string().describe("The place as a person would write it"),
  locator: z.string().describe("Opens the same place again with `read`, `verify`, `cite` or as a resource"),
  page: z.int().optional(),
  label: z.string().optional().describe("The page's printed label"),
  lines: PairSchema.optional().describe("First and last source line, for formats with lines"),
  element: z
    .object({
      pointer: z.string().describe("Full anchor, as kb_read and kb_patch take it"),
      lines: PairSchema,
      sha256: z.string().describe("Of the element's text"),
      locator: z.string().describe("footnote:kb/…: opens the element as it is now, or says that it changed"),
    })
    .optional()
    .describe("Markdown: the element of the file in which it begins"),
  row: z
    .object({
      corpus: z.string(),
      anchor: z.string(),
      id: z.string().optional(),
      kind: z.string(),
      status: z.string().optional(),
      verdict: z.enum(["current", "moved", "changed", "missing", "unknown"]).describe("Of the row's citation"),
      how: z.string().optional(),
      locator: z.string().describe("footnote:corpus/…: opens the row wherever it stands now"),
    })
    .optional()
    .describe("The row of a served corpus in which it begins"),
  heading: z.array(z.string()).optional().describe("Headings it stands under, outermost first"),
  source: SourceSchema,
  regions: z.array(RegionSchema).optional(),
  status: StatusSchema.optional(),
  /** Search only: character ranges of `text` that matched. */
  matches: z.array(PairSchema).optional(),
  context: z.object({ before: z.string().optional(), after: z.string().optional() }).optional(),
  notes: z
    .array(z.string())
    .optional()
    .describe("What to know before quoting it (shortened, continues over a page, low confidence …)"),
});

export const RefusalSchema = z.object({
  reason: z.string().describe("A code: no_match, below_floor, no_documents, not_found …"),
  message: z.string(),
  remedy: z.string(),
  scanned: z.object({ documents: z.int(), passages: z.int() }).catchall(z.unknown()),
});

export const VERDICTS = ["supported", "altered", "misattributed", "stitched", "not_found"] as const;

export const VerdictSchema = z.object({
  quote: z.string(),
  verdict: z.enum(VERDICTS),
  reason: z.string().describe("One sentence in words"),
  evidence: EvidenceSchema.optional().describe("Where it really stands"),
  claimed: z.string().optional().describe("The locator the answer gave for it"),
  difference: z
    .array(z.object({ op: z.enum(["same", "quote", "source"]), text: z.string() }))
    .optional()
    .describe("Word by word: `quote` stands only in the quote, `source` only in the document"),
  parts: z
    .array(z.object({ text: z.string(), evidence: EvidenceSchema }))
    .optional()
    .describe("The places a stitched quote was put together from"),
});

export type Region = z.infer<typeof RegionSchema>;
export type Evidence = z.infer<typeof EvidenceSchema>;
export type Refusal = z.infer<typeof RefusalSchema>;
export type Verdict = z.infer<typeof VerdictSchema>;
