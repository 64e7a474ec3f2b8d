import type { Folio } from "../archive/open.ts";
import { pathTo } from "../headings.ts";
import { embeddingText, passageText } from "../ingest/passages.ts";

/** What the model reads of a passage of an archive. */
export function embeddedText(folio: Folio, index: number): string {
  const passage = folio.passages[index];
  return passage === undefined
    ? ""
    : embeddingText(pathTo(folio.text, folio.headings, passage.heading), passageText(folio.text, passage));
}
