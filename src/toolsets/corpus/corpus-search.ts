import { z } from "zod";
import { RefusalSchema } from "../../engine/answers.ts";
import type { Corpus } from "../../engine/corpus/live-corpus.ts";
import { type Row, textOf } from "../../engine/corpus/row.ts";
import { rowFilter } from "../../engine/corpus/row-filter.ts";
import { fingerprintOf, makeCursor, readCursor } from "../../engine/search/cursor.ts";
import { SEARCH_MODES, type SearchOutcome } from "../../engine/search/outcome.ts";
import { search } from "../../engine/search/search.ts";
import { snippet } from "../../engine/search/snippet.ts";
import type { Context } from "../context.ts";
import { corporaOf, rankedWith } from "../corpora.ts";
import { count } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { renderRefusal } from "../render-refusal.ts";
import { type CitedRow, CitedRowSchema, citedRow, renderRow } from "./row-fields.ts";

const List = z.array(z.string().min(1).max(500)).default([]);

const InputSchema = z.strictObject({
  query: z.string().min(1).max(2000).optional().describe("Words, or a question; without it the filters alone choose"),
  family: List.describe("Only rows of these families: doc, research, issue, changelog, skill"),
  kind: List.describe("Only rows of these kinds (rfc, adr, issue, epic, section …), whatever their case"),
  status: List.describe("Only rows with one of these statuses (Accepted, todo …), whatever their case"),
  id: List.describe("Only rows with one of these ids"),
  epic: List.describe("Only issues of these epics"),
  tag: List.describe("Only rows with this extraction tag"),
  file: List.describe("Only rows of this file, below this folder, or matching this glob"),
  corpus: z.string().optional().describe("Only this corpus"),
  mode: z.enum(SEARCH_MODES).default("hybrid").describe("lexical: by words; dense: by meaning; hybrid: both"),
  limit: z.int().min(1).max(200).default(10).describe("At most so many rows"),
  cursor: z.string().optional().describe("Goes on after an earlier answer to the same query"),
  full: z.boolean().default(false).describe("Whole rows as the index has them"),
  passages: z.boolean().default(false).describe("The passage of each row, as its file has it now"),
  check: z.boolean().default(true).describe("Hold each citation against its file"),
  budget: z.int().min(200).default(16_000).describe("At most so many characters of rows in all"),
  floor: z.boolean().default(true).describe("Refuse when nothing really answers"),
});
type Input = z.output<typeof InputSchema>;

export const corpusSearch = defineOperation({
  name: "corpus_search",
  title: "Search the cited corpus",
  description:
    "Finds rows of a repository's index (documents, sections, issues, changelog entries, skills) by words, meaning, and any filters together. Each row has its citation (file, line, anchor), whether that still holds, and why it is there. When nothing answers, the result is a refusal with its reason.",
  input: InputSchema,
  output: z.object({
    rows: z.array(CitedRowSchema).optional(),
    explain: z
      .object({
        query: z.string(),
        scanned: z.int().describe("Rows looked at"),
        matched: z.int().optional().describe("Rows that the filters leave, where no words were given"),
        order_by: z.string(),
        lane: z.enum(SEARCH_MODES).optional().describe("What was really searched by"),
        vectors: z.object({ ready: z.int(), of: z.int() }).optional(),
        missing: z.array(z.string()).optional().describe("Words that stand in no row"),
      })
      .optional(),
    more: z.int().optional().describe("Rows after these"),
    cursor: z.string().optional(),
    shown: z.string().optional().describe("How many rows fitted into the budget"),
    refusal: RefusalSchema.optional(),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["query"],
    short: { limit: "n", mode: "m" },
    examples: [
      'footnote corpus search "flow control"',
      "footnote corpus search --kind epic --status in-progress",
      'footnote corpus search "bounded queue" --family issue --passages',
    ],
  },
  async run(input, context) {
    const corpora = await corporaOf(context, input.corpus);
    const found = input.query === undefined ? filtered(corpora, input) : await ranked(corpora, input, context);
    if ("refusal" in found) return found;
    const rows: CitedRow[] = [];
    let used = 0;
    for (const { row, corpus, score, why } of found.hits) {
      const wanted = { check: input.check, full: input.full, passage: input.passages ? MOST_PASSAGE : undefined };
      const cited = { ...(await citedRow(row, corpus, wanted)), ...(score === undefined ? {} : { score }), why };
      used += JSON.stringify(cited).length;
      if (rows.length > 0 && used > input.budget) break;
      rows.push(cited);
    }
    const cut = rows.length < found.hits.length;
    const more = found.more + found.hits.length - rows.length;
    return {
      rows,
      explain: found.explain,
      more,
      ...(more === 0 ? {} : { cursor: makeCursor(found.fingerprint, found.offset + rows.length) }),
      ...(cut ? { shown: `${rows.length} of ${found.hits.length}` } : {}),
    };
  },
  render({ rows = [], explain, more = 0, cursor, shown, refusal }) {
    if (refusal !== undefined) return renderRefusal(refusal);
    const { lane, vectors } = explain ?? {};
    const partial =
      vectors === undefined || vectors.ready === vectors.of
        ? ""
        : `, vectors for ${vectors.ready} of ${vectors.of} rows`;
    return [
      ...rows.map((row, at) => `${at + 1}. ${renderRow(row)}`),
      [
        `${count(rows.length, "row")}${lane === undefined ? "" : `, ${lane}${partial}`}${more > 0 ? `, ${more} more` : ""}.`,
        shown === undefined ? "" : `Shown: ${shown}, as the budget allows.`,
        cursor === undefined ? "" : `Go on: --cursor ${cursor}`,
      ]
        .filter((part) => part !== "")
        .join(" "),
    ].join("\n\n");
  },
  exitCode: ({ refusal }) => (refusal === undefined ? 0 : 1),
});

const MOST_PASSAGE = 1600;

interface Found {
  readonly hits: readonly {
    readonly row: Row;
    readonly corpus: Corpus;
    readonly score?: number;
    readonly why: string;
  }[];
  readonly more: number;
  readonly offset: number;
  readonly fingerprint: string;
  readonly explain: {
    readonly query: string;
    readonly scanned: number;
    readonly matched?: number;
    readonly order_by: string;
    readonly lane?: SearchOutcome["lane"];
    readonly vectors?: SearchOutcome["vectors"];
    readonly missing?: string[];
  };
}

interface Refused {
  readonly refusal: z.output<typeof RefusalSchema>;
}

/** Every row that the filters leave, in canonical order, corpus by corpus. */
function filtered(corpora: readonly Corpus[], input: Input): Found | Refused {
  const { holds, shown } = rowFilter(input);
  const all = corpora.flatMap((corpus) => corpus.index.rows.filter(holds).map((row) => ({ row, corpus, why: shown })));
  const fingerprint = fingerprintFor(corpora, input);
  const offset = input.cursor === undefined ? 0 : readCursor(input.cursor, fingerprint);
  if (all.length === 0) return { refusal: nothing(corpora, `No row has ${shown}.`) };
  const hits = all.slice(offset, offset + input.limit);
  return {
    hits,
    more: Math.max(0, all.length - offset - hits.length),
    offset,
    fingerprint,
    explain: {
      query: shown,
      scanned: rowsIn(corpora),
      matched: all.length,
      order_by: "canonical order: family, file, line, anchor",
    },
  };
}

async function ranked(corpora: readonly Corpus[], input: Input, context: Context): Promise<Found | Refused> {
  const { holds, shown } = rowFilter(input);
  const { documents, embedder } = await rankedWith(corpora, input.mode, context);
  const fingerprint = fingerprintFor(corpora, input);
  const offset = input.cursor === undefined ? 0 : readCursor(input.cursor, fingerprint);
  const rowAt = (document: number, passage: number) => corpora[document]?.index.rows[passage];
  const outcome = await search(
    documents,
    {
      text: input.query ?? "",
      mode: input.mode,
      limit: offset + input.limit,
      floor: input.floor,
      filters:
        shown === ""
          ? {}
          : {
              chosen: (document, passage) => {
                const row = rowAt(document, passage);
                return row !== undefined && holds(row);
              },
            },
    },
    embedder,
  );
  if (outcome.refusal !== undefined) {
    const { reason, message, scanned } = outcome.refusal;
    return { refusal: { ...nothing(corpora, message), reason, scanned: { ...scanned, documents: corpora.length } } };
  }
  const places = outcome.hits.flatMap((hit) => [hit, ...hit.alsoIn.map((twin) => ({ ...hit, ...twin }))]);
  const hits = places.flatMap(({ document, passage, score }) => {
    const [row, corpus] = [rowAt(document, passage), corpora[document]];
    if (row === undefined || corpus === undefined) return [];
    return [{ row, corpus, score: Math.round(score * 1e4) / 1e4, why: whyFound(row, outcome) }];
  });
  return {
    hits: hits.slice(offset, offset + input.limit),
    more: outcome.more + Math.max(0, hits.length - offset - input.limit),
    offset,
    fingerprint,
    explain: {
      query: `“${input.query ?? ""}”${shown === "" ? "" : ` with ${shown}`}`,
      scanned: rowsIn(corpora),
      order_by: ORDERS[outcome.lane],
      lane: outcome.lane,
      vectors: outcome.vectors,
      ...(outcome.missing.length === 0 ? {} : { missing: [...outcome.missing] }),
    },
  };
}

const ORDERS = {
  lexical: "words (BM25F over id, titles and summary)",
  dense: "meaning (cosine of title and summary)",
  hybrid: "words (BM25F over id, titles and summary) and meaning (cosine), fused",
} as const;

/** Where the query's words stand in a row. */
function whyFound(row: Row, { terms }: SearchOutcome): string {
  const fields = [
    ["id", textOf(row, "id")],
    ["title", row.title],
    ["summary", textOf(row, "summary")],
    ["file", row.file],
  ] as const;
  const parts = fields.flatMap(([name, value]) => {
    if (value === undefined || (name === "summary" && value === row.title)) return [];
    const { text, matches } = snippet(value, terms, Number.MAX_SAFE_INTEGER);
    const words = [...new Set(matches.map(([from, to]) => text.slice(from, to).toLowerCase()))];
    return words.length === 0 ? [] : [`${name}: ${words.join(" ")}`];
  });
  return parts.length === 0 ? "by meaning" : parts.join("; ");
}

function fingerprintFor(corpora: readonly Corpus[], { cursor: _, limit: __, budget: ___, ...asked }: Input): string {
  return fingerprintOf([asked, corpora.map(({ index }) => index.sha256)]);
}

function rowsIn(corpora: readonly Corpus[]): number {
  return corpora.reduce((sum, { index }) => sum + index.rows.length, 0);
}

function nothing(corpora: readonly Corpus[], message: string): Refused["refusal"] {
  return {
    reason: "no_match",
    message,
    remedy:
      "See with corpus_overview which families, kinds and statuses there are, or use the corpus's own words; `search` looks into the files' text.",
    scanned: { documents: corpora.length, passages: rowsIn(corpora) },
  };
}
