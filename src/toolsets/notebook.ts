import { dirname } from "node:path";
import type { Embedder } from "../engine/embed/embedder.ts";
import { type Notes, openNotes } from "../engine/notes/notes.ts";
import { workspaceSource } from "../engine/notes/workspace-source.ts";
import { openWorkspace, type Workspace } from "../engine/workspace/workspace.ts";
import type { Logger } from "../foundation/log.ts";
import type { NotebookSettings } from "./notebook-settings.ts";

/** A folder of Markdown with all that is done to it. */
export interface Notebook {
  readonly settings: NotebookSettings;
  readonly workspace: Workspace;
  /** Opened with the first tool that needs the index. */
  readonly notes: () => Notes;
  /** Brings the index up to date, the first time; where the process lives on, it follows the files from then on. */
  fresh(): Promise<void>;
  close(): Promise<void>;
}

export async function openNotebook(
  settings: NotebookSettings,
  embedder: () => Promise<Embedder>,
  log: Logger,
  { live }: { readonly live: boolean },
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
  let refreshed: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    const index = open();
    if (live) index.watch();
    index.startReindex({ scope: "changed", force: false });
    await index.settled();
    if (live) index.fillVectors();
  };
  const fresh = (): Promise<void> => {
    refreshed ??= refresh();
    return refreshed;
  };
  return { settings, workspace, notes: open, fresh, close: async () => notes?.close() };
}
