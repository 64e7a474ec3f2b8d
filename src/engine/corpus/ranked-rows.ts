import type { Passage } from "../document.ts";
import { embeddingText } from "../ingest/passages.ts";
import { buildIndex } from "../search/build-index.ts";
import type { PassageVectors, SearchDocument } from "../search/document.ts";
import { openIndex } from "../search/open-index.ts";
import type { CorpusIndex } from "./index.ts";
import { type Row, textOf } from "./row.ts";

/** The rows of an index as what search ranks: each is a passage, its id, title and those above it are the heading. */
export function rankedRows(index: CorpusIndex): SearchDocument {
  const { rows } = index;
  const { terms, postings } = buildIndex({
    passages: rows.map((row) => ({ text: textOfRow(row), heading: headingsOf(row, index).join("\n"), kind: "text" })),
  });
  return {
    id: index.sha256,
    title: index.path,
    path: index.path,
    meta: {},
    index: openIndex(terms, postings, index.path),
    passages: rows.map(() => PASSAGE),
    passageText: (at) => (rows[at] === undefined ? "" : textOfRow(rows[at])),
    headingPath: (at) => (rows[at] === undefined ? [] : headingsOf(rows[at], index)),
  };
}

export function withVectors(document: SearchDocument, vectors: PassageVectors, modelSha256: string): SearchDocument {
  return { ...document, vectors, modelSha256 };
}

/** What the model reads of a row. */
export function embeddedRow(row: Row, index: CorpusIndex): string {
  const above = index.parentOf(row);
  return embeddingText(above === undefined ? [] : [above.title], textOfRow(row));
}

/** A row has no place in a canonical text. */
const PASSAGE: Passage = { kind: "text", spans: [], heading: -1, firstPage: 1, lastPage: 1 };

/** Title and summary; of issues and changelogs the summary often is the title again. */
function textOfRow(row: Row): string {
  const summary = textOf(row, "summary");
  return summary === undefined || summary === row.title ? row.title : `${row.title}\n${summary}`;
}

/** Outermost first; the id and the file's name last. */
function headingsOf(row: Row, index: CorpusIndex): string[] {
  const above: string[] = [];
  for (let one = index.parentOf(row); one !== undefined && above.length < MOST_ABOVE; one = index.parentOf(one))
    above.unshift(one.title);
  const name = row.file.slice(row.file.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return [...above, row.title, ...(row.id === undefined ? [] : [String(row.id)]), name];
}

const MOST_ABOVE = 6;
