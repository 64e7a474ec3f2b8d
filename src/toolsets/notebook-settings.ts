import type { NotesMode } from "../engine/notes/search-notes.ts";
import type { NotesSettings } from "../engine/notes/settings.ts";

/** How a folder of Markdown is served. Paths are absolute. */
export interface NotebookSettings {
  readonly root: string;
  /** The index's database. Its folder also holds the lock and the journal of changes. */
  readonly storage: string;
  readonly allowWrites: boolean;
  /** Look for changes by other programs. */
  readonly watchFiles: boolean;
  /** Leave out what .gitignore files and the usual exclusions name. */
  readonly skipIgnored: boolean;
  readonly notes: NotesSettings;
  readonly defaultMode: NotesMode;
  readonly maxResults: number;
  /** By the letter of the tools that this replaces: where some chunks hold all words of a query, only these are hits; scores are ranks. */
  readonly strict: boolean;
  /** Where images may be imported from by a local path. */
  readonly importFolder?: string;
}
