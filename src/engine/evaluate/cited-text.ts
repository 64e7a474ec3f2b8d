import type { Span } from "../document.ts";
import type { EvidenceDocument } from "../evidence/corpus.ts";
import { regionsOf } from "../evidence/regions.ts";

/** What stands at the place that a citation of `spans` shows: the words inside its boxes, or the text itself where the document has no boxes. */
export function citedText(document: EvidenceDocument, spans: readonly Span[]): string {
  const regions = regionsOf(document, spans);
  if (regions.length === 0) return spans.map(({ start, end }) => document.text.slice(start, end)).join("\n");
  return regions
    .map(({ page, bbox: [left = 0, top = 0, right = 0, bottom = 0] }) => {
      const { starts, ends, boxes } = document.words(page);
      const inside: string[] = [];
      for (let word = 0; word < starts.length; word++) {
        const x = ((boxes[4 * word] ?? 0) + (boxes[4 * word + 2] ?? 0)) / 2;
        const y = ((boxes[4 * word + 1] ?? 0) + (boxes[4 * word + 3] ?? 0)) / 2;
        if (x >= left && x <= right && y >= top && y <= bottom) {
          // What stands behind a word, a line end or nothing, decides how it goes on.
          const end = starts[word + 1] ?? ends[word] ?? 0;
          inside.push(document.text.slice(starts[word], end));
        }
      }
      return inside.join("");
    })
    .join("\n");
}
