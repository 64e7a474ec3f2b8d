import type { FolioParts } from "../archive/write.ts";
import type { ParsedDocument, Passage } from "../document.ts";
import { headingsOf, pathTo } from "../headings.ts";
import { makePassages, passageText } from "../ingest/passages.ts";
import { buildIndex } from "../search/build-index.ts";

export interface Identity {
  readonly fileName: string;
  /** Hex SHA-256 of the source's bytes. */
  readonly sha256: string;
  readonly pipeline: string;
}

/** Everything an archive holds but its vectors: passages are cut here, unless they are given, and indexed. A function of its arguments alone. */
export function buildParts(
  document: ParsedDocument,
  identity: Identity,
  source: FolioParts["source"],
  passages: readonly Passage[] = makePassages(document),
): FolioParts {
  const headings = headingsOf(document.blocks);
  const index = buildIndex({
    passages: passages.map((passage) => ({
      text: passageText(document.text, passage),
      heading: pathTo(document.text, headings, passage.heading).join("\n"),
      kind: passage.kind,
    })),
  });
  return { document, meta: identity, passages, index, ...(source === undefined ? {} : { source }) };
}
