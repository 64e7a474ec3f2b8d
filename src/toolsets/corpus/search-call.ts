import { type ComposedAnswer, composedSearch, rowOf } from "../../engine/corpus/composed-search.ts";
import { type CorpusAnswer, type CorpusRefusal, runQuery } from "../../engine/corpus/query.ts";
import type { ServedCorpus } from "../../engine/corpus/served.ts";
import { isRecord } from "../../foundation/is-record.ts";
import { isGiven, searchOf } from "./search-arguments.ts";
import { badRequest } from "./tero-error.ts";
import { citationsOf, type Fields, queryOf, traceOf } from "./tero-query.ts";

const COMPACT = ["anchor", "title", "kind", "score"];

/** `search` of the 0.3 surface: the rows as asked for, their citations whole, the page told of. */
export function searchRows(corpus: ServedCorpus, given: Fields): object {
  const { search, fields, format } = searchOf(given);
  const found = corpus.named(composedSearch(corpus.index, search));
  if (found.kind === "refusal") return found;
  const shownFields = fields ?? (format === "compact" ? COMPACT : undefined);
  const { hits, ...trace } = found.explain;
  return {
    kind: found.kind,
    items: shownFields === undefined ? found.items : projected(found, shownFields),
    citations: found.citations,
    explain: format === "compact" && fields === undefined ? trace : found.explain,
    paging: found.paging,
  };
}

/** `cite` of the 0.3 surface; of a query, the page too, since a citation does not tell how many were left out. */
export function citeRows(corpus: ServedCorpus, given: Fields): object {
  const found = referredTo(corpus, given);
  return "paging" in found ? { ...citationsOf(found), paging: found.paging } : citationsOf(found);
}

/** `explain` of the 0.3 surface. */
export function explainRows(corpus: ServedCorpus, given: Fields): object {
  return traceOf(referredTo(corpus, given));
}

/** What `ref` or `query` means: exactly one of them is given. */
function referredTo(corpus: ServedCorpus, { ref, query }: Fields): CorpusAnswer | ComposedAnswer | CorpusRefusal {
  if (isGiven(ref) && isGiven(query)) throw badRequest("give either `ref` or `query`, not both");
  if (isGiven(ref)) {
    if (typeof ref !== "string" || ref === "") throw badRequest("`ref` must be a non-empty string (an anchor or id)");
    return corpus.named(rowOf(corpus.index, ref));
  }
  if (!isGiven(query))
    throw badRequest("cite/explain requires either `ref` (a known anchor/id) or a nested `query` object");
  if (!isRecord(query)) throw badRequest("`query` must be an object");
  if (isGiven(query.start)) return corpus.named(runQuery(corpus.index, queryOf("cross_ref", query)));
  return corpus.named(composedSearch(corpus.index, searchOf(query).search));
}

/** The rows with these keys alone, in this order; a key that a row lacks is left out. */
function projected({ items, explain }: ComposedAnswer, fields: readonly string[]): object[] {
  return items.map((row, at) => {
    const { score, why } = explain.hits[at] ?? {};
    const whole: Fields = { ...row, score, why };
    return Object.fromEntries(fields.flatMap((name) => (name in whole ? [[name, whole[name]]] : [])));
  });
}
