import { refusal } from "./refusal.ts";

/** A value as it is typed on VERA's command line. */
export type Scalar = string | number | boolean;

const ARCHIVE_KEYS = [
  "source_file_name",
  "source_file_hash",
  "source_mime_type",
  "chunking_strategy",
  "parser_name",
  "parser_version",
  "ocr",
  "page_count",
  "viewer_pages_attachment_id",
  "viewer_blocks_attachment_id",
  "source_attachment_id",
];
const FORMAT_KEYS = [
  "format_name",
  "format_version",
  "created_at",
  "created_by",
  "creator_library",
  "archive_metadata",
];
const CHUNK_KEYS = [
  "page_start",
  "page_end",
  "heading_path",
  "source_filename",
  "document_id",
  "token_count",
  "regions",
];
/** With these a stored value could pass for what a tool says itself. */
const ANSWER_KEYS = ["file", "path", "ok", "error"];
const RESERVED: ReadonlySet<string> = new Set([...ARCHIVE_KEYS, ...FORMAT_KEYS, ...CHUNK_KEYS, ...ANSWER_KEYS]);

/** Refuses tags of the caller under keys that the format or an answer uses itself. */
export function checkTags(tags: Readonly<Record<string, Scalar>>): void {
  const reserved = Object.keys(tags).filter(isReserved).sort();
  if (reserved.length > 0) throw refusal(`Reserved metadata key(s): ${reserved.join(", ")}`, 2);
}

function isReserved(key: string): boolean {
  return RESERVED.has(key) || key.startsWith("default_embedding_") || key.startsWith("_vera_");
}
