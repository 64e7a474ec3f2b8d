import { globTest as oneGlobTest } from "../workspace/glob.ts";
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

/** A test for paths that any of the patterns means (workspace/glob.ts). */
export function globTest(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.map(oneGlobTest);
  return (path) => tests.some((test) => test(path));
}
