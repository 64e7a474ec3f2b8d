import { requireGlob } from "../workspace/glob.ts";
import type { ChunkSettings } from "./chunk.ts";

export interface NotesSettings extends ChunkSettings {
  /** Patterns on paths relative to the root; case does not count. At least one. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Whether vectors are made and searched. */
  readonly vectors: boolean;
}

/** kb.md §5.2 and §7.1. */
export const DEFAULT_SETTINGS: NotesSettings = {
  maxBytes: 4096,
  maxElements: 20,
  includeFrontMatter: true,
  include: ["**/*.md"],
  exclude: [],
  vectors: true,
};

/**
 * A test of relative paths: "*" stays within one segment, "**" crosses them; case does not count (kb.md §5.3). Refuses (`invalid_argument`) what
 * could not be meant: blank, rooted, with ":", a control character or a ".." segment.
 */
export function globTest(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map((glob) => {
    requireGlob(glob);
    return new Bun.Glob(glob.replaceAll("\\", "/").toLowerCase());
  });
  return (path) => {
    const lower = path.toLowerCase();
    return patterns.some((pattern) => pattern.match(lower));
  };
}
