import { type Documents, documentsOf } from "./documents.ts";
import { type Files, filesOf } from "./files.ts";
import { type Images, imagesOf } from "./images.ts";
import { type Listing, listingOf } from "./listing.ts";
import { openSite, type WorkspaceOptions } from "./site.ts";
import { type Undo, undoOf } from "./undo.ts";

/** A folder of notes: what its tools may do with the files in it. Paths are relative to the root, with "/" (path-rules.ts). */
export interface Workspace extends Documents, Listing, Images, Files, Undo {
  /** Real absolute path. */
  readonly root: string;
  readonly indexFolder: string;
  readonly allowWrites: boolean;
}

/** Opens a folder of notes; `path_not_found` when it is not there. With writing allowed, clears up what a killed writer left. */
export async function openWorkspace(root: string, options: WorkspaceOptions): Promise<Workspace> {
  const site = await openSite(root, options);
  return {
    root: site.ground.root,
    indexFolder: site.indexFolder,
    allowWrites: site.allowWrites,
    ...documentsOf(site),
    ...listingOf(site),
    ...imagesOf(site),
    ...filesOf(site),
    ...undoOf(site),
  };
}
