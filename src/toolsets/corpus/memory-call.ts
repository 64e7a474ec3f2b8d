import { type CorpusRefusal, refusal } from "../../engine/corpus/query.ts";
import { quoted } from "../../engine/corpus/quoted.ts";
import { citationOf } from "../../engine/corpus/row.ts";
import type { ServedCorpus } from "../../engine/corpus/served.ts";
import type { Embedder } from "../../engine/embed/embedder.ts";
import type { MemoryRecord, MemoryStore } from "../../engine/memory/store.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { isGiven, numberOf } from "./search-arguments.ts";
import { badRequest, TeroError } from "./tero-error.ts";
import { type Fields, shown } from "./tero-query.ts";
import type { Scope } from "./tokens.ts";

/** Where learned things are kept. */
export interface Memory {
  readonly store: MemoryStore;
  readonly embedder: Embedder;
  readonly now: () => Date;
}

/** What each tool of memory needs. */
export const MEMORY_SCOPES: ReadonlyMap<string, Scope> = new Map([
  ["memory_store", "memory-write"],
  ["memory_retrieve", "memory-read"],
  ["memory_consolidate", "memory-write"],
]);
/** Ours; where memory is off they are names like any other. */
export const OWN_MEMORY_SCOPES: ReadonlyMap<string, Scope> = new Map([
  ["memory_list", "memory-read"],
  ["memory_forget", "memory-write"],
]);

/** Cosine below which a memory says nothing about the query. Over 6 memories, 6 questions that one answers had 0.58 or more with it, 9 that none answers 0.52 or less with all. */
const THRESHOLD = 0.55;
const DEFAULT_HITS = 10;
const MOST_HITS = 100;
const MOST_CHARACTERS = 100_000;

/** Runs a tool of memory; undefined for a name that is none. What is kept is never shown as a citation of the corpus. */
export async function memoryTool(
  name: string,
  given: Fields,
  memory: Memory,
  corpus: ServedCorpus,
): Promise<object | undefined> {
  try {
    return await run(name, given, memory, corpus);
  } catch (error) {
    if (error instanceof TeroError) throw error;
    throw new TeroError("internal", `memory cannot be used: ${toFootnoteError(error).message}`);
  }
}

async function run(name: string, given: Fields, memory: Memory, corpus: ServedCorpus): Promise<object | undefined> {
  switch (name) {
    case "memory_store":
      return store(given, memory, corpus.index.path);
    case "memory_retrieve":
      return retrieve(given, memory, corpus);
    case "memory_consolidate":
      return consolidate(memory);
    case "memory_list":
      return list(given, memory, corpus);
    case "memory_forget":
      return forget(given, memory);
    default:
      return undefined;
  }
}

async function store(given: Fields, { store, embedder, now }: Memory, indexPath: string): Promise<object> {
  const content = filled(given.content, "memory_store requires string `content`");
  if (content.length > MOST_CHARACTERS)
    throw badRequest(`\`content\` exceeds the ${MOST_CHARACTERS}-character limit (${content.length} chars given)`);
  const anchors = isGiven(given.anchors) ? given.anchors : "";
  if (typeof anchors !== "string")
    throw badRequest(`\`anchors\` must be a comma-separated string, got ${shown(anchors)}`);
  const importance = importanceOf(given.importance);
  const metadata = { source: "tero-l1", tero_anchors: anchors, tero_index: indexPath };
  const [vector] = await embedder.embedPassages([content]);
  if (vector === undefined) throw new TeroError("internal", "memory cannot be used: the model gave no vector");
  return { kind: "memory_stored", id: store.put(content, vector, { importance, metadata, now: now() }) };
}

async function retrieve(given: Fields, { store, embedder }: Memory, corpus: ServedCorpus): Promise<object> {
  const query = filled(given.query, "memory_retrieve requires string `query`");
  const most = Math.min(numberOf(given.k, "k", 1, DEFAULT_HITS), MOST_HITS);
  const hits = store.nearest(await embedder.embedQuery(query), most, THRESHOLD);
  if (hits.length === 0) return nothingNear(query, store.count);
  return {
    kind: "memory_hits",
    items: hits.map(({ record, score }) => shownRecord(record, corpus, Number(score.toFixed(4)))),
  };
}

function consolidate({ store, now }: Memory): object {
  const began = now();
  const { processed, deleted } = store.consolidate(began);
  const seconds = (now().getTime() - began.getTime()) / 1000;
  return {
    kind: "memory_consolidated",
    stats: { items_processed: processed, items_deleted: deleted, duration_secs: seconds, errors: 0 },
  };
}

function list(given: Fields, { store }: Memory, corpus: ServedCorpus): object {
  const limit = Math.min(numberOf(given.limit, "limit", 1, DEFAULT_HITS), MOST_HITS);
  const offset = numberOf(given.offset, "offset", 0, 0);
  const records = store.list(limit, offset);
  const kept = store.count;
  if (records.length === 0)
    return refusal(
      "memory_no_match",
      { kept, offset },
      `${kept} thing(s) are kept in memory, none from offset ${offset} on`,
    );
  return {
    kind: "memory_list",
    items: records.map((record) => shownRecord(record, corpus)),
    paging: { limit, offset, returned: records.length, matched: kept, truncated: offset + records.length < kept },
  };
}

function forget(given: Fields, { store }: Memory): object {
  const key = filled(given.key, "memory_forget requires string `key`");
  if (store.forget(key)) return { kind: "memory_forgotten", id: key };
  return refusal("memory_no_match", { key }, `no memory has the key ${quoted(key)}`);
}

/** The four keys that clients know, then ours; an anchor is looked up in the index as it is now. */
function shownRecord(record: MemoryRecord, corpus: ServedCorpus, score?: number): object {
  const { content, domain, importance, metadata, key, time } = record;
  const { index } = corpus;
  const anchors = new Set((metadata.tero_anchors ?? "").split(",").map((anchor) => anchor.trim()));
  anchors.delete("");
  const rows = [...anchors].map((anchor) => ({ anchor, row: index.at(anchor) ?? index.first(anchor) }));
  return {
    content,
    domain,
    importance,
    metadata,
    key,
    ...(score === undefined ? {} : { score }),
    time,
    anchor_citations: rows.flatMap(({ row }) =>
      row === undefined ? [] : [corpus.namedCitation(citationOf(row), row)],
    ),
    anchors_unresolved: rows.filter(({ row }) => row === undefined).map(({ anchor }) => anchor),
  };
}

function nothingNear(query: string, kept: number): CorpusRefusal {
  return refusal(
    "memory_no_match",
    { query, memories_scanned: kept, threshold: THRESHOLD },
    `refusing to answer ${quoted(query)} from memory — none of ${kept} memories lies at or above the threshold of ${THRESHOLD}`,
  );
}

/** A text with more than blanks in it. */
function filled(value: unknown, problem: string): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw badRequest(problem);
}

function importanceOf(value: unknown): number {
  if (!isGiven(value)) return 1;
  if (typeof value !== "number") throw badRequest(`\`importance\` must be a number in [0,1], got ${shown(value)}`);
  return Math.min(Math.max(value, 0), 1);
}
