import { FootnoteError, toFootnoteError } from "../../../foundation/errors.ts";

/** What `work` gives, or what `instead` makes of a refusal in VERA's words. Every other error is thrown on. */
export function orRefused<T, U>(work: () => T, instead: (problem: string) => U): T | U {
  try {
    return work();
  } catch (error) {
    if (error instanceof FootnoteError && error.code === "vera_refused") return instead(String(error.details.problem));
    throw error;
  }
}

/** Why a call failed: in VERA's own words where it has some, else in ours, with what to do. */
export function problemOf(thrown: unknown): string {
  const { code, details, message, remedy } = toFootnoteError(thrown);
  const theirs = ["vera_refused", "vera_invalid", "vera_version"].includes(code) ? details.problem : undefined;
  return theirs === undefined ? `${message} ${remedy}` : String(theirs);
}
