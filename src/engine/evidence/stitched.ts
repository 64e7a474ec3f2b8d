import type { EvidenceDocument, Place } from "./corpus.ts";
import { placesIn, standsLoosely } from "./search-quote.ts";
import type { Token } from "./tokens.ts";
import type { Views } from "./views.ts";

/** Parts shorter than this stand in too many places to say that they were taken from one. */
const SHORTEST = 4;
const MOST_PARTS = 4;

export interface Part extends Place {
  readonly text: string;
}

/**
 * The places a quote without marks of omission was put together from: every word of it lies in one of at most four
 * parts, each four words or longer and each to the letter in a document. Undefined when it cannot be read so.
 */
export function stitchedFrom(
  quote: string,
  tokens: readonly Token[],
  documents: readonly EvidenceDocument[],
  views: Views,
): Part[] | undefined {
  const textOf = (from: number, to: number) => quote.slice(tokens[from]?.start, tokens[to - 1]?.end);
  const parts: Part[] = [];
  for (let from = 0; from < tokens.length; ) {
    if (parts.length === MOST_PARTS || from + SHORTEST > tokens.length) return undefined;
    if (!standsLoosely(documents, textOf(from, from + SHORTEST), views)) return undefined;
    // If a part stands somewhere, so does every shorter one that begins with it: the longest is found by halving.
    let low = from + SHORTEST;
    let high = tokens.length;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (standsLoosely(documents, textOf(from, middle), views)) low = middle;
      else high = middle - 1;
    }
    const text = textOf(from, low);
    const place = firstPlace(documents, text, views);
    if (place === undefined) return undefined;
    parts.push({ ...place, text });
    from = low;
  }
  return parts.length > 1 ? parts : undefined;
}

export function firstPlace(documents: readonly EvidenceDocument[], text: string, views: Views): Place | undefined {
  for (const document of documents) {
    const place = placesIn(document, text, views)[0];
    if (place !== undefined) return place;
  }
  return undefined;
}
