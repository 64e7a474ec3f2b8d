import type { VeraArchive, VeraAttachment } from "./archive.ts";

/** The attachment that is the original document. */
export function sourceOf(archive: VeraArchive, attachments: readonly VeraAttachment[]): VeraAttachment | undefined {
  const named = archive.archiveMetadata.source_attachment_id;
  return attachments.find(
    ({ id, metadata }) => metadata.role === "source" && (typeof named !== "string" || named === id),
  );
}
