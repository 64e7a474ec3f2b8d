import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isTemporary } from "../../foundation/fs/atomic.ts";
import { archivesFolder } from "./layout.ts";
import type { Entry } from "./manifest.ts";

/** Deletes archives (and their vector journals) that no entry names. Only under the writer's lock. */
export function removeUnreferenced(library: string, entries: Iterable<Entry>): void {
  const referenced = new Set([...entries].flatMap((entry) => (entry.archive === undefined ? [] : [entry.archive])));
  for (const name of readdirSync(archivesFolder(library))) {
    const archive = name.replace(/\.vectors$/, "");
    if (archive.endsWith(".folio") && !referenced.has(archive))
      rmSync(join(archivesFolder(library), name), { force: true });
  }
}

/** Deletes the temporary files of writers that were killed. Only under the writer's lock: then nobody else is writing. */
export function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (isTemporary(name)) rmSync(join(folder, name), { force: true });
  }
}
