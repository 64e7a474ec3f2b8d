import { runsOf } from "../../foundation/text/analyze.ts";
import { fold } from "../../foundation/text/fold.ts";
import type { Refusal } from "../answers.ts";
import type { SearchDocument } from "./document.ts";
import type { SearchOutcome, SearchQuery } from "./outcome.ts";
import type { ParsedQuery, QueryGroup } from "./query.ts";
import type { Candidates } from "./rank.ts";

const MOST_NEAR = 3;

/** Why there are no hits, in words, with what was looked at and what to do. */
export function refuse(
  documents: readonly SearchDocument[],
  { text, mode, filters = {} }: SearchQuery,
  parsed: ParsedQuery,
  { considered, bestCoverage, bestCosine }: Candidates,
  { lane, vectors, missing }: Pick<SearchOutcome, "lane" | "vectors" | "missing">,
  unknown: readonly QueryGroup[],
): Refusal {
  const passages = documents.reduce((sum, document) => sum + document.index.passages, 0);
  const where = `${count(passages, "passage")} of ${count(documents.length, "document")}`;
  const near = unknown.flatMap((group) => nearest(documents, group.whole[0] ?? group.surface));
  const scanned = { documents: documents.length, passages, lane, vectors, missing };
  const filtered = Object.values(filters).some((filter) => filter !== undefined && filter.length > 0);
  const remedies = [
    near.length > 0 ? `Spelled alike and there: ${near.join(", ")}.` : "",
    filtered ? "Search without the filters." : "",
    mode === "hybrid" && lane === "lexical" && vectors.ready < vectors.of
      ? "Only words were searched so far: run `footnote add` to finish the vectors."
      : "",
    "Use the documents' own words, or add the document that should say it.",
  ];
  const remedy = remedies.filter((part) => part !== "").join(" ");
  if (considered === 0) {
    const phrase = parsed.phrases.length === 0 ? "" : ` with ${parsed.phrases.map((one) => `“${one}”`).join(" and ")}`;
    return { reason: "no_match", message: `Nothing${phrase} in ${where} matches “${text}”.`, remedy, scanned };
  }
  const gone = missing.length === 0 ? "" : ` Not found anywhere: ${missing.map((word) => `“${word}”`).join(", ")}.`;
  return {
    reason: "below_floor",
    message: `${where} were searched, and none answers “${text}”: the best holds ${Math.round(bestCoverage * 100)} % of what the query's words say.${gone}`,
    remedy,
    scanned: { ...scanned, ...(bestCosine > 0 ? { bestCosine: Math.round(bestCosine * 1000) / 1000 } : {}) },
  };
}

/** Words of the documents that are spelled almost like `word`, as they stand there. */
function nearest(documents: readonly SearchDocument[], word: string): string[] {
  const wanted = word.toLowerCase();
  const found = new Map<string, { distance: number; document: SearchDocument }>();
  for (const document of documents) {
    for (const term of document.index.neighbours(wanted)) {
      const distance = edits(wanted, term);
      if (distance > 0 && distance <= Math.max(1, Math.floor(wanted.length / 3)))
        found.set(term, { distance, document });
    }
  }
  const words = [...found]
    .sort(([a, near], [b, far]) => near.distance - far.distance || (a < b ? -1 : 1))
    .slice(0, MOST_NEAR)
    .flatMap(([term, { document }]) => surfaceOf(document, term) ?? []);
  return [...new Set(words)];
}

/** A term of the index is a stem; this is a word of the first passage that has it. */
function surfaceOf(document: SearchDocument, term: string): string | undefined {
  const passage = document.index.lookup(term)?.passages[0];
  if (passage === undefined) return undefined;
  for (const { surface, terms } of runsOf(fold(document.passageText(passage)))) {
    const stands = terms.find((one) => one.term === term);
    if (stands !== undefined) return surface.slice(stands.from, stands.to);
  }
  return undefined;
}

/** Levenshtein distance. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function count(number: number, thing: string): string {
  return `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;
}
