import type { SearchDocument } from "./document.ts";
import { foldedPassage } from "./folded-passages.ts";
import type { Ranked } from "./rank.ts";
import type { SearchHit } from "./search.ts";

interface Slot {
  readonly hit: Ranked;
  readonly alsoIn: { document: number; passage: number }[];
}

/** Near-duplicates below this many hits after the page are not looked for: the counts stay right, `alsoIn` may miss some. */
const LOOK_AHEAD = 40;

/** One page of hits: the same words once, at most `cap` of a document (0: any number), with counts of what was held back. */
export function gather(
  documents: readonly SearchDocument[],
  ranked: readonly Ranked[],
  { offset, limit, cap }: { offset: number; limit: number; cap: number },
): { hits: SearchHit[]; more: number } {
  const slots: Slot[] = [];
  const byText = new Map<string, Slot>();
  const taken = new Map<number, number>();
  const held = new Map<number, number>();
  let after = 0;
  for (const hit of ranked) {
    if (after < LOOK_AHEAD) {
      const document = documents[hit.document];
      const text = document === undefined ? "" : foldedPassage(document, hit.passage);
      const same = byText.get(text);
      if (same !== undefined) {
        same.alsoIn.push({ document: hit.document, passage: hit.passage });
        continue;
      }
      const slot = { hit, alsoIn: [] };
      byText.set(text, slot);
      if (!within(hit, cap, taken, held)) continue;
      if (slots.length < offset + limit) slots.push(slot);
      else after++;
    } else if (within(hit, cap, taken, held)) after++;
  }
  const page = slots.slice(offset);
  const lastOf = new Map(page.map(({ hit }) => [hit.document, hit]));
  const hits = page.map(({ hit, alsoIn }) => {
    const more = lastOf.get(hit.document) === hit ? (held.get(hit.document) ?? 0) : 0;
    const { document, passage, score } = hit;
    return {
      document,
      passage,
      score: Math.round(score * 1e6) / 1e6,
      alsoIn,
      ...(more > 0 ? { moreInDocument: more } : {}),
    };
  });
  return { hits, more: after };
}

function within({ document }: Ranked, cap: number, taken: Map<number, number>, held: Map<number, number>): boolean {
  const count = taken.get(document) ?? 0;
  const counts = cap === 0 || count < cap ? taken : held;
  counts.set(document, (counts.get(document) ?? 0) + 1);
  return counts === taken;
}
