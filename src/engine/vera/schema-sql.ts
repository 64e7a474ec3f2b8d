/** The tables of `.vera` 0.2: columns, types and constraints as the format has them. */
export const CREATE_TABLES: readonly string[] = [
  "CREATE TABLE vera_metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
  `CREATE TABLE chunks (
  chunk_id TEXT PRIMARY KEY, text TEXT NOT NULL, metadata_json TEXT NOT NULL DEFAULT '{}', created_at TEXT NOT NULL, updated_at TEXT NOT NULL)`,
  `CREATE TABLE embeddings (
  chunk_id TEXT PRIMARY KEY, model_name TEXT NOT NULL, model_dimension INTEGER NOT NULL, vector BLOB NOT NULL, vector_format TEXT NOT NULL,
  created_at TEXT NOT NULL, FOREIGN KEY (chunk_id) REFERENCES chunks (chunk_id) ON DELETE CASCADE)`,
  `CREATE TABLE attachments (
  attachment_id TEXT PRIMARY KEY, mime_type TEXT NOT NULL, filename TEXT, data BLOB NOT NULL, hash TEXT NOT NULL,
  metadata_json TEXT NOT NULL DEFAULT '{}', created_at TEXT NOT NULL)`,
  `CREATE TABLE chunk_attachments (
  chunk_id TEXT NOT NULL, attachment_id TEXT NOT NULL, role TEXT NOT NULL DEFAULT '', PRIMARY KEY (chunk_id, attachment_id, role),
  FOREIGN KEY (chunk_id) REFERENCES chunks (chunk_id) ON DELETE CASCADE,
  FOREIGN KEY (attachment_id) REFERENCES attachments (attachment_id) ON DELETE RESTRICT)`,
  "CREATE VIRTUAL TABLE chunks_fts USING fts5(chunk_id UNINDEXED, text)",
  "CREATE INDEX idx_chunk_attachments_attachment ON chunk_attachments (attachment_id)",
];
