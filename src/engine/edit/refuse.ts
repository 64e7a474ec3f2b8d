import { FootnoteError } from "../../foundation/errors.ts";

const READ_AGAIN = "Nothing was changed. Mend the operation and send it again.";

/** An edit that the rules do not allow; nothing was changed. `problem` goes on after the path. */
export function refused(
  path: string,
  problem: string,
  more: { readonly reason?: string; readonly pointer?: string; readonly remedy?: string } = {},
): FootnoteError {
  return new FootnoteError("edit_refused", { path, problem, remedy: READ_AGAIN, ...more });
}
