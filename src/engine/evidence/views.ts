import { type FoldedText, fold } from "../../foundation/text/fold.ts";
import type { EvidenceDocument } from "./corpus.ts";
import { skeletonOf } from "./find-quote.ts";
import { type ReadableText, readableText } from "./readable.ts";

/** Characters of text kept folded at once: some 300 MB at most, in practice the whole of a small library. */
const DEFAULT_LIMIT = 48_000_000;

export interface View {
  readonly readable: ReadableText;
  /** Everything on the pages, furniture and hidden text too; the readable text itself where nothing is left out. */
  readonly whole: () => FoldedText;
}

/** Folded texts of documents, least recently used first out. Make one and keep it for as long as quotes are verified. */
export class Views {
  private readonly limit: number;
  private readonly views = new Map<EvidenceDocument, View>();
  private size = 0;

  constructor(limit = DEFAULT_LIMIT) {
    this.limit = limit;
  }

  of(document: EvidenceDocument): View {
    const known = this.views.get(document);
    if (known !== undefined) {
      this.views.delete(document);
      this.views.set(document, known);
      return known;
    }
    const view = makeView(document);
    this.views.set(document, view);
    this.size += document.text.length;
    for (const oldest of this.views.keys()) {
      if (this.size <= this.limit || oldest === document) break;
      this.views.delete(oldest);
      this.size -= oldest.text.length;
    }
    return view;
  }
}

function makeView(document: EvidenceDocument): View {
  const readable = readableText(document);
  skeletonOf(readable);
  let whole: FoldedText | undefined;
  return {
    readable,
    whole: () => {
      whole ??= readable.skipped.length === 0 ? readable : fold(document.text);
      return whole;
    },
  };
}
