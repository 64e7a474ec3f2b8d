import { readFileSync } from "node:fs";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { collector } from "../../foundation/memory.ts";
import { memoryFile } from "../archive/folio-file.ts";
import { type Folio, readFolio } from "../archive/open.ts";
import { encodeFolio, repackFolio } from "../archive/write.ts";
import type { VeraArchive } from "./archive.ts";
import { attachmentsIn, checkedData, encodeAttachments, keptAttachment } from "./attachments-section.ts";
import { embeddedFolio, ownTables, strippedFolio, textsOf } from "./embedded.ts";
import type { NewFigure } from "./figures.ts";
import { type FromFolioOptions, folioToVera } from "./from-folio.ts";
import { isJsonObject, parseJson } from "./json.ts";
import { openVera } from "./open.ts";
import { sourceOf } from "./source.ts";
import { type Identity, veraToFolio } from "./to-folio.ts";
import { encodeVera, keptVera } from "./vera-section.ts";
import { writeVera } from "./write.ts";

/** Bytes of a folio from which on it pays to collect what each stage left behind. */
const LARGE_FILE = 4 * 2 ** 20;

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
 * A folio for a library that has the `.vera` archive as a document: named by the archive's own hash. It has the section `vera`, so that passages can be told
 * by their chunks; source and figures are among its attachments, if these are wanted.
 */
export function folioForLibrary(
  path: string,
  identity: Identity,
  options: { readonly attachments: boolean },
): Uint8Array {
  return overVera(path, (archive) => {
    const found = unlessDamaged(() => strippedFolio(archive));
    if (found === undefined) return encodeFolio(veraToFolio(archive, { identity, ...options }));
    const { folio, chunks, attachments } = found;
    const kept = options.attachments
      ? [encodeAttachments(attachments.map((one) => keptAttachment(archive, one, false)))]
      : [];
    const vera = keptVera(archive, chunks, options.attachments);
    const extras = [...kept, encodeVera(vera, textsOf(folio))];
    return repackFolio(folio, ["source", "attachments", "vera"], { extras, meta: { ...folio.meta, ...identity } });
  });
}

/** The original document that a library's folio of a `.vera` archive keeps among its attachments. */
export function sourceAmongAttachments(folio: Folio): Uint8Array | undefined {
  const attachments = attachmentsIn(folio);
  const source = attachments.find(({ metadataJson }) => {
    const metadata = parseJson(metadataJson);
    return isJsonObject(metadata) && metadata.role === "source";
  });
  return source?.data;
}

/** The original document that a `.vera` archive keeps. */
export function sourceOfVera(path: string): Uint8Array | undefined {
  return overVera(path, (archive) => {
    const source = sourceOf(archive, archive.attachments());
    return source && checkedData(archive, source);
  });
}

/**
 * The pictures of a folio's original, for `folioToVera`: a folio made from a PDF keeps none of its own. Throws what opening a PDF does, when it is encrypted
 * for instance.
 */
export async function figuresOf(folio: Folio, password?: string): Promise<NewFigure[]> {
  const source =
    folio.meta.mediaType === "application/pdf" && folio.extra("vera") === undefined ? folio.source() : undefined;
  if (source === undefined) return [];
  const { pdfFigures } = await import("../ingest/pdf/figures.ts");
  const input = { path: folio.meta.fileName, bytes: source, ...(password === undefined ? {} : { password }) };
  return pdfFigures(input);
}

/** Writes a folio as a `.vera` archive that VERA reads, and that gives the same folio back. Throws what reading a folio and `writeVera` throw. */
export function writeFolioAsVera(
  folioPath: string,
  veraPath: string,
  options: FromFolioOptions & { readonly overwrite: boolean },
): void {
  writeBytesAsVera(read(folioPath), folioPath, veraPath, options);
}

/** The same for a folio that lies in no file; `name` is what errors call it. */
export function writeBytesAsVera(
  file: Uint8Array,
  name: string,
  veraPath: string,
  options: FromFolioOptions & { readonly overwrite: boolean },
): void {
  const collect = file.length > LARGE_FILE ? collector(1) : () => {};
  collect();
  const parts = folioToVera(readFolio(memoryFile(name, file)), options);
  collect();
  const own = ownTables(file, parts);
  collect();
  writeVera(veraPath, { ...parts, own }, options);
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
