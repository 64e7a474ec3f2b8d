import type { Span } from "../document.ts";
import type { EvidenceDocument } from "./corpus.ts";
import { skeletonOf } from "./find-quote.ts";
import type { Token } from "./tokens.ts";
import type { Views } from "./views.ts";

/** Words in a row that are looked up together. */
const RUN = 3;
const MOST_RUNS = 10;
const MOST_ANCHORS = 12;

/** Where a few words of a quote stand in a row: places worth laying the quote beside when search proposes none. */
export function anchorsOf(
  tokens: readonly Token[],
  documents: readonly EvidenceDocument[],
  views: Views,
): { document: EvidenceDocument; at: Span }[] {
  const keys = tokens.map((token) => token.key).filter((key) => key !== "");
  const step = Math.max(1, Math.floor((keys.length - RUN) / MOST_RUNS));
  const anchors: { document: EvidenceDocument; at: Span }[] = [];
  for (let from = 0; from + RUN <= keys.length; from += step) {
    const key = keys.slice(from, from + RUN).join("");
    for (const document of documents) {
      const text = views.of(document).readable;
      const skeleton = skeletonOf(text);
      const at = skeleton.indexOf(key);
      if (at < 0) continue;
      const folded = { start: skeleton.position(at), end: skeleton.position(at + key.length - 1) + 1 };
      anchors.push({ document, at: text.toCanonical(folded) });
      if (anchors.length === MOST_ANCHORS) return anchors;
    }
  }
  return anchors;
}
