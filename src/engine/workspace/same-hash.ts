import { FootnoteError } from "../../foundation/errors.ts";

/** Refuses a file that is no longer the one whose SHA-256 was expected. Hex compares without case (kb.md §1.4). */
export function requireSameHash(path: string, found: string, expected: string): void {
  if (expected.toLowerCase() === found) return;
  throw new FootnoteError("note_changed", {
    path,
    problem: `its hash is ${found}, not ${expected}`,
    reason: "SOURCE_HASH_MISMATCH",
  });
}
