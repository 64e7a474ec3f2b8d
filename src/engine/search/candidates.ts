import { scoreLexical } from "./bm25.ts";
import type { SearchDocument } from "./document.ts";
import { parseQuery } from "./query.ts";

/** Words of a quote that are looked up; a longer one says no more about where it stands. */
const WORDS = 64;

/** The passages most like `quote` by its words, best first. */
export function candidatePassages(
  documents: readonly SearchDocument[],
  quote: string,
  limit: number,
): { document: number; passage: number }[] {
  const groups = parseQuery(quote.replace(/["“”„]|(?<=\s|^)-/g, " ")).groups.slice(0, WORDS);
  const { documents: scored } = scoreLexical(documents, groups);
  const found = scored.flatMap(({ scores }, document) =>
    [...scores.keys()]
      .filter((passage) => (scores[passage] ?? 0) > 0)
      .map((passage) => ({ document, passage, score: scores[passage] ?? 0 })),
  );
  return found
    .sort((a, b) => b.score - a.score || a.document - b.document || a.passage - b.passage)
    .slice(0, limit)
    .map(({ document, passage }) => ({ document, passage }));
}
