import { lstatSync } from "node:fs";
import { join } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { NotesSource } from "./source.ts";

/** The Markdown of a workspace. `skipIgnored`: without what .gitignore files and the usual exclusions name. */
export function workspaceSource(workspace: Workspace, { skipIgnored }: { readonly skipIgnored: boolean }): NotesSource {
  return {
    root: workspace.root,
    list: (below) =>
      workspace
        .list({ skipIgnored, ...(below === undefined ? {} : { pathPrefix: below }) })
        .filter(({ kind }) => kind === "markdown")
        .map(({ path, size, modified, inode }) => ({
          path,
          size,
          modifiedMs: modified.getTime(),
          inode: Number(inode),
        })),
    load(path) {
      try {
        // Taken before the bytes: a change in between is then seen by the next scan.
        const facts = lstatSync(join(workspace.root, path), { throwIfNoEntry: false });
        const { text, sha256, bytes } = workspace.load(path);
        const [modifiedMs, inode] = [facts?.mtime.getTime() ?? 0, facts?.ino ?? 0];
        return { path, text, sha256, size: bytes.length, modifiedMs, inode };
      } catch (error) {
        if (error instanceof FootnoteError && error.code === "note_not_found") return undefined;
        throw error;
      }
    },
  };
}
