import type { Passage } from "../document.ts";
import { buildIndex } from "../search/build-index.ts";
import type { SearchDocument } from "../search/document.ts";
import { openIndex } from "../search/open-index.ts";
import type { IndexEntry } from "./value-index.ts";

/** Keys as what search ranks: each is a passage, its words are those of the key and of what is said of it. */
export function rankedValues(entries: readonly IndexEntry[], path: string): SearchDocument {
  const { terms, postings } = buildIndex({
    passages: entries.map((entry) => ({ text: textOf(entry), heading: wordsOf(entry.key), kind: "text" })),
  });
  const at = (passage: number): IndexEntry | undefined => entries[passage];
  return {
    id: path,
    title: path,
    path,
    meta: {},
    index: openIndex(terms, postings, path),
    passages: entries.map(() => PASSAGE),
    passageText: (passage) => textOf(at(passage)),
    headingPath: (passage) => [wordsOf(at(passage)?.key ?? "")],
  };
}

/** A value has no place in a canonical text. */
const PASSAGE: Passage = { kind: "text", spans: [], heading: -1, firstPage: 1, lastPage: 1 };

function textOf(entry: IndexEntry | undefined): string {
  if (entry === undefined) return "";
  return [entry.desc ?? "", entry.unit ?? "", entry.shown, entry.run, wordsOf(entry.key)].join("\n");
}

/** "evaluate.cifar.nTest" → "evaluate cifar n Test" */
function wordsOf(key: string): string {
  return key.replace(/[._-]+/g, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
}
