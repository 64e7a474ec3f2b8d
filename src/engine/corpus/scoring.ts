import type { CorpusIndex } from "./index.ts";
import { quoted } from "./quoted.ts";
import { type Row, textOf } from "./row.ts";

/** White space as Python's `split` has it, which JavaScript's \s is not. */
const BLANKS = /[\t-\r\u001c-\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/** What a term counts where it stands; `why` names the fields in this order. */
const FIELDS = [
  ["id", 4],
  ["title", 3],
  ["summary", 1],
] as const;

/** How `explain` tells of this score. */
export const BY_RELEVANCE =
  "match score, descending (id match x4 + title match x3 + summary match x1, per matched term)";

/** The terms of a text in lower case, each once, in order. */
export function termsOf(text: string): string[] {
  const words = text.split(BLANKS).filter((word) => word !== "");
  return [...new Set(words.map((word) => word.toLowerCase()))];
}

/** The score of each row, by its place in canonical order; 0 where no term stands. */
export function scoresOf({ rows, searched }: CorpusIndex, terms: readonly string[]): Uint32Array {
  const scores = new Uint32Array(rows.length);
  for (const term of terms)
    for (const [field, weight] of FIELDS)
      searched[field].each(term, (at) => {
        scores[at] = (scores[at] ?? 0) + weight;
      });
  return scores;
}

/** The fields of a row that hold the terms, as `why` has them. */
export function whyFound(row: Row, terms: readonly string[]): string {
  const fields = { id: textOf(row, "id") ?? "", title: row.title, summary: textOf(row, "summary") ?? "" };
  return terms
    .flatMap((term) =>
      FIELDS.filter(([field]) => fields[field].toLowerCase().includes(term)).map(
        ([field]) => `${field}~${quoted(term)}`,
      ),
    )
    .join(", ");
}
