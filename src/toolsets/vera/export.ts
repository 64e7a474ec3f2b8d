import { mkdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { checkedData } from "../../engine/vera/attachments-section.ts";
import { openVera } from "../../engine/vera/open.ts";
import { pythonRepr } from "../../engine/vera/python.ts";
import { sourceOf } from "../../engine/vera/source.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import { refusal } from "./refusal.ts";

export interface Exported {
  /** The file: as it was given, or else absolute. */
  readonly output: string;
  /** Its name in the archive. */
  readonly filename: string;
  readonly mime_type: string;
  /** SHA-256, hex. */
  readonly hash: string;
}

/**
 * Writes the original document of a `.vera` archive to `output`: a file, whose folders are made, or a folder that is there. Without it the document gets
 * its stored name in `cwd`. Throws vera_refused in VERA's words, and what opening an archive and writing a file can.
 */
export function exportOriginal(file: string, output: string | undefined, cwd: string): Exported {
  const archive = openVera(resolve(cwd, file));
  try {
    const source = sourceOf(archive, archive.attachments());
    if (source === undefined) throw refusal("Original source document is not stored in this archive");
    const filename = source.filename ?? source.id;
    const target =
      output === undefined || isFolder(resolve(cwd, output))
        ? join(resolve(cwd, output ?? "."), safe(filename))
        : output;
    const path = resolve(cwd, target);
    const data = checkedData(archive, source);
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, data);
    return { output: target, filename, mime_type: source.mimeType, hash: source.hash };
  } finally {
    archive.close();
  }
}

/** A stored name may come from anywhere: it must not lead out of the folder. */
function safe(name: string): string {
  const parts = name.split(/[\\/]/);
  const led = isAbsolute(name) || /^[A-Za-z]:/.test(name) || name.startsWith("\\") || parts.includes("..");
  if (led || basename(name) === "" || name === "." || name.includes("\0"))
    throw refusal(`Stored source filename ${pythonRepr(name)} is not a safe relative name`);
  return name;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
