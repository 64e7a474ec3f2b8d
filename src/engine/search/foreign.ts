import { foldString } from "../../foundation/text/fold.ts";
import type { LexicalResult } from "./bm25.ts";
import type { SearchDocument } from "./document.ts";
import { foldedPassage } from "./folded-passages.ts";
import { holdsPhrase } from "./phrases.ts";
import type { ParsedQuery } from "./query.ts";

/** A library of so many passages knows the words of its subjects; what a smaller one lacks may be a matter of wording. */
const KNOWS_ITS_WORDS = 10_000;
/** Share of a query's information. */
const MUCH = 0.25;
const LOOKED_AT = 10;

/**
 * Whether a question is about something else, however near its meaning: "a trait bound in Rust" asked of a manual on templates. Told by
 * words that a whole large library lacks, and by proper names of which the best passages, their headings and titles hold less than half. Where
 * half the words have capitals (a title, German) these say nothing.
 */
export function isForeign(
  documents: readonly SearchDocument[],
  { groups }: ParsedQuery,
  { lexical }: { readonly lexical: LexicalResult },
  shown: readonly { readonly document: number; readonly passage: number }[],
): boolean {
  const weighed = groups.map((group, at) => ({ group, weight: lexical.weights[at] ?? 0 }));
  const sum = (some: typeof weighed): number => some.reduce((total, { weight }) => total + weight, 0);
  // Of other languages than English, whose words are not stemmed, a word may stand there in another form.
  const missing = weighed.filter(({ group }) => /^[ -~]+$/.test(group.surface) && lexical.missing.includes(group));
  if (lexical.passages >= KNOWS_ITS_WORDS && sum(missing) >= MUCH * sum(weighed)) return true;
  const names = weighed.filter(({ group }) => group.proper);
  if (names.length === 0 || 2 * names.length >= groups.length) return false;
  return !shown.slice(0, LOOKED_AT).some(({ document, passage }) => {
    const one = documents[document];
    if (one === undefined) return false;
    const around = foldString([one.title, ...one.headingPath(passage)].join("\n"));
    const text = foldedPassage(one, passage);
    const held = names.filter(({ group }) => holdsPhrase(text, group.surface) || holdsPhrase(around, group.surface));
    return 2 * sum(held) >= sum(names);
  });
}
