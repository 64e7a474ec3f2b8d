import { Database, type SQLQueryBindings } from "bun:sqlite";
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const FIXTURES = resolve(import.meta.dir, "../../../test/fixtures/vera");

/** An archive that VERA 0.3 wrote. */
export function fixture(name: string): string {
  return join(FIXTURES, `${name}.vera`);
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "vera-"));
}

/** A copy of a fixture in a folder of its own, with changes made to it. */
export function changed(
  name: string,
  ...statements: (string | [sql: string, ...bindings: SQLQueryBindings[]])[]
): string {
  const path = join(emptyFolder(), `${name}.vera`);
  copyFileSync(fixture(name), path);
  const database = new Database(path);
  for (const statement of statements) {
    const [sql, ...bindings] = typeof statement === "string" ? [statement] : statement;
    database.run(sql, bindings);
  }
  database.close();
  return path;
}

/** All rows of an archive, table by table, so that two archives can be compared whatever wrote them. */
export function everything(path: string): Record<string, unknown[]> {
  const database = new Database(path, { readonly: true });
  const rows = (sql: string): unknown[] => database.prepare(sql).values();
  try {
    const hasFolio = rows("SELECT 1 FROM sqlite_schema WHERE name = 'x_footnote_folio'").length > 0;
    return {
      metadata: rows("SELECT key, value FROM vera_metadata ORDER BY rowid"),
      chunks: rows("SELECT chunk_id, text, metadata_json, created_at, updated_at FROM chunks ORDER BY rowid"),
      words: rows("SELECT rowid, chunk_id, text FROM chunks_fts ORDER BY rowid"),
      vectors: rows(
        "SELECT chunk_id, model_name, model_dimension, vector, vector_format FROM embeddings ORDER BY chunk_id",
      ),
      attachments: rows(
        "SELECT attachment_id, mime_type, filename, data, hash, metadata_json, created_at FROM attachments ORDER BY rowid",
      ),
      links: rows("SELECT chunk_id, attachment_id, role FROM chunk_attachments ORDER BY 1, 2, 3"),
      folio: hasFolio ? rows("SELECT part, data FROM x_footnote_folio ORDER BY part") : [],
    };
  } finally {
    database.close();
  }
}
