import { contains } from "../../foundation/fs/roots.ts";
import { removeUnreferenced } from "./clean-up.ts";
import { type Entry, readManifest, writeManifest } from "./manifest.ts";
import { asWriter } from "./writer.ts";

/**
 * Takes sources (absolute paths, or folders of them) out of the library; their archives go when no other source has the same content.
 * Returns the paths that were taken out.
 */
export async function removeFromLibrary(
  folder: string,
  paths: readonly string[],
  lockWaitMs: number,
): Promise<string[]> {
  return asWriter(folder, { command: "footnote remove", waitMs: lockWaitMs }, () => {
    const { entries } = readManifest(folder);
    const gone = (entry: Entry) => paths.some((path) => contains(path, entry.path));
    const removed = entries.filter(gone).map((entry) => entry.path);
    const kept = entries.filter((entry) => !gone(entry));
    if (removed.length === 0) return [];
    writeManifest(folder, kept);
    removeUnreferenced(folder, kept);
    return removed;
  });
}
