import { FootnoteError } from "../../foundation/errors.ts";
import type { Span } from "../document.ts";
import type { EvidenceDocument, Place, VerifyCorpus } from "./corpus.ts";
import { formatLocator, type Locator, parseLocator } from "./locator.ts";
import { pagesOfSpans } from "./pages.ts";
import { resolveLocator } from "./resolve-locator.ts";
import { pageOrLinesOf } from "./where.ts";

export interface VerifyRequest {
  readonly quote: string;
  /** Where it is said to stand; a string is read as a locator, and one that cannot be read is a wrong claim, not an error. */
  readonly claimed?: Locator | string;
  /** Pages the answer names in words ("pp. 12–13"): printed labels or physical numbers. Looked at where there is no locator. */
  readonly pages?: { readonly first: string; readonly last: string };
}

/** What the answer says about where the quote stands. */
export interface Claim {
  readonly given: boolean;
  /** The document named, where it is in the corpus. */
  readonly document?: EvidenceDocument;
  covers(place: Place): boolean;
  readonly words: string;
}

export function claimOf({ claimed, pages }: VerifyRequest, corpus: VerifyCorpus): Claim {
  if (claimed === undefined) {
    if (pages === undefined) return { given: false, covers: () => true, words: "" };
    const words = pages.first === pages.last ? `p. ${pages.first}` : `pp. ${pages.first}–${pages.last}`;
    return { given: true, covers: (place) => onNamedPages(place, pages), words };
  }
  const wrong = (words: string): Claim => ({ given: true, covers: () => false, words });
  try {
    const locator = typeof claimed === "string" ? parseLocator(claimed) : claimed;
    const document = corpus.documents.find((candidate) => candidate.sha256.startsWith(locator.document));
    if (document === undefined) return wrong(`${formatLocator(locator)}, a document that is not here`);
    const { spans } = resolveLocator(locator, document);
    const covers = (place: Place) => place.document === document && overlap(place.spans, spans);
    return { given: true, document, words: pageOrLinesOf(document, spans), covers };
  } catch (error) {
    if (error instanceof FootnoteError) return wrong(`the place claimed (${error.message})`);
    throw error;
  }
}

function onNamedPages(place: Place, named: { first: string; last: string }): boolean {
  const { first, last } = pagesOfSpans(place.document, place.spans);
  const { pages } = place.document;
  const numbers = (name: string) => pages.filter((page) => page.label === name || String(page.number) === name);
  const from = numbers(named.first).map((page) => page.number);
  const to = numbers(named.last).map((page) => page.number);
  return from.some((start) => to.some((end) => start <= last && first <= end));
}

function overlap(a: readonly Span[], b: readonly Span[]): boolean {
  return a.some((x) => b.some((y) => x.start < y.end && y.start < x.end));
}
