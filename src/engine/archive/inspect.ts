import { VERSION } from "./header.ts";
import { type Folio, openFolio } from "./open.ts";
import { sectionName } from "./sections.ts";

/** What is in an archive, for a person. */
export interface FolioFacts {
  readonly path: string;
  readonly bytes: number;
  readonly version: number;
  readonly meta: Record<string, unknown>;
  /** Pages by status. */
  readonly statuses: Record<string, number>;
  /** What is wrong with single pages, in words. */
  readonly problems: { page: number; problem: string }[];
  /** Blocks by kind. */
  readonly blocks: Record<string, number>;
  /** In the file's order; `xxh64` is 16 hex digits. */
  readonly sections: {
    kind: string;
    encoding: string;
    bytes: number;
    decodedBytes: number;
    count: number;
    xxh64: string;
  }[];
}

/** Throws what `openFolio` throws, and archive_damaged for pages or blocks that cannot be read. */
export function inspectFolio(path: string): FolioFacts {
  const folio = openFolio(path);
  try {
    return {
      path,
      bytes: folio.length,
      version: VERSION,
      meta: { ...folio.meta },
      ...contentFacts(folio),
      sections: folio.entries.map(({ code, encoding, storedLength, decodedLength, count, xxh64 }) => ({
        kind: sectionName(code),
        encoding,
        bytes: storedLength,
        decodedBytes: decodedLength,
        count,
        xxh64: xxh64.toString(16).padStart(16, "0"),
      })),
    };
  } finally {
    folio.close();
  }
}

/** What its document is made of. */
export function contentFacts(folio: Folio): Pick<FolioFacts, "statuses" | "problems" | "blocks"> {
  return {
    statuses: tally(folio.pages.map(({ status }) => status)),
    problems: folio.pages.flatMap(({ number, problem }) => (problem === undefined ? [] : [{ page: number, problem }])),
    blocks: tally(folio.blocks.map(({ kind }) => kind)),
  };
}

/** How often each name stands there, in the order of the first. */
function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
