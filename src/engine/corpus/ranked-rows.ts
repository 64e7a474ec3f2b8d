import { embeddingText } from "../ingest/passages.ts";
import type { PassageVectors, SearchDocument } from "../search/document.ts";
import { itemsDocument } from "../search/items-document.ts";
import type { CorpusIndex } from "./index.ts";
import { type Row, textOf } from "./row.ts";

/** The rows of an index as what search ranks: each is a passage, its id, title and those above it are the heading. */
export function rankedRows(index: CorpusIndex): SearchDocument {
  return itemsDocument(index.rows, {
    id: index.sha256,
    path: index.path,
    textOf: textOfRow,
    headingsOf: (row) => headingsOf(row, index),
  });
}

export function withVectors(document: SearchDocument, vectors: PassageVectors, modelSha256: string): SearchDocument {
  return { ...document, vectors, modelSha256 };
}

/** What the model reads of a row. */
export function embeddedRow(row: Row, index: CorpusIndex): string {
  const above = index.parentOf(row);
  return embeddingText(above === undefined ? [] : [above.title], textOfRow(row));
}

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
