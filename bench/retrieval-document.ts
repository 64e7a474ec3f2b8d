import { quantizeVector } from "../src/engine/embed/quantize.ts";
import { buildIndex } from "../src/engine/search/build-index.ts";
import type { PassageVectors, SearchDocument } from "../src/engine/search/document.ts";
import { openIndex } from "../src/engine/search/open-index.ts";
import type { Collection } from "./retrieval-data.ts";

/** A collection as one document of passages: titles are headings; `headingPath` gives the id of the collection's document. */
export function collectionDocument(
  { name, documents }: Collection,
  vectors: readonly Float32Array[] | undefined,
): SearchDocument {
  const { terms, postings } = buildIndex({
    passages: documents.map(({ title, text }) => ({ text, heading: title, kind: "text" })),
  });
  return {
    id: name,
    title: name,
    path: name,
    meta: {},
    index: openIndex(terms, postings),
    passages: documents.map(({ text }) => ({
      kind: "text",
      spans: [{ start: 0, end: text.length }],
      heading: -1,
      firstPage: 1,
      lastPage: 1,
    })),
    passageText: (passage) => documents[passage]?.text ?? "",
    headingPath: (passage) => [documents[passage]?.id ?? ""],
    ...(vectors === undefined ? {} : { vectors: packed(vectors) }),
  };
}

function packed(vectors: readonly Float32Array[]): PassageVectors {
  const quantized = vectors.map((vector) => quantizeVector(vector));
  const dimension = vectors[0]?.length ?? 0;
  const codes = new Int8Array(vectors.length * dimension);
  quantized.forEach((one, at) => codes.set(one.codes, at * dimension));
  return { scales: Float32Array.from(quantized, ({ scale }) => scale), codes, ready: vectors.length };
}
