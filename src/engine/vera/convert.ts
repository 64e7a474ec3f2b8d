import { readFileSync } from "node:fs";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { memoryFile } from "../archive/folio-file.ts";
import { type Folio, readFolio } from "../archive/open.ts";
import { encodeFolio, repackFolio } from "../archive/write.ts";
import type { VeraArchive } from "./archive.ts";
import { embeddedFolio, ownTables, strippedFolio, textsOf } from "./embedded.ts";
import { type FromFolioOptions, folioToVera } from "./from-folio.ts";
import { openVera } from "./open.ts";
import { veraToFolio } from "./to-folio.ts";
import { encodeVera, keptVera } from "./vera-section.ts";
import { writeVera } from "./write.ts";

/** The folio of a `.vera` archive: the one that it was made from, byte for byte, if it was made from one and nobody changed it; else a new one. */
export function folioOfVera(path: string): Uint8Array {
  return overVera(
    path,
    (archive) =>
      unlessDamaged(() => embeddedFolio(archive)) ?? encodeFolio(veraToFolio(archive, { attachments: true })),
  );
}

/** Opens a `.vera` archive as a folio, in memory. Throws what `openVera` throws. */
export function openVeraAsFolio(path: string): Folio {
  return readFolio(memoryFile(path, folioOfVera(path)));
}

/**
 * A folio for reading a `.vera` archive: without source and figures, named by `sha256`, which is that of the archive itself. It has the section `vera`, so that
 * passages can be told by their chunks.
 */
export function folioForReading(path: string, sha256: string): Uint8Array {
  return overVera(path, (archive) => {
    const found = unlessDamaged(() => strippedFolio(archive));
    if (found === undefined) return encodeFolio(veraToFolio(archive, { sha256, attachments: false }));
    const { folio, chunks } = found;
    const extras = [encodeVera(keptVera(archive, chunks), textsOf(folio))];
    return repackFolio(folio, ["source", "attachments", "vera"], { extras, meta: { ...folio.meta, sha256 } });
  });
}

/** Writes a folio as a `.vera` archive that VERA reads, and that gives the same folio back. Throws what reading a folio and `writeVera` throw. */
export function writeFolioAsVera(
  folioPath: string,
  veraPath: string,
  options: FromFolioOptions & { readonly overwrite: boolean },
): void {
  const file = read(folioPath);
  const parts = folioToVera(readFolio(memoryFile(folioPath, file)), options);
  writeVera(veraPath, { ...parts, own: ownTables(file, parts) }, options);
}

function overVera<T>(path: string, use: (archive: VeraArchive) => T): T {
  const archive = openVera(path);
  try {
    return use(archive);
  } finally {
    archive.close();
  }
}

/** A damaged folio inside costs only what the archive's tables do not hold; `validateVera` is there to tell of it. */
function unlessDamaged<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof FootnoteError && error.code.startsWith("archive_")) return undefined;
    throw error;
  }
}

function read(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw toFootnoteError(error, path);
  }
}
