import type { Passage } from "../document.ts";
import { buildIndex } from "./build-index.ts";
import type { SearchDocument } from "./document.ts";
import { openIndex } from "./open-index.ts";

interface ItemsSource<T> {
  readonly id: string;
  readonly path: string;
  readonly textOf: (item: T) => string;
  /** Outermost first. */
  readonly headingsOf: (item: T) => readonly string[];
}

/** Items of a file as what search ranks: each is a passage. Their texts are not kept but made again where they are shown. */
export function itemsDocument<T>(
  items: readonly T[],
  { id, path, textOf, headingsOf }: ItemsSource<T>,
): SearchDocument {
  const { terms, postings } = buildIndex({
    passages: items.map((item) => ({ text: textOf(item), heading: headingsOf(item).join("\n"), kind: "text" })),
  });
  return {
    id,
    title: path,
    path,
    meta: {},
    index: openIndex(terms, postings, path),
    passages: items.map(() => PASSAGE),
    passageText: (at) => (items[at] === undefined ? "" : textOf(items[at])),
    headingPath: (at) => (items[at] === undefined ? [] : headingsOf(items[at])),
  };
}

/** An item has no place in a canonical text. */
const PASSAGE: Passage = { kind: "text", spans: [], heading: -1, firstPage: 1, lastPage: 1 };
