import type { SearchDocument } from "./document.ts";
import { foldedPassage } from "./folded-passages.ts";
import type { SearchHit } from "./outcome.ts";
import type { Ranked } from "./rank.ts";

interface Slot {
  readonly hit: Ranked;
  readonly alsoIn: { document: number; passage: number }[];
}

/** Near-duplicates below this many hits after the page are not looked for: the counts stay right, `alsoIn` may miss some. */
const LOOK_AHEAD = 40;

/** One page of hits: the same words once, at most `cap` of a document (0: any number), with counts of what was held back. */
export function gather(
  documents: readonly SearchDocument[],
  { ranked, further }: { readonly ranked: readonly Ranked[]; readonly further: number },
  { offset, limit, cap }: { offset: number; limit: number; cap: number },
): { hits: SearchHit[]; more: number } {
  const slots: Slot[] = [];
  const seen = new Map<number, Slot[]>();
  const taken = new Map<number, number>();
  const held = new Map<number, number>();
  let after = 0;
  for (const hit of ranked) {
    if (after < LOOK_AHEAD) {
      const slot = { hit, alsoIn: [] };
      const same = sameWords(documents, seen, slot);
      if (same !== undefined) {
        same.alsoIn.push({ document: hit.document, passage: hit.passage });
        continue;
      }
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
  return { hits, more: after + further };
}

/** The slot seen before that has the words of `slot`, which is remembered if there is none. Passages of as many terms are compared. */
function sameWords(documents: readonly SearchDocument[], seen: Map<number, Slot[]>, slot: Slot): Slot | undefined {
  const text = ({ hit }: Slot): string => {
    const document = documents[hit.document];
    return document === undefined ? "" : foldedPassage(document, hit.passage);
  };
  const length = documents[slot.hit.document]?.index.bodyLengths[slot.hit.passage] ?? 0;
  const alike = seen.get(length);
  if (alike === undefined) seen.set(length, [slot]);
  else {
    const same = alike.find((other) => text(other) === text(slot));
    if (same !== undefined) return same;
    alike.push(slot);
  }
  return undefined;
}

function within({ document }: Ranked, cap: number, taken: Map<number, number>, held: Map<number, number>): boolean {
  const count = taken.get(document) ?? 0;
  const counts = cap === 0 || count < cap ? taken : held;
  counts.set(document, (counts.get(document) ?? 0) + 1);
  return counts === taken;
}
