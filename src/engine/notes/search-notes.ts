import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { collectorAbove } from "../../foundation/memory.ts";
import type { Refusal } from "../answers.ts";
import type { Embedder } from "../embed/embedder.ts";
import { parseQuery } from "../search/query.ts";
import { search } from "../search/search.ts";
import { snippet } from "../search/snippet.ts";
import type { ChunkElement } from "./chunk.ts";
import type { NotesSegment, Segments } from "./segments.ts";
import { globTest } from "./settings.ts";
import type { Store, StoredChunk } from "./store.ts";
import { scanOf } from "./vector-scan.ts";

export const NOTES_MODES = ["lexical", "semantic", "hybrid"] as const;
export type NotesMode = (typeof NOTES_MODES)[number];

export interface NotesQuery {
  readonly query: string;
  readonly mode: NotesMode;
  /** Hits wanted, from 1. */
  readonly limit: number;
  /** Absent or empty: everything. */
  readonly includeGlobs?: readonly string[];
  readonly excludeGlobs?: readonly string[];
  /** Where some chunks hold every word of the query, those alone (kb.md §5.3); and nothing is held back as too far off. */
  readonly allWords?: boolean;
}

export interface NotesHit {
  readonly path: string;
  /** Full anchor of the chunk's first element. */
  readonly pointer: string;
  /** Higher is better. Lexical: BM25; semantic: cosine; hybrid: 0 to 1, and more with exact identifiers. */
  readonly score: number;
  /** From 1. */
  readonly rank: number;
  readonly headingPath: string | null;
  /** The words found stand between "[" and "]"; "..." where it is cut. */
  readonly snippet: string;
  /** SHA-256 of the file when it was indexed. */
  readonly indexedSourceHash: string;
  /** The element that matched. */
  readonly element: {
    readonly pointer: string;
    readonly kind: ChunkElement["kind"];
    readonly lineStart: number;
    readonly lineEnd: number;
    /** Its text as far as the index has it, and the SHA-256 of that. */
    readonly quote: string;
    readonly quoteSha256: string;
  };
}

export interface NotesAnswer {
  readonly hits: readonly NotesHit[];
  /** The mode that was really executed. */
  readonly mode: NotesMode;
  readonly vectors: { readonly ready: number; readonly of: number };
  /** Why `mode` is another than was asked for. */
  readonly warning: string | null;
  readonly refusal?: Refusal;
}

const SNIPPET = 240;
/** Hits that are looked at for all words. */
const LOOKED_AT = 50;

/** Postings and scores of large folders lie outside of what the collector sees. */
const collect = collectorAbove(420_000_000, 8);

/** Searches an index. Throws `note_index_not_ready` for one without chunks and for `semantic` without vectors, and what globs are refused with. */
export async function searchNotes(
  store: Store,
  segments: Segments,
  asked: NotesQuery,
  openModel: (() => Promise<Embedder>) | undefined,
): Promise<NotesAnswer> {
  const current = segments.current();
  if (!store.hasText())
    throw new FootnoteError("note_index_not_ready", {
      problem: "no file with text is indexed",
      remedy: "Run kb_reindex, and wait until kb_status says that it is done.",
    });
  const { embedder, warning } = await modelFor(asked, store, openModel);
  const chosen = chosenBy(asked, current);
  const outcome = await search(
    current,
    {
      text: asked.query,
      mode: embedder === undefined ? "lexical" : asked.mode === "semantic" ? "dense" : asked.mode,
      limit: asked.allWords === true ? Math.max(asked.limit, LOOKED_AT) : asked.limit,
      floor: asked.allWords !== true,
      ...(chosen === undefined ? {} : { filters: { chosen } }),
    },
    embedder,
    embedder && scanOf(store.database, current, embedder.model.dimension),
  );
  collect();
  const places = outcome.hits.flatMap((hit) => [hit, ...hit.alsoIn.map((twin) => ({ ...hit, ...twin }))]);
  const load = (some: readonly (typeof places)[number][]): Found[] =>
    some.flatMap(({ document, passage, score }) => {
      const chunk = store.chunk(current[document]?.chunkIds[passage] ?? -1);
      return chunk === undefined ? [] : [{ chunk, score }];
    });
  const kept =
    asked.allWords === true && outcome.lane !== "dense"
      ? withAllWords(load(places), asked.query)
      : load(places.slice(0, asked.limit));
  const hits = kept.slice(0, asked.limit).map(({ chunk, score }, at) => hitOf(chunk, score, at + 1, outcome.terms));
  const lane = outcome.lane === "dense" ? "semantic" : outcome.lane;
  const { vectors, refusal } = outcome;
  return { hits, mode: lane, vectors, warning, ...(refusal === undefined ? {} : { refusal }) };
}

async function modelFor(asked: NotesQuery, store: Store, openModel: (() => Promise<Embedder>) | undefined) {
  if (asked.mode === "lexical") return { embedder: undefined, warning: null };
  const some = store.database.query("SELECT 1 FROM vectors LIMIT 1").get() !== null;
  const problem =
    openModel === undefined
      ? "embeddings are switched off"
      : some
        ? undefined
        : "no vectors have been made yet, they follow in the background";
  if (problem === undefined && openModel !== undefined) return { embedder: await openModel(), warning: null };
  if (asked.mode === "semantic")
    throw new FootnoteError("note_index_not_ready", {
      problem: `${problem}, and semantic search needs them`,
      remedy: "Search with mode lexical.",
    });
  return { embedder: undefined, warning: `Only words were searched: ${problem}.` };
}

/** Undefined where everything is. */
function chosenBy({ includeGlobs = [], excludeGlobs = [] }: NotesQuery, segments: readonly NotesSegment[]) {
  if (includeGlobs.length + excludeGlobs.length === 0) return undefined;
  const [included, excluded] = [globTest(includeGlobs), globTest(excludeGlobs)];
  const known = new Map<string, boolean>();
  return (document: number, passage: number): boolean => {
    const path = segments[document]?.pathOf(passage) ?? "";
    const before = known.get(path);
    if (before !== undefined) return before;
    const is = (includeGlobs.length === 0 || included(path)) && !excluded(path);
    known.set(path, is);
    return is;
  };
}

interface Found {
  readonly chunk: StoredChunk;
  readonly score: number;
}

function withAllWords(found: readonly Found[], query: string): readonly Found[] {
  const { groups } = parseQuery(query);
  const holdsAll = ({ chunk }: Found): boolean =>
    groups.every(({ whole, parts }) => {
      const terms = new Set(whole.length > 0 ? whole : parts);
      return snippet(`${chunk.headingPath ?? ""}\n${chunk.text}`, terms, Number.MAX_SAFE_INTEGER).matches.length > 0;
    });
  const all = found.filter(holdsAll);
  return all.length > 0 ? all : found;
}

function hitOf(chunk: StoredChunk, score: number, rank: number, terms: ReadonlySet<string>): NotesHit {
  const { path, headingPath, text, elements, sha256: indexedSourceHash } = chunk;
  const shown = snippet(text, terms, SNIPPET);
  const at = shown.start + (shown.matches[0]?.[0] ?? 0);
  const element = elements.find(({ start, end }) => start <= at && at < end) ?? elements[0];
  const quote = element === undefined ? text : text.slice(element.start, element.end);
  return {
    path,
    pointer: elements[0]?.pointer ?? "document",
    score,
    rank,
    headingPath,
    snippet: marked(shown, text.length),
    indexedSourceHash,
    element: {
      pointer: element?.pointer ?? "document",
      kind: element?.kind ?? "paragraph",
      lineStart: element?.lineStart ?? 1,
      lineEnd: element?.lineEnd ?? 1,
      quote,
      quoteSha256: sha256(new TextEncoder().encode(quote)),
    },
  };
}

function marked({ text, matches, start, end }: ReturnType<typeof snippet>, length: number): string {
  let shown = "";
  let at = 0;
  for (const [from, to] of matches) {
    shown += `${text.slice(at, from)}[${text.slice(from, to)}]`;
    at = to;
  }
  return `${start > 0 ? "..." : ""}${shown}${text.slice(at)}${end < length ? "..." : ""}`;
}
