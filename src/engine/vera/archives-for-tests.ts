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
