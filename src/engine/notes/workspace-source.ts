import { lstatSync } from "node:fs";
import { join } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { NotesSource } from "./source.ts";

/** The Markdown of a workspace. `skipIgnored`: without what .gitignore files and the usual exclusions name. */
export function workspaceSource(workspace: Workspace, { skipIgnored }: { readonly skipIgnored: boolean }): NotesSource {
  return {
    root: workspace.root,
    list: () =>
      workspace
        .list({ skipIgnored })
        .filter(({ kind }) => kind === "markdown")
        .map(({ path, size, modified }) => ({ path, size, modifiedMs: modified.getTime() })),
    load(path) {
      try {
        // Taken before the bytes: a change in between is then seen by the next scan.
        const modified = lstatSync(join(workspace.root, path), { throwIfNoEntry: false })?.mtime;
        const { text, sha256, bytes } = workspace.load(path);
        return { path, text, sha256, size: bytes.length, modifiedMs: modified?.getTime() ?? 0 };
      } catch (error) {
        if (error instanceof FootnoteError && error.code === "note_not_found") return undefined;
        throw error;
      }
    },
  };
}
