import { FootnoteError } from "../../foundation/errors.ts";

/** What VERA refuses, in its words. `exit` is what its command line then ends with: 1 for work that failed, 2 for a request that makes no sense. */
export function refusal(problem: string, exit: 1 | 2 = 1): FootnoteError {
  return new FootnoteError("vera_refused", { problem, exit });
}
