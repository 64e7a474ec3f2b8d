import type { VeraArchive } from "./archive.ts";
import type { VeraParts } from "./write.ts";

/** Everything of an open archive, for writing it again. Attachments are read while they are written, so the archive stays open until then. */
export function partsOf(archive: VeraArchive): VeraParts {
  const { dimension, rows, present } = archive.vectors();
  return {
    createdAt: archive.metadata.created_at ?? "",
    metadata: archive.metadata,
    chunks: archive.chunks().map(({ id, text, metadataJson, createdAt, updatedAt }, at) => ({
      id,
      text,
      metadataJson,
      createdAt,
      updatedAt,
      ...(present[at] === 1 ? { vector: rows.subarray(at * dimension, (at + 1) * dimension) } : {}),
    })),
    attachments: archive.attachments().map(({ id, mimeType, filename, metadataJson, createdAt }) => ({
      id,
      mimeType,
      ...(filename === undefined ? {} : { filename }),
      metadataJson,
      createdAt,
      data: () => archive.attachment(id) ?? new Uint8Array(0),
    })),
    links: archive.links(),
  };
}
