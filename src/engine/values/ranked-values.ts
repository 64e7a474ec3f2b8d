import type { SearchDocument } from "../search/document.ts";
import { itemsDocument } from "../search/items-document.ts";
import type { IndexEntry } from "./value-index.ts";

/** Keys as what search ranks: each is a passage, its words are those of the key and of what is said of it. */
export function rankedValues(entries: readonly IndexEntry[], path: string): SearchDocument {
  return itemsDocument(entries, { id: path, path, textOf, headingsOf: ({ key }) => [wordsOf(key)] });
}

function textOf(entry: IndexEntry): string {
  return [entry.desc ?? "", entry.unit ?? "", entry.shown, entry.run, wordsOf(entry.key)].join("\n");
}

/** "evaluate.cifar.nTest" → "evaluate cifar n Test" */
function wordsOf(key: string): string {
  return key.replace(/[._-]+/g, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
}
