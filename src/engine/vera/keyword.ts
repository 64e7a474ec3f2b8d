import { FootnoteError } from "../../foundation/errors.ts";
import { columnsOf } from "./columns.ts";
import type { Connection } from "./connection.ts";
import { LIMITS } from "./limits.ts";
import { joinedWords } from "./tokens.ts";

/** A chunk that VERA's own keyword search finds; a larger score is better. */
export interface KeywordHit {
  readonly chunkId: string;
  /** Minus SQLite's bm25(). */
  readonly score: number;
}

/**
 * VERA's own keyword search, for those who must have its results: the query as FTS5 reads it, operators and all; where that finds nothing or is no FTS5, any
 * of its words as a prefix. Unsorted. Throws vera_invalid when the table is not an FTS5 table.
 */
export function keywordHits(connection: Connection, query: string): KeywordHit[] {
  const found = match(connection, query);
  if (found !== undefined && found.length > 0) return found;
  const words = joinedWords(query)
    .split(" ")
    .map((word) => word.replace(/[^\p{L}\p{N}_]/gu, ""))
    .filter(Boolean);
  return words.length === 0 ? [] : (match(connection, words.map((word) => `${word}*`).join(" OR ")) ?? []);
}

/** Undefined when FTS5 cannot read the query. */
function match(connection: Connection, expression: string): KeywordHit[] | undefined {
  const hits: KeywordHit[] = [];
  const sql = "SELECT chunk_id, bm25(chunks_fts) AS rank_there FROM chunks_fts WHERE chunks_fts MATCH ?";
  try {
    for (const row of connection.rows(sql, expression)) {
      if (hits.length === LIMITS.rows) break;
      const chunkId = columnsOf(row, "chunks_fts", connection.path).text("chunk_id");
      hits.push({ chunkId, score: -Number(row.rank_there) });
    }
    return hits;
  } catch (error) {
    if (isSyntaxError(error)) return undefined;
    throw error;
  }
}

/** FTS5 tells of syntax by message alone: a query it cannot parse, a quote without its other half, a column that is not there. */
function isSyntaxError(error: unknown): boolean {
  const problem = error instanceof FootnoteError ? String(error.details.problem) : "";
  return /^fts5: syntax error|^unterminated string|^no such column|^unknown special query|^malformed MATCH/.test(
    problem,
  );
}
