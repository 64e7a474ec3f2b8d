import type { Context } from "../context.ts";
import { allowedArchive, allowedFolder, type BridgePolicy } from "./policy.ts";
import { refusal } from "./refusal.ts";

/** What a client of VERA's tools may reach. Each method refuses what it may not. */
export interface Access {
  /** The path to open for an archive's name. */
  archive(file: string): string;
  folder(directory: string): string;
  topK(asked: number): number;
  contextChunks(asked: number): number;
  /** How many sources may be shown at once. */
  sources(asked: number): void;
  readonly policy: BridgePolicy | undefined;
}

/** Paths as they are given, relative to the working directory, below the session's roots if it has any. */
export function openAccess({ roots, cwd }: Pick<Context, "roots" | "cwd">): Access {
  const within = (path: string): string => {
    if (roots.folders.length > 0) roots.resolve(path, cwd);
    return path;
  };
  return {
    archive: within,
    folder: within,
    topK: (asked) => asked,
    contextChunks: (asked) => asked,
    sources: () => {},
    policy: undefined,
  };
}

/** What a policy allows. More results or context than that are cut to it in silence, as VERA does. */
export function restrictedAccess(policy: BridgePolicy): Access {
  return {
    archive: (file) => allowedArchive(policy, file),
    folder: (directory) => allowedFolder(policy, directory),
    topK(asked) {
      if (asked < 1) throw refusal("top_k must be at least 1.");
      return Math.min(asked, policy.maxTopK);
    },
    contextChunks(asked) {
      if (asked < 0) throw refusal("context_chunks must be non-negative");
      return Math.min(asked, policy.maxContextChunks);
    },
    sources(asked) {
      if (asked > policy.maxSources) throw refusal(`At most ${policy.maxSources} sources may be opened at once.`);
    },
    policy,
  };
}
