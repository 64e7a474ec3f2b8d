import type { CorpusIndex } from "./index.ts";
import { quoted, quotedList } from "./quoted.ts";
import { type Citation, citationOf, compareRows, type Row, textOf } from "./row.ts";
import { BY_RELEVANCE, scoresOf, termsOf, whyFound } from "./scoring.ts";

export type CorpusQuery =
  | { readonly kind: "id" | "status" | "kind" | "text"; readonly value: string }
  | { readonly kind: "cross_ref"; readonly start: string; readonly depth: number };

export interface Trace {
  readonly query: string;
  readonly candidates_scanned: number;
  readonly candidates_matched: number;
  readonly order_by: readonly string[];
  readonly hits: readonly { readonly anchor: string; readonly score: number; readonly why: string }[];
  readonly unresolved_edges: readonly string[];
}

export interface CorpusAnswer {
  readonly kind: "answer";
  readonly items: readonly Row[];
  readonly citations: readonly Citation[];
  readonly explain: Trace;
}

export interface CorpusRefusal {
  readonly kind: "refusal";
  readonly refusal: { readonly variant: string; readonly [key: string]: unknown };
  readonly message: string;
}

/** Answers a query with cited rows, or refuses it and says why: there is no empty answer (corpus.md §3). The same index and query give the same answer. */
export function runQuery(index: CorpusIndex, query: CorpusQuery): CorpusAnswer | CorpusRefusal {
  switch (query.kind) {
    case "text":
      return textSearch(index, query.value);
    case "cross_ref":
      return crossReferences(index, query.start, query.depth);
    default:
      return exact(index, query.kind, query.value);
  }
}

/** A row that was found, how high it scores, and why. */
export interface Hit {
  readonly row: Row;
  readonly score: number;
  readonly why: string;
}

export function answer(hits: readonly Hit[], trace: Omit<Trace, "hits">): CorpusAnswer {
  const { query, candidates_scanned, candidates_matched, order_by, unresolved_edges } = trace;
  return {
    kind: "answer",
    items: hits.map(({ row }) => row),
    citations: hits.map(({ row }) => citationOf(row)),
    explain: {
      query,
      candidates_scanned,
      candidates_matched,
      order_by,
      hits: hits.map(({ row, score, why }) => ({ anchor: row.anchor, score, why })),
      unresolved_edges,
    },
  };
}

export function refusal(variant: string, fields: Readonly<Record<string, unknown>>, message: string): CorpusRefusal {
  return { kind: "refusal", refusal: { variant, ...fields }, message };
}

export function noMatch(query: string, scanned: number): CorpusRefusal {
  return refusal(
    "no_match",
    { query, candidates_scanned: scanned },
    `refusing to answer ${query} — 0 of ${scanned} row(s) matched, so there is no resolvable citation to answer with`,
  );
}

const CANONICAL =
  "canonical index order (family, file, line, anchor) — every match is an equally exact hit, so no ranking signal is applied";

function exact(index: CorpusIndex, kind: "id" | "status" | "kind", value: string): CorpusAnswer | CorpusRefusal {
  const lower = value.toLowerCase();
  const matches = {
    status: (row: Row) => textOf(row, "status")?.toLowerCase() === lower,
    kind: (row: Row) => row.kind.toLowerCase() === lower,
  };
  const shown = `${kind} == ${quoted(value)}${kind === "id" ? "" : " (case-insensitive)"}`;
  const why = kind === "id" ? "exact id match" : `${kind} field == ${quoted(value)}`;
  const found = kind === "id" ? index.withId(value) : index.rows.filter(matches[kind]);
  const { length } = index.rows;
  if (found.length === 0) return noMatch(shown, length);
  return answer(
    found.map((row) => ({ row, score: 0, why })),
    {
      query: shown,
      candidates_scanned: length,
      candidates_matched: found.length,
      order_by: [CANONICAL],
      unresolved_edges: [],
    },
  );
}

const MOST_HITS = 20;
const THEN_CANONICAL = "then canonical index order (family, file, line, anchor)";

function textSearch(index: CorpusIndex, value: string): CorpusAnswer | CorpusRefusal {
  const terms = termsOf(value);
  const { rows } = index;
  const scores = scoresOf(index, terms);
  const matched = scores.reduce((count, score) => count + (score > 0 ? 1 : 0), 0);
  if (matched === 0)
    return refusal(
      "no_text_match",
      { query: value, candidates_scanned: rows.length },
      `refusing to answer text query ${quoted(value)} — 0 of ${rows.length} row(s) matched any query term in id/title/summary`,
    );
  const best = bestOf(scores).flatMap((at): Hit[] => {
    const row = rows[at];
    return row === undefined ? [] : [{ row, score: scores[at] ?? 0, why: whyFound(row, terms) }];
  });
  return answer(best, {
    query: `text(${quoted(value)}) — terms ${quotedList(terms)}`,
    candidates_scanned: rows.length,
    candidates_matched: matched,
    order_by: [BY_RELEVANCE, THEN_CANONICAL],
    unresolved_edges: [],
  });
}

/** Places of the best scores above none, best first, the earlier of equal ones first. */
function bestOf(scores: Uint32Array): number[] {
  const best: number[] = [];
  scores.forEach((score, at) => {
    const last = scores[best.at(-1) ?? -1] ?? 0;
    if (score === 0 || (best.length === MOST_HITS && score <= last)) return;
    const place = best.findLastIndex((other) => (scores[other] ?? 0) >= score) + 1;
    best.splice(place, 0, at);
    best.length = Math.min(best.length, MOST_HITS);
  });
  return best;
}

const MOST_HOPS = 6;

function crossReferences(index: CorpusIndex, start: string, depth: number): CorpusAnswer | CorpusRefusal {
  const first = index.first(start) ?? index.at(start);
  const { length } = index.rows;
  if (first === undefined)
    return refusal(
      "unknown_anchor",
      { start, candidates_scanned: length },
      `refusing to walk cross-references from ${quoted(start)} — no row with that id or anchor in the Layer-1 index (${length} row(s) scanned)`,
    );
  const hops = Math.min(depth, MOST_HOPS);
  const reached = new Map<Row, { hop: number; why: string }>([[first, { hop: 0, why: "start node" }]]);
  const unresolved: string[] = [];
  let edges = 0;
  let frontier: Row[] = [first];
  for (let hop = 1; hop <= hops && frontier.length > 0; hop++) {
    const next: Row[] = [];
    for (const from of frontier)
      for (const { kind, reference } of index.edgesOf(from)) {
        edges++;
        const target = kind === "depends_on" ? index.issue(reference) : index.resolve(reference);
        if (target === undefined) unresolved.push(`${from.anchor} --${kind}--> ${reference} (${WHY_UNRESOLVED[kind]})`);
        else if (!reached.has(target)) {
          reached.set(target, { hop, why: `${kind}: ${from.anchor} -> ${target.anchor}` });
          next.push(target);
        }
      }
    frontier = next;
  }
  const hits = [...reached]
    .map(([row, { hop, why }]) => ({ row, score: hop === 0 ? 0 : -hop, why }))
    .sort((a, b) => b.score - a.score || compareRows(a.row, b.row));
  const clamped = depth > MOST_HOPS ? ` -> clamped to ${MOST_HOPS}` : "";
  return answer(hits, {
    query: `cross_ref(start=${quoted(start)}, depth=${depth}${clamped})`,
    candidates_scanned: edges,
    candidates_matched: hits.length,
    order_by: ["hop distance from start, ascending", THEN_CANONICAL],
    unresolved_edges: unresolved,
  });
}

const WHY_UNRESOLVED = {
  depends_on: "no issue with that id in the Layer-1 index",
  doc_refs: "unresolved within Layer 1 — an api:/src: reference, or a corpus: doc/anchor this index does not carry",
} as const;
