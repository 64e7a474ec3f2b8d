import type { CorpusIndex } from "./index.ts";
import { answer, type CorpusAnswer, type CorpusRefusal, type Hit, noMatch, refusal } from "./query.ts";
import { quoted } from "./quoted.ts";
import { type Row, textOf } from "./row.ts";
import { BY_RELEVANCE, scoresOf, termsOf, whyFound } from "./scoring.ts";

/** Conditions that hold together; none of them browses the index. */
export interface ComposedSearch {
  readonly id?: string;
  readonly kind?: string;
  readonly family?: string;
  readonly tag?: string;
  readonly status?: string;
  readonly text?: string;
  /** At least 1; more than MOST_ROWS is cut to that, and said so. */
  readonly limit: number;
  readonly offset: number;
  readonly order: "auto" | "relevance" | "canonical";
}

export interface Paging {
  readonly limit: number;
  readonly offset: number;
  readonly returned: number;
  readonly matched: number;
  readonly truncated: boolean;
}

export interface ComposedAnswer extends CorpusAnswer {
  readonly paging: Paging;
}

const MOST_ROWS = 50;
const CANONICAL = "canonical index order (family, file, line, anchor)";

/** One page of the rows that meet all conditions, ranked where there is text; a refusal where none does, or where the page lies beyond the last (corpus.md, appendix A). */
export function composedSearch(index: CorpusIndex, search: ComposedSearch): ComposedAnswer | CorpusRefusal {
  const { text, offset, order } = search;
  const limit = Math.min(search.limit, MOST_ROWS);
  const shown = shownConditions(search);
  const conditions = shown.length === 0 ? "(no predicate — browsing the full index)" : shown.join(" AND ");
  const scanned = index.rows.length;
  const terms = text === undefined ? undefined : termsOf(text);
  const scores = terms === undefined ? undefined : scoresOf(index, terms);
  const scoreOf = (row: Row): number => scores?.[index.placeOf(row)] ?? 0;
  const met = rowsThatMeet(index, search);
  const found = scores === undefined ? met : met.filter((row) => scoreOf(row) > 0);
  if (found.length === 0) return noMatch(`search(${conditions})`, scanned);
  if (offset >= found.length) return emptyPage(`search(${conditions})`, scanned, found.length, limit, offset);
  const ranked = terms !== undefined && order !== "canonical";
  const page = (ranked ? byScore(found, scoreOf) : found).slice(offset, offset + limit);
  const filters = shown.slice(0, text === undefined ? undefined : -1);
  const hits = page.map((row): Hit => {
    const words = terms === undefined ? [] : [whyFound(row, terms)];
    return { row, score: scoreOf(row), why: [...filters, ...words].join(", ") || "no predicate" };
  });
  const clamped = search.limit > MOST_ROWS ? ` -> clamped to ${MOST_ROWS}` : "";
  const override = terms === undefined ? "" : " (order='canonical' override)";
  return {
    ...answer(hits, {
      query: `search(${conditions}, limit=${search.limit}${clamped}, offset=${offset})`,
      candidates_scanned: scanned,
      candidates_matched: found.length,
      order_by: [
        ranked ? `${BY_RELEVANCE}, then ${CANONICAL}` : `${CANONICAL} — no text predicate ranks it${override}`,
      ],
      unresolved_edges: [],
    }),
    paging: {
      limit,
      offset,
      returned: page.length,
      matched: found.length,
      truncated: offset + page.length < found.length,
    },
  };
}

/** The one row that a reference means: by its id, else by its anchor. */
export function rowOf(index: CorpusIndex, reference: string): CorpusAnswer | CorpusRefusal {
  const row = index.first(reference) ?? index.at(reference);
  const query = `ref == ${quoted(reference)}`;
  if (row === undefined) return noMatch(query, index.rows.length);
  return answer([{ row, score: 0, why: "exact id or anchor match" }], {
    query,
    candidates_scanned: index.rows.length,
    candidates_matched: 1,
    order_by: ["exact id-or-anchor match — a single row, no ranking signal applies"],
    unresolved_edges: [],
  });
}

/** Text comes last. */
function shownConditions({ id, kind, family, tag, status, text }: ComposedSearch): string[] {
  return [
    id === undefined ? [] : `id == ${quoted(id)}`,
    kind === undefined ? [] : `kind == ${quoted(kind)} (ci)`,
    family === undefined ? [] : `family == ${quoted(family)}`,
    tag === undefined ? [] : `tag == ${quoted(tag)}`,
    status === undefined ? [] : `status == ${quoted(status)} (ci)`,
    text === undefined ? [] : `text ~ ${quoted(text)}`,
  ].flat();
}

function rowsThatMeet(index: CorpusIndex, { id, kind, family, tag, status }: ComposedSearch): readonly Row[] {
  const tests: ((row: Row) => boolean)[] = [];
  if (kind !== undefined) tests.push((row) => row.kind.toLowerCase() === kind.toLowerCase());
  if (family !== undefined) tests.push((row) => row.family === family);
  if (tag !== undefined) tests.push((row) => row.tag === tag);
  if (status !== undefined) tests.push((row) => textOf(row, "status")?.toLowerCase() === status.toLowerCase());
  const rows = id === undefined ? index.rows : index.withId(id);
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((meets) => meets(row)));
}

/** Best first, equal ones in the order given; scores are few and small, so rows are dealt out by them. */
function byScore(rows: readonly Row[], scoreOf: (row: Row) => number): Row[] {
  const dealt = Map.groupBy(rows, scoreOf);
  return [...dealt.keys()].sort((a, b) => b - a).flatMap((score) => dealt.get(score) ?? []);
}

function emptyPage(query: string, scanned: number, matched: number, limit: number, offset: number): CorpusRefusal {
  return refusal(
    "empty_page",
    { query, candidates_scanned: scanned, candidates_matched: matched, limit, offset },
    `${matched} row(s) matched ${query}, but offset=${offset} is beyond them (limit=${limit}) — lower \`offset\` (or drop it) to see them; this is a paging miss, not an empty corpus`,
  );
}
