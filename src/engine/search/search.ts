import { FootnoteError } from "../../foundation/errors.ts";
import type { Embedder } from "../embed/embedder.ts";
import { BM25_WEIGHTS, scoreLexical } from "./bm25.ts";
import { fingerprintOf, makeCursor, readCursor } from "./cursor.ts";
import { type DenseResult, fullScan, type VectorScan } from "./dense.ts";
import type { SearchDocument } from "./document.ts";
import { documentFilter, passageFilter, type SearchFilters } from "./filters.ts";
import { gather } from "./gather.ts";
import type { SearchMode, SearchOutcome, SearchQuery } from "./outcome.ts";
import { type ParsedQuery, parseQuery } from "./query.ts";
import { rank } from "./rank.ts";
import { refuse } from "./refuse.ts";
import { Scratch } from "./scratch.ts";

/** What the dense lane needs: an Embedder will do. */
export type QueryEmbedder = Pick<Embedder, "embedQuery" | "denseWeight" | "model">;

/** From where words are scored to its end a search waits for nothing, so that one will do for all. */
const scratch = new Scratch();

/**
 * Ranks passages of `documents`. Without an embedder or vectors, hybrid falls back to lexical, and the outcome says so; dense refuses.
 * Same arguments, same outcome; ties go by order of documents, then of passages.
 */
export async function search(
  documents: readonly SearchDocument[],
  query: SearchQuery,
  embedder?: QueryEmbedder,
  scan = fullScan(documents),
): Promise<SearchOutcome> {
  const parsed = parseQuery(query.text);
  const vectors = scan.count;
  const dense = await denseLane(documents, query, parsed, scan, embedder);
  const lane = dense === undefined ? "lexical" : query.mode;
  scratch.clear();
  const lexical = scoreLexical(documents, parsed.groups, BM25_WEIGHTS, scratch);
  const offset =
    query.cursor === undefined ? 0 : readCursor(query.cursor, fingerprint(documents, query, lane, vectors));
  const cap = documents.length > 1 ? (query.perDocument ?? 0) : 0;
  const candidates = rank(documents, parsed, {
    lane,
    lexical,
    dense,
    denseWeight: embedder?.denseWeight ?? 0,
    allows: allowed(documents, query.filters ?? {}),
    floor: query.floor !== false,
    // A cap may pass over any number.
    depth: cap > 0 ? Number.POSITIVE_INFINITY : offset + query.limit + MARGIN,
  });
  const { hits, more } = gather(documents, candidates, { offset, limit: query.limit, cap });
  const outcome = {
    hits,
    lane,
    vectors,
    more,
    terms: new Set(parsed.groups.flatMap(({ whole, parts }) => [...whole, ...parts])),
    missing: lexical.missing.map(({ surface }) => surface),
  };
  if (hits.length === 0 && offset === 0) {
    return { ...outcome, refusal: refuse(documents, query, parsed, candidates, outcome, lexical.missing) };
  }
  return more > 0
    ? { ...outcome, cursor: makeCursor(fingerprint(documents, query, lane, vectors), offset + hits.length) }
    : outcome;
}

/** Ranked beyond what is asked for: what is the same again, and what only a closer look moves up. */
const MARGIN = 500;

/** The model's language: an English vocabulary cuts other scripts into single characters, and their vectors say nothing. */
const ENGLISH_MODEL = /(?:^|-)en(?:-|$)|english/;

async function denseLane(
  documents: readonly SearchDocument[],
  { text, mode }: SearchQuery,
  { groups }: ParsedQuery,
  scan: VectorScan,
  embedder: QueryEmbedder | undefined,
): Promise<DenseResult | undefined> {
  if (mode === "lexical" || embedder === undefined || scan.count.ready === 0) return undefined;
  if (mode === "hybrid" && ENGLISH_MODEL.test(embedder.model.name) && groups.some(({ kind }) => kind === "grams")) {
    return undefined;
  }
  for (const { path, vectors, modelSha256 } of documents) {
    if (vectors !== undefined && modelSha256 !== undefined && modelSha256 !== embedder.model.sha256) {
      throw new FootnoteError("model_mismatch", { path, found: modelSha256, expected: embedder.model.name });
    }
  }
  return scan.score(await embedder.embedQuery(text.replace(/["“”„]/g, " ").trim()));
}

function allowed(documents: readonly SearchDocument[], filters: SearchFilters) {
  const ofDocument = documentFilter(filters);
  const { pages, kinds = [], chosen = () => true } = filters;
  const ofPassage = pages === undefined && kinds.length === 0 ? undefined : passageFilter(filters);
  const open = documents.map((document) => ofDocument(document));
  return (document: number, passage: number): boolean => {
    const one = documents[document];
    if (open[document] !== true || one === undefined || !chosen(document, passage)) return false;
    return ofPassage === undefined || ofPassage(one, passage);
  };
}

/** A cursor holds for the same query over the same documents, as far as their vectors have got. The limit may change. */
function fingerprint(
  documents: readonly SearchDocument[],
  query: SearchQuery,
  lane: SearchMode,
  vectors: SearchOutcome["vectors"],
): string {
  const { text, filters = {}, perDocument = 0, floor = true } = query;
  return fingerprintOf([text, lane, filters, perDocument, floor, vectors, documents.map(({ id }) => id)]);
}
