import { foldString } from "../../foundation/text/fold.ts";
import type { SearchDocument } from "./document.ts";

/** UTF-16 units of all documents together; some tens of thousands of passages. */
const MOST_KEPT = 16_000_000;

let kept = new WeakMap<SearchDocument["passages"], Map<number, string>>();
let units = 0;

/** The search view of a passage, kept between queries while its document is open. */
export function foldedPassage(document: SearchDocument, passage: number): string {
  const folded = kept.get(document.passages)?.get(passage);
  if (folded !== undefined) return folded;
  const made = foldString(document.passageText(passage)).trim();
  units += made.length;
  if (units > MOST_KEPT) {
    kept = new WeakMap();
    units = made.length;
  }
  const known = kept.get(document.passages);
  if (known === undefined) kept.set(document.passages, new Map([[passage, made]]));
  else known.set(passage, made);
  return made;
}
