import { contentFacts, type FolioFacts } from "../archive/inspect.ts";
import { openVeraAsFolio } from "./convert.ts";
import { openVera } from "./open.ts";

/** What is in a `.vera` archive, in the terms in which a folio's content is told; the sections are its tables. */
export function inspectVera(path: string): Omit<FolioFacts, "version"> & { readonly version: string } {
  const archive = openVera(path);
  try {
    const folio = openVeraAsFolio(path);
    const { archive_metadata: _, ...metadata } = archive.metadata;
    return {
      path,
      bytes: archive.length,
      version: archive.metadata.format_version ?? "",
      meta: { ...metadata, ...archive.archiveMetadata },
      ...contentFacts(folio),
      sections: archive.tables().map(({ name, rows, bytes }) => ({
        kind: name,
        encoding: "table",
        bytes,
        decodedBytes: bytes,
        count: rows,
        xxh64: "",
      })),
    };
  } finally {
    archive.close();
  }
}
