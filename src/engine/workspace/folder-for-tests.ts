import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { WorkspaceOptions } from "./site.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

/** A temporary folder with these files in it; folders on the way are made. */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "footnote-notes-")));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Opens a folder with the index beside it, so that the notes hold nothing else. */
export function openFolder(root: string, options: Partial<WorkspaceOptions> = {}): Promise<Workspace> {
  return openWorkspace(root, { allowWrites: true, indexFolder: `${root}.index`, now: () => new Date(0), ...options });
}

export function removeFolder(root: string): void {
  rmSync(root, { recursive: true, force: true });
  rmSync(`${root}.index`, { recursive: true, force: true });
}

/** Every path below, folders with a "/" at the end, sorted. */
export function everythingIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1) + (entry.isDirectory() ? "/" : ""))
    .sort();
}
