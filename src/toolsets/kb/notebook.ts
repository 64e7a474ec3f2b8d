import { dirname } from "node:path";
import type { Embedder } from "../../engine/embed/embedder.ts";
import { type Notes, openNotes } from "../../engine/notes/notes.ts";
import { workspaceSource } from "../../engine/notes/workspace-source.ts";
import { openWorkspace, type Workspace } from "../../engine/workspace/workspace.ts";
import type { Logger } from "../../foundation/log.ts";
import type { NotebookSettings } from "./settings.ts";

/** A folder of Markdown with all that is done to it. */
export interface Notebook {
  readonly settings: NotebookSettings;
  readonly workspace: Workspace;
  /** Opened with the first tool that needs the index. */
  readonly notes: () => Notes;
  close(): Promise<void>;
}

export async function openNotebook(
  settings: NotebookSettings,
  embedder: () => Promise<Embedder>,
  log: Logger,
): Promise<Notebook> {
  const { root, storage, allowWrites, skipIgnored, importFolder } = settings;
  const workspace = await openWorkspace(root, {
    allowWrites,
    indexFolder: dirname(storage),
    offLimits: [storage],
    ...(importFolder === undefined ? {} : { importFolder }),
  });
  let notes: Notes | undefined;
  const open = (): Notes => {
    notes ??= openNotes({
      source: workspaceSource(workspace, { skipIgnored }),
      storage,
      settings: settings.notes,
      embedder,
      log,
    });
    return notes;
  };
  return { settings, workspace, notes: open, close: async () => notes?.close() };
}
