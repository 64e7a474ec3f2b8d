import { FootnoteError } from "../../foundation/errors.ts";
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
    const bad =
      glob.trim() === "" || /^[/\\]/.test(glob) || /[:\p{Cc}]/u.test(glob) || glob.split(/[/\\]/).includes("..");
    if (!bad) return new Bun.Glob(glob.replaceAll("\\", "/").toLowerCase());
    const problem = `“${glob}” is not a pattern for paths below the root`;
    throw new FootnoteError("invalid_argument", { what: "glob", problem, command: "kb" });
  });
  return (path) => {
    const lower = path.toLowerCase();
    return patterns.some((pattern) => pattern.match(lower));
  };
}
