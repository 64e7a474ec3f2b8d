import { readdirSync, readFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { WALK_EXTENSIONS } from "../../engine/ingest/detect.ts";
import { openVera } from "../../engine/vera/open.ts";
import { validateVera } from "../../engine/vera/validate.ts";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { type FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { archiveBeside, type ConvertContext, type ConvertOptions, convertDocument, veraText } from "./convert.ts";
import { checkTags } from "./metadata.ts";
import { modelFor } from "./models.ts";
import { parserNamed } from "./parsers.ts";

/** What became of the documents of a folder, in VERA's terms. Paths are absolute. */
export interface FolderReport {
  readonly ok: boolean;
  readonly directory: string;
  readonly recursive: boolean;
  readonly overwrite: boolean;
  readonly discovered: number;
  readonly converted: number;
  readonly skipped: number;
  readonly user_skipped: number;
  readonly malformed: number;
  readonly failed: number;
  readonly outputs: readonly string[];
  readonly skipped_existing: readonly string[];
  readonly skipped_by_user: readonly string[];
  readonly malformed_existing: readonly { input: string; output: string; issues: readonly string[] }[];
  readonly errors: readonly { input: string; error: string }[];
}

/**
 * Makes an archive beside every document in a folder. One that is there already stays when it is sound and of the same source, and when it is
 * not sound; `overwrite` replaces both. Of documents that would have the same archive the first gets it. Throws only for a request that no document can fulfil.
 */
export async function convertFolder(
  folder: string,
  how: { readonly recursive: boolean; readonly overwrite: boolean },
  options: ConvertOptions,
  context: ConvertContext,
): Promise<FolderReport> {
  checkTags(options.tags);
  if (options.parser !== undefined) parserNamed(options.parser);
  modelFor(options.model, options.embedder);
  const directory = resolve(folder);
  const sources = documentsIn(directory, how.recursive);
  const outputs: string[] = [];
  const skipped: string[] = [];
  const malformed: { input: string; output: string; issues: readonly string[] }[] = [];
  const errors: { input: string; error: string }[] = [];
  const taken = new Map<string, string>();
  for (const input of sources) {
    const output = archiveBeside(input);
    const first = taken.get(output);
    if (first !== undefined) {
      errors.push({ input, error: `${output} is already the archive of ${first}; give one of them another name.` });
      continue;
    }
    taken.set(output, input);
    try {
      const before = how.overwrite ? "absent" : stateOf(output, input);
      if (before === "current") skipped.push(output);
      else if (typeof before === "object") malformed.push({ input, output, issues: before });
      else {
        await convertDocument(input, output, options, context);
        outputs.push(output);
      }
    } catch (thrown) {
      const error = toFootnoteError(thrown, input);
      if (error.code === "cancelled" || error.code === "disk_full") throw error;
      errors.push({ input, error: veraText(error) });
    }
  }
  return {
    ok: errors.length === 0 && malformed.length === 0,
    directory,
    recursive: how.recursive,
    overwrite: how.overwrite,
    discovered: sources.length,
    converted: outputs.length,
    skipped: skipped.length,
    user_skipped: 0,
    malformed: malformed.length,
    failed: errors.length,
    outputs,
    skipped_existing: skipped,
    skipped_by_user: [],
    malformed_existing: malformed,
    errors,
  };
}

function documentsIn(folder: string, recursive: boolean): string[] {
  const found = readdirSync(folder, { withFileTypes: true }).flatMap((entry): string[] => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return recursive ? documentsIn(path, recursive) : [];
    return entry.isFile() && WALK_EXTENSIONS.includes(extname(entry.name).toLowerCase()) ? [path] : [];
  });
  return found.sort();
}

/** What an archive that may be there is worth: nothing, this source's, another's, or the issues that VERA's validation has with it. */
function stateOf(output: string, source: string): "absent" | "current" | "outdated" | readonly string[] {
  try {
    const { ok, issues } = validateVera(output);
    if (!ok) return issues;
    const archive = openVera(output);
    try {
      const current = archive.archiveMetadata.source_file_hash === hashOf(source);
      return current ? "current" : "outdated";
    } finally {
      archive.close();
    }
  } catch (thrown) {
    const error = toFootnoteError(thrown, output);
    if (error.code === "path_not_found") return "absent";
    return [`Unable to validate VERA database: ${problemOf(error)}`];
  }
}

function problemOf(error: FootnoteError): string {
  return String(error.details.problem ?? error.message);
}

function hashOf(path: string): string {
  return sha256(readFileSync(path));
}
