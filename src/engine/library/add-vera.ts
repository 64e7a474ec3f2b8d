import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import { folioForLibrary } from "../vera/convert.ts";
import { archiveName, findArchived, type SourceFacts } from "./archived.ts";
import { archivesFolder } from "./layout.ts";
import type { Entry } from "./manifest.ts";

/** Reads a `.vera` archive into the library. Throws what opening one does, and source_changed when it is not the file that `facts` tell of. */
export function addVera(library: string, facts: SourceFacts, keepSource: boolean): Entry {
  const { path, sha256, pipeline } = facts;
  const folio = folioForLibrary(path, { sha256, pipeline }, { attachments: keepSource });
  // Its hash was taken of bytes that were read before the database was opened.
  const now = statSync(path);
  if (now.size !== facts.size || now.mtimeMs !== facts.mtimeMs) throw new FootnoteError("source_changed", { path });
  writeAtomically(join(archivesFolder(library), archiveName(basename(path), sha256)), folio);
  const entry = findArchived(library, facts);
  if (entry === undefined) throw new FootnoteError("internal", { problem: `the archive of ${path} cannot be read` });
  return entry;
}
