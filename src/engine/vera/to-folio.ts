import { basename, extname } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { stageCollector } from "../../foundation/memory.ts";
import type { FolioParts } from "../archive/write.ts";
import { headingsOf, pathTo } from "../headings.ts";
import { passageText } from "../ingest/passages.ts";
import { buildIndex } from "../search/build-index.ts";
import type { VeraArchive, VeraChunk } from "./archive.ts";
import { checkedData, encodeAttachments, keptAttachment } from "./attachments-section.ts";
import { isJsonObject, type Json } from "./json.ts";
import { VERA_PIPELINE } from "./pipeline.ts";
import { sourceOf } from "./source.ts";
import { toDocument } from "./to-document.ts";
import { encodeVera, keptVera } from "./vera-section.ts";

export interface Identity {
  /** The archive file's own. */
  readonly sha256: string;
  readonly pipeline: string;
}

export interface ToFolioOptions {
  /** Names the document instead of its source's hash, where the archive itself is what is cited. The source is then an attachment as others are. */
  readonly identity?: Identity;
  /** Without attachments the folio has neither source nor figures, and is not meant to become an archive again: it has no vectors either. */
  readonly attachments: boolean;
}

/**
 * A folio's parts from an archive: passage n is chunk n, in document order. With attachments it holds all that `folioToVera` needs to write the same
 * archive again. Throws vera_invalid, also for an attachment whose bytes are not those of its hash.
 */
export function veraToFolio(archive: VeraArchive, options: ToFolioOptions): FolioParts {
  const chunks = archive.chunks();
  const attachments = archive.attachments();
  const source = sourceOf(archive, attachments);
  const sourceBytes = source && options.identity === undefined ? checkedData(archive, source) : undefined;
  const { archiveMetadata } = archive;
  const fileName = textOr(archiveMetadata.source_file_name, basename(archive.path));
  const { document, passages } = toDocument({
    title: textOr(archiveMetadata.title, basename(fileName, extname(fileName))),
    mediaType: textOr(archiveMetadata.source_mime_type, source?.mimeType ?? "application/octet-stream"),
    pages: archive.pages(),
    blocks: archive.blocks(),
    chunks,
    recognised: recognisedPages(archiveMetadata.ocr),
  });
  const collect = stageCollector(document.text.length);
  collect();
  const headings = headingsOf(document.blocks);
  const texts = passages.map((passage) => passageText(document.text, passage));
  const index = buildIndex({
    passages: passages.map(({ kind, heading }, at) => ({
      text: texts[at] ?? "",
      heading: pathTo(document.text, headings, heading).join("\n"),
      kind,
    })),
  });
  collect();
  const kept = options.attachments
    ? [
        encodeAttachments(
          attachments.map((one) => keptAttachment(archive, one, one.id === source?.id && sourceBytes !== undefined)),
        ),
      ]
    : [];
  const vera = keptVera(archive, chunks, options.attachments);
  const extras = [...kept, encodeVera(vera, texts)];
  collect();
  return {
    document,
    meta: {
      fileName,
      ...(options.identity ?? { sha256: identityOf(archive, chunks, sourceBytes), pipeline: VERA_PIPELINE }),
    },
    passages,
    index,
    ...(sourceBytes !== undefined && options.attachments ? { source: sourceBytes } : {}),
    extras,
  };
}

/** What names a document: its source's hash, by the bytes or by the archive's account; without either, one over its chunks. */
function identityOf(archive: VeraArchive, chunks: readonly VeraChunk[], source: Uint8Array | undefined): string {
  if (source !== undefined) return sha256(source);
  const stated = archive.archiveMetadata.source_file_hash;
  if (typeof stated === "string" && /^[0-9a-f]{64}$/.test(stated)) return stated;
  return sha256(
    new TextEncoder().encode(JSON.stringify(chunks.map(({ id, text, metadataJson }) => [id, text, metadataJson]))),
  );
}

/** Pages that VERA's reader recognised: `ocr_pages` of its diagnostics. */
function recognisedPages(ocr: Json | undefined): ReadonlySet<number> {
  const pages = isJsonObject(ocr) ? ocr.ocr_pages : undefined;
  return new Set(Array.isArray(pages) ? pages.filter((page): page is number => typeof page === "number") : []);
}

function textOr(value: Json | undefined, otherwise: string): string {
  return typeof value === "string" && value.trim() !== "" ? value.toWellFormed() : otherwise;
}
