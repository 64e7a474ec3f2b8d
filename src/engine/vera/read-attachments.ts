import { FootnoteError } from "../../foundation/errors.ts";
import type { VeraAttachment, VeraLink } from "./archive.ts";
import { columnsOf } from "./columns.ts";
import type { Connection } from "./connection.ts";
import { LIMITS } from "./limits.ts";

export function readAttachments(connection: Connection): VeraAttachment[] {
  const { path } = connection;
  const sql = `SELECT attachment_id, mime_type, filename, hash, length(CAST(metadata_json AS BLOB)) AS metadata_bytes,
    iif(length(CAST(metadata_json AS BLOB)) <= ${LIMITS.metadata}, metadata_json, '') AS metadata_json, created_at, length(data) AS bytes
    FROM attachments ORDER BY rowid`;
  const found: VeraAttachment[] = [];
  for (const row of connection.rows(sql)) {
    const id = columnsOf(row, "an attachment", path).text("attachment_id");
    const columns = columnsOf(row, `attachment ${id}`, path);
    const metadataBytes = columns.integer("metadata_bytes");
    if (metadataBytes > LIMITS.metadata)
      throw new FootnoteError("vera_limit", {
        path,
        what: `metadata of attachment ${id}`,
        found: `${metadataBytes} bytes`,
        limit: LIMITS.metadata,
      });
    if (found.length === LIMITS.rows)
      throw new FootnoteError("vera_limit", {
        path,
        what: "the table attachments",
        found: "more rows",
        limit: LIMITS.rows,
      });
    const filename = columns.optionalText("filename");
    found.push({
      id,
      mimeType: columns.text("mime_type"),
      ...(filename === undefined ? {} : { filename }),
      hash: columns.text("hash"),
      metadata: columns.object("metadata_json"),
      metadataJson: columns.text("metadata_json"),
      createdAt: columns.text("created_at"),
      bytes: columns.integer("bytes"),
    });
  }
  return found;
}

/** The bytes of one attachment, of at most `limit`. */
export function readAttachment(connection: Connection, id: string, limit: number): Uint8Array | undefined {
  const { path } = connection;
  const sql = `SELECT length(data) AS bytes, iif(length(data) <= ${limit}, data, x'') AS data FROM attachments WHERE attachment_id = ?`;
  for (const row of connection.rows(sql, id)) {
    const columns = columnsOf(row, `attachment ${id}`, path);
    const bytes = columns.integer("bytes");
    if (bytes > limit)
      throw new FootnoteError("vera_limit", { path, what: `attachment ${id}`, found: `${bytes} bytes`, limit });
    return columns.bytes("data");
  }
  return undefined;
}

export function readLinks(connection: Connection): VeraLink[] {
  const { path } = connection;
  const sql = `SELECT l.chunk_id AS chunk_id, l.attachment_id AS attachment_id, l.role AS role
    FROM chunk_attachments l JOIN chunks c ON c.chunk_id = l.chunk_id ORDER BY c.rowid, l.attachment_id, l.role`;
  const links: VeraLink[] = [];
  for (const row of connection.rows(sql)) {
    if (links.length === LIMITS.rows)
      throw new FootnoteError("vera_limit", {
        path,
        what: "the table chunk_attachments",
        found: "more rows",
        limit: LIMITS.rows,
      });
    const columns = columnsOf(row, "a link", path);
    links.push({
      chunkId: columns.text("chunk_id"),
      attachmentId: columns.text("attachment_id"),
      role: columns.text("role"),
    });
  }
  return links;
}
