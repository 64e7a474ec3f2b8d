/** What makes a database a `.vera` 0.2 archive (VERA's format notes). In the order of VERA's reports. */
export const REQUIRED_TABLES = [
  "attachments",
  "chunk_attachments",
  "chunks",
  "chunks_fts",
  "embeddings",
  "vera_metadata",
] as const;
export type VeraTable = (typeof REQUIRED_TABLES)[number];

export const FORMAT_VERSION = "0.2";

/** Keys that `vera_metadata` must have, in the order in which missing ones are reported. */
export const REQUIRED_KEYS = [
  "format_name",
  "format_version",
  "created_at",
  "created_by",
  "creator_library",
  "default_embedding_model",
  "default_embedding_dimension",
  "archive_metadata",
] as const;

export const NORMALIZATIONS = ["l2", "none", "unknown"] as const;
export type Normalization = (typeof NORMALIZATIONS)[number];

export const VECTOR_FORMAT = "float32_le";
