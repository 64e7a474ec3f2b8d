import { FootnoteError } from "../../foundation/errors.ts";
import type { OwnTables } from "./archive.ts";
import { columnsOf } from "./columns.ts";
import type { Connection } from "./connection.ts";
import { LIMITS } from "./limits.ts";
import type { TableKind } from "./open.ts";

/** Undefined when the archive has not both tables. */
export function readOwn(connection: Connection, kinds: ReadonlyMap<string, TableKind>): OwnTables | undefined {
  const { path } = connection;
  if (kinds.get("x_footnote") !== "table" || kinds.get("x_footnote_folio") !== "table") return undefined;
  const facts: Record<string, string> = Object.create(null);
  const sql = `SELECT key, value FROM x_footnote WHERE length(CAST(value AS BLOB)) <= ${LIMITS.metadata} LIMIT 100`;
  for (const row of connection.rows(sql)) {
    const columns = columnsOf(row, "x_footnote", path);
    facts[columns.text("key")] = columns.text("value");
  }
  const folio: Uint8Array[] = [];
  let bytes = 0;
  for (const row of connection.rows("SELECT data FROM x_footnote_folio ORDER BY part")) {
    const data = columnsOf(row, "x_footnote_folio", path).bytes("data");
    bytes += data.length;
    if (bytes > LIMITS.attachment)
      throw new FootnoteError("vera_limit", {
        path,
        what: "the table x_footnote_folio",
        found: "more bytes",
        limit: LIMITS.attachment,
      });
    folio.push(data);
  }
  return { facts, folio };
}
