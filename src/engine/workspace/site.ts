import { realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { type Changes, change } from "./changes.ts";
import { CAN_PIN } from "./folder.ts";
import { entryAt } from "./identity.ts";
import type { Ground } from "./place.ts";

export interface WorkspaceOptions {
  readonly allowWrites: boolean;
  /** Holds the lock and the journal, and is off limits for every tool. Default: ".footnote" in the root. */
  readonly indexFolder?: string;
  /** More absolute paths that are off limits, for instance a database; its sidecars ("<database>-wal") are, too. */
  readonly offLimits?: readonly string[];
  /** Lower case, with the dot. Default: ".md". */
  readonly extensions?: readonly string[];
  /** What listings leave out that skip what is ignored, in .gitignore syntax. */
  readonly excluded?: readonly string[];
  /** Where images may be imported from by a local path. */
  readonly importFolder?: string;
  /** How long a change waits for another process's, in milliseconds. Default: 30,000. */
  readonly waitMs?: number;
  readonly now?: () => Date;
  /** Whether to go by open folder handles; for tests. Default: where the system can. */
  readonly pin?: boolean;
}

/** A folder of notes as the rooms behind its tools see it. */
export interface Site {
  readonly ground: Ground;
  readonly indexFolder: string;
  readonly extensions: readonly string[];
  readonly excluded: readonly string[];
  readonly importFolder: string | undefined;
  readonly now: () => Date;
  readonly allowWrites: boolean;
  /** Throws note_writes_disabled: what every change asks first, before its path and before anything is read (kb.md §1.3). */
  requireWrites(): void;
  /** Runs one change alone (gate.ts). */
  mutate<T>(run: (changes: Changes) => T): Promise<T>;
}

/** Opens a folder; `path_not_found` when it is not there. With writing allowed, clears up what a killed writer left. */
export async function openSite(root: string, options: WorkspaceOptions): Promise<Site> {
  const real = realFolder(root);
  const indexFolder = options.indexFolder === undefined ? join(real, ".footnote") : resolve(options.indexFolder);
  const ground: Ground = {
    root: real,
    offLimits: [indexFolder, ...(options.offLimits ?? []).map((path) => resolve(path))].map(throughLinks),
    pin: options.pin ?? CAN_PIN,
  };
  const now = options.now ?? (() => new Date());
  const mutate: Site["mutate"] = (run) => change({ ground, indexFolder, waitMs: options.waitMs ?? 30_000, now }, run);
  if (options.allowWrites && entryAt(join(indexFolder, "journal.db")) !== undefined) await mutate(() => {});
  return {
    ground,
    indexFolder,
    extensions: options.extensions ?? [".md"],
    excluded: options.excluded ?? [],
    importFolder: options.importFolder,
    now,
    allowWrites: options.allowWrites,
    requireWrites() {
      if (!options.allowWrites) throw new FootnoteError("note_writes_disabled");
    },
    mutate,
  };
}

function realFolder(root: string): string {
  try {
    const real = realpathSync(root);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw toFootnoteError(error, root);
  }
  throw new FootnoteError("path_not_found", { path: root });
}

/** The root is known by its real path, so what lies below it must be, too; also what does not exist yet. */
function throughLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = resolve(path, "..");
    return above === path ? path : join(throughLinks(above), path.slice(above.length));
  }
}
