import type { VeraTableFacts } from "./archive.ts";
import { columnsOf } from "./columns.ts";
import type { Connection } from "./connection.ts";
import type { TableKind } from "./open.ts";

/** The columns whose content is counted. */
const CONTENT: Readonly<Record<string, readonly string[]>> = {
  vera_metadata: ["key", "value"],
  chunks: ["chunk_id", "text", "metadata_json"],
  embeddings: ["vector"],
  attachments: ["data", "metadata_json"],
  chunk_attachments: ["chunk_id", "attachment_id", "role"],
  x_footnote: ["key", "value"],
  x_footnote_folio: ["data"],
};

export function readTables(connection: Connection, kinds: ReadonlyMap<string, TableKind>): VeraTableFacts[] {
  return Object.entries(CONTENT).flatMap(([name, columns]) => {
    if (kinds.get(name) !== "table") return [];
    const bytes = columns.map((column) => `ifnull(length(CAST(${column} AS BLOB)), 0)`).join(" + ");
    const sql = `SELECT count(*) AS rows_there, ifnull(sum(${bytes}), 0) AS bytes FROM ${name}`;
    return [...connection.rows(sql)].map((row) => {
      const facts = columnsOf(row, name, connection.path);
      return { name, rows: facts.integer("rows_there"), bytes: facts.integer("bytes") };
    });
  });
}
