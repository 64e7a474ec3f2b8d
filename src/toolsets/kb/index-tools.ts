import { z } from "zod";
import { CHUNKER_VERSION, EMBEDDING_TEXT_VERSION, SCHEMA_VERSION } from "../../engine/notes/database.ts";
import type { FinishedReindex, NotesStatus, RunningReindex } from "../../engine/notes/notes.ts";
import { NOTES_MODES, type NotesHit } from "../../engine/notes/search-notes.ts";
import { globTest } from "../../engine/notes/settings.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { objectTool } from "./tool.ts";

/** Matched without case. */
const insensitive = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess((value) => (typeof value === "string" ? value.toLowerCase() : value), z.enum(values));

export const ReindexResultSchema = z.object({
  scannedFiles: z.int(),
  indexedFiles: z.int(),
  skippedFiles: z.int(),
  deletedFiles: z.int(),
  chunksIndexed: z.int(),
  warning: z.string().nullable(),
});

const CurrentSchema = z.object({
  scope: z.enum(["changed", "all"]),
  force: z.boolean(),
  startedAtUtc: z.string(),
  processedFiles: z.int(),
  totalFiles: z.int().nullable(),
  currentPath: z.string().nullable(),
  isDestructiveRebuild: z.boolean(),
});

const LastSchema = z.object({
  scope: z.enum(["changed", "all"]),
  force: z.boolean(),
  startedAtUtc: z.string(),
  completedAtUtc: z.string(),
  outcome: z.enum(["succeeded", "failed", "cancelled"]),
  result: ReindexResultSchema.nullable(),
  error: z.string().nullable(),
});

export const StatusSchema = z.object({
  databasePath: z.string(),
  schemaVersion: z.string(),
  chunkerVersion: z.string(),
  embeddingTextBuilderVersion: z.string(),
  embeddingModel: z.string(),
  embeddingDimensions: z.int().nullable(),
  project: z.object({
    root: z.string(),
    documents: z.int(),
    chunks: z.int(),
    lastIndexedAtUtc: z.string().nullable(),
  }),
  synchronization: z
    .object({ pendingFiles: z.int(), paths: z.array(z.string()), lastError: z.string().nullable() })
    .nullable(),
  indexing: z
    .object({ isRunning: z.boolean(), current: CurrentSchema.nullable(), last: LastSchema.nullable() })
    .nullable(),
  indexMode: z.enum(["vector-enabled", "lexical"]),
  embeddingProvider: z.enum(["openai-compatible", "none"]),
  compatibility: z.object({ isCompatible: z.boolean(), problems: z.array(z.string()) }).nullable(),
  vectors: z.object({ ready: z.int(), of: z.int() }).optional().describe("Chunks that have their vector, of how many"),
});

export function statusObject(status: NotesStatus): z.input<typeof StatusSchema> {
  const { current, last, model, problems } = status;
  return {
    databasePath: status.storage,
    schemaVersion: String(SCHEMA_VERSION),
    chunkerVersion: String(CHUNKER_VERSION),
    embeddingTextBuilderVersion: String(EMBEDDING_TEXT_VERSION),
    embeddingModel: model?.name ?? "none",
    embeddingDimensions: model?.dimension ?? null,
    project: {
      root: status.root,
      documents: status.documents,
      chunks: status.chunks,
      lastIndexedAtUtc: status.lastIndexedAt,
    },
    synchronization: { pendingFiles: status.pending.length, paths: [...status.pending], lastError: status.lastError },
    indexing: {
      isRunning: current !== null,
      current: current === null ? null : runningObject(current),
      last: last === null ? null : finishedObject(last),
    },
    indexMode: model === null ? "lexical" : "vector-enabled",
    embeddingProvider: model === null ? "none" : "openai-compatible",
    compatibility: problems === null ? null : { isCompatible: problems.length === 0, problems: [...problems] },
    vectors: status.vectors,
  };
}

function runningObject({ startedAt, ...current }: RunningReindex): z.input<typeof CurrentSchema> {
  return { ...current, startedAtUtc: startedAt.toISOString() };
}

function finishedObject({ startedAt, completedAt, ...last }: FinishedReindex): z.input<typeof LastSchema> {
  return { ...last, startedAtUtc: startedAt.toISOString(), completedAtUtc: completedAt.toISOString() };
}

export const status = objectTool({
  name: "kb_status",
  title: "State of the index",
  description: "Tells what is indexed, what waits to be indexed, and how far a reindex is.",
  wrapped: false,
  effect: "reads",
  input: z.object({}),
  output: StatusSchema,
  run: (_, { notes }) => statusObject(notes().status()),
});

export const reindex = objectTool({
  name: "kb_reindex",
  title: "Bring the index up to date",
  description:
    "Starts indexing in the background and returns at once; one runs at a time. changed: files whose content changed; all: every file; force: also where the index was made with other settings.",
  wrapped: true,
  effect: "writes",
  input: z.object({ scope: insensitive(["changed", "all"]).default("changed"), force: z.boolean().default(false) }),
  output: z.object({ started: z.boolean(), current: CurrentSchema }),
  run({ scope, force }, { notes }) {
    const index = notes();
    const { started, current } = index.startReindex({ scope, force });
    if (started) void index.settled().then(() => index.fillVectors());
    return { started, current: runningObject(current) };
  },
});

const HitSchema = z.object({
  path: z.string(),
  pointer: z.string().describe("Full anchor of the first element of what was found"),
  fullPointer: z.string(),
  score: z.number(),
  searchMode: z.enum(NOTES_MODES),
  headingPath: z.string().nullable(),
  snippet: z.string(),
  readHint: z.object({ path: z.string(), pointer: z.string(), maxElements: z.int(), maxBytes: z.int() }),
  indexedSourceHash: z.string(),
  element: z
    .object({
      pointer: z.string(),
      kind: z.string(),
      lineStart: z.int(),
      lineEnd: z.int(),
      quote: z.string(),
      quoteSha256: z.string(),
    })
    .optional()
    .describe("The element that matched, with its lines, its text and the SHA-256 of that"),
});

const MOST_RESULTS = 50;
/** Reciprocal rank fusion's constant: scores of hybrid hits are of the size that it gives. */
const RRF_K = 60;

export const search = objectTool({
  name: "kb_search",
  title: "Search the notes",
  description:
    "Finds passages by their words, by meaning, or both. Each hit names the element that matched, with its lines and hash; read on with its readHint.",
  wrapped: true,
  effect: "reads",
  input: z.object({
    query: z.string(),
    mode: insensitive(NOTES_MODES).optional(),
    topK: z.number().optional().describe("Hits wanted, at most 50"),
    includeGlobs: z.array(z.string()).optional(),
    excludeGlobs: z.array(z.string()).optional(),
  }),
  output: z.object({ results: z.array(HitSchema), warning: z.string().nullable() }),
  async run({ query, mode, topK, includeGlobs = [], excludeGlobs = [] }, { notes, settings }) {
    const wrong = (what: string, problem: string) =>
      new FootnoteError("invalid_argument", { what, problem, command: "kb" });
    if (query.trim() === "") throw wrong("query", "it is blank");
    const limit = topK ?? settings.maxResults;
    if (!(limit >= 1)) throw wrong("topK", `${limit} is not at least 1`);
    // A wrong pattern is wrong whatever the state of the index.
    globTest([...includeGlobs, ...excludeGlobs]);
    const asked = mode ?? settings.defaultMode;
    const found = await notes().search({
      query,
      mode: asked,
      limit: Math.min(MOST_RESULTS, Math.trunc(limit)),
      includeGlobs,
      excludeGlobs,
      allWords: settings.strict,
    });
    return { results: found.hits.map((hit) => hitObject(hit, found.mode, settings.strict)), warning: found.warning };
  },
});

function hitObject(hit: NotesHit, mode: (typeof NOTES_MODES)[number], strict: boolean): z.input<typeof HitSchema> {
  const { path, pointer, rank, headingPath, snippet, indexedSourceHash, element } = hit;
  const byRank = mode === "hybrid" ? 2 / (RRF_K + rank) : 1 / rank;
  return {
    path,
    pointer,
    fullPointer: `${path}::${pointer}`,
    score: strict ? byRank : hit.score,
    searchMode: mode,
    headingPath,
    snippet,
    readHint: { path, pointer, maxElements: 20, maxBytes: 12_000 },
    indexedSourceHash,
    element,
  };
}
