import { foldString } from "../../foundation/text/fold.ts";
import type { SearchDocument } from "./document.ts";

const kept = new WeakMap<SearchDocument["passages"], Map<number, string>>();
/** Per document; about 1 kB each. */
const MOST_KEPT = 4_000;

/** The search view of a passage, kept between queries while its document is open. */
export function foldedPassage(document: SearchDocument, passage: number): string {
  let known = kept.get(document.passages);
  if (known === undefined) {
    known = new Map();
    kept.set(document.passages, known);
  }
  const folded = known.get(passage);
  if (folded !== undefined) return folded;
  if (known.size >= MOST_KEPT) known.clear();
  const made = foldString(document.passageText(passage)).trim();
  known.set(passage, made);
  return made;
}
