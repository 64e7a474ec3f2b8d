import { z } from "zod";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import type { Folio } from "../archive/open.ts";
import { damagedSection } from "../archive/sections.ts";
import type { Extra } from "../archive/write.ts";
import type { VeraArchive, VeraAttachment } from "./archive.ts";
import { decodeFramed, encodeFramed } from "./framed.ts";

/** A file that came with a document. `data` is left out for the one that is the folio's source. */
export interface KeptAttachment {
  readonly id: string;
  readonly mimeType: string;
  readonly filename?: string;
  /** A JSON object, to the letter. */
  readonly metadataJson: string;
  readonly createdAt: string;
  readonly data?: Uint8Array;
}

const HEAD = z.array(
  z.object({
    id: z.string(),
    mimeType: z.string(),
    filename: z.string().optional(),
    metadata: z.string(),
    createdAt: z.string(),
    bytes: z.int().min(0).optional(),
    source: z.literal(true).optional(),
  }),
);

/** The section `atch` (docs/folio-format.md §12). */
export function encodeAttachments(attachments: readonly KeptAttachment[]): Extra {
  const head = attachments.map(({ id, mimeType, filename, metadataJson, createdAt, data }) => ({
    id,
    mimeType,
    filename,
    metadata: metadataJson,
    createdAt,
    ...(data === undefined ? { source: true } : { bytes: data.length }),
  }));
  const files = attachments.flatMap(({ data }) => data ?? []);
  return { kind: "attachments", count: attachments.length, bytes: encodeFramed(head, files) };
}

/** The attachments that a folio keeps; none when it has no such section. Throws archive_damaged. */
export function attachmentsIn(folio: Folio): KeptAttachment[] {
  const bytes = folio.extra("attachments");
  if (bytes === undefined) return [];
  const damaged = damagedSection(folio.path, "attachments");
  const { json, rest } = decodeFramed(bytes, damaged);
  const head = HEAD.safeParse(json);
  if (!head.success) throw damaged(`${head.error.issues[0]?.path.join(".")}: ${head.error.issues[0]?.message}`);
  let at = 0;
  const attachments = head.data.map(({ id, mimeType, filename, metadata, createdAt, bytes: length, source }) => {
    const start = at;
    at += length ?? 0;
    if (at > rest.length) throw damaged(`attachment ${id} runs over its end`);
    return {
      id,
      mimeType,
      ...(filename === undefined ? {} : { filename }),
      metadataJson: metadata,
      createdAt,
      ...(source === true ? {} : { data: rest.subarray(start, at) }),
    };
  });
  if (at !== rest.length) throw damaged(`${rest.length - at} bytes are left over`);
  return attachments;
}

/** An attachment of an archive as a folio keeps it; the one that is the folio's source without its data. */
export function keptAttachment(archive: VeraArchive, attachment: VeraAttachment, isSource: boolean): KeptAttachment {
  const { id, mimeType, filename, metadataJson, createdAt } = attachment;
  return {
    id,
    mimeType,
    ...(filename === undefined ? {} : { filename }),
    metadataJson,
    createdAt,
    ...(isSource ? {} : { data: checkedData(archive, attachment) }),
  };
}

/** An attachment's bytes. Throws vera_invalid when they are not those of its hash. */
export function checkedData(archive: VeraArchive, { id, hash }: VeraAttachment): Uint8Array {
  const data = archive.attachment(id) ?? new Uint8Array(0);
  if (sha256(data) !== hash)
    throw new FootnoteError("vera_invalid", { path: archive.path, problem: `Attachment ${id} checksum mismatch` });
  return data;
}
