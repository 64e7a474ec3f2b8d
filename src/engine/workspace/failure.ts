import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { FolderChanged } from "./folder.ts";

/**
 * Turns what a system call threw into an error that names the path as it was asked for: inside, files go by way of open handles, and neither those
 * names nor the place of the root are for the outside. Anything else stays what it is.
 */
export function failure(thrown: unknown, path: string): unknown {
  if (thrown instanceof FolderChanged) return new FootnoteError("note_path", { path });
  const error = thrown instanceof FootnoteError ? thrown.cause : thrown;
  if (!isSystemError(error)) return thrown;
  switch (error.code) {
    case "ENOENT":
    case "ENOTDIR":
      return new FootnoteError("note_not_found", { path }, error);
    case "EEXIST":
      return new FootnoteError("note_exists", { path }, error);
    case "ELOOP":
    case "ENAMETOOLONG":
    case "EINVAL":
    case "EILSEQ":
      return new FootnoteError("note_path", { path }, error);
    default:
      // The message of a system error quotes paths: only its code is kept.
      return new FootnoteError(
        toFootnoteError(error, path).code,
        { path, problem: `the system says ${error.code}` },
        error,
      );
  }
}

function isSystemError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && /^E[A-Z0-9]+$/.test(error.code);
}
