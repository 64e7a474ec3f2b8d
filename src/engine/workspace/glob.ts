import { FootnoteError } from "../../foundation/errors.ts";

/**
 * A test of relative paths, with "/" or "\" between segments: "*" stays in one segment, "**" crosses them; case does not count (kb.md §5.3).
 * Refuses (`invalid_argument`) what could not be meant: blank, rooted, with ":", a control character, or a ".." segment.
 */
export function globTest(glob: string): (path: string) => boolean {
  requireGlob(glob);
  const pattern = new Bun.Glob(glob.replaceAll("\\", "/").toLowerCase());
  return (path) => pattern.match(path.toLowerCase());
}

/** Refuses a pattern that could not be meant. */
function requireGlob(glob: string): void {
  const bad =
    glob.trim() === "" || /^[/\\]/.test(glob) || /[:\p{Cc}]/u.test(glob) || glob.split(/[/\\]/).includes("..");
  if (bad) {
    const problem = `“${glob}” is not a pattern for paths below the root`;
    throw new FootnoteError("invalid_argument", { what: "glob", problem, command: "kb" });
  }
}
