import type { Folio } from "../archive/open.ts";
import type { ModelId } from "../document.ts";
import { journalKey, journalKeyOf, readJournal } from "./vectors-journal.ts";

/** How many passages of an archive have their vector, in the archive or in the journal beside it, and whose vectors they are. Loads no vectors of a complete archive. */
export function vectorsReady(folio: Pick<Folio, "path" | "meta">): {
  readonly ready: number;
  readonly model?: ModelId;
} {
  const { model, passages } = folio.meta;
  if (model !== undefined) return { ready: passages, model };
  const journal = journalKeyOf(folio.path);
  if (journal === undefined) return { ready: 0 };
  const { count } = readJournal(folio.path, journalKey(folio, journal.model));
  return count === 0 ? { ready: 0 } : { ready: count, model: journal.model };
}
