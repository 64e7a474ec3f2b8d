import { type ErrorCode, type FootnoteError, toFootnoteError } from "../../../foundation/errors.ts";

/** The codes of the tools that this replaces (kb.md §1.2). */
export type KbCode =
  | "INVALID_ARGUMENT"
  | "INVALID_PATH"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "CONFLICT"
  | "PERMISSION_DENIED"
  | "UNSUPPORTED_FORMAT"
  | "INDEX_NOT_READY"
  | "INTERNAL_ERROR";

const CODES: Partial<Record<ErrorCode, KbCode>> = {
  invalid_argument: "INVALID_ARGUMENT",
  unknown_command: "INVALID_ARGUMENT",
  pointer_invalid: "INVALID_ARGUMENT",
  pointer_not_found: "INVALID_ARGUMENT",
  edit_refused: "INVALID_ARGUMENT",
  note_writes_disabled: "INVALID_ARGUMENT",
  note_exists: "INVALID_ARGUMENT",
  too_large: "INVALID_ARGUMENT",
  note_path: "INVALID_PATH",
  path_outside_root: "INVALID_PATH",
  note_not_found: "NOT_FOUND",
  path_not_found: "NOT_FOUND",
  element_changed: "CONFLICT",
  note_changed: "CONFLICT",
  note_busy: "CONFLICT",
  permission_denied: "PERMISSION_DENIED",
  read_only: "PERMISSION_DENIED",
  image_unsupported: "UNSUPPORTED_FORMAT",
  note_index_not_ready: "INDEX_NOT_READY",
};

/** A failed call as these clients read it, with what lets an agent recover in one step. */
export interface KbFailure {
  readonly code: KbCode;
  readonly message: string;
  readonly reason?: string;
  readonly pointer?: string;
  readonly currentPointer?: string;
  readonly excerpt?: string;
}

const NEUTRAL = "An internal error occurred; the log on stderr tells more.";

export function failureOf(thrown: unknown): KbFailure {
  const error = toFootnoteError(thrown);
  const code = codeOf(error);
  const extras = Object.fromEntries(
    ["reason", "pointer", "currentPointer", "excerpt"].flatMap((key) => {
      const value = error.details[key];
      return value === undefined ? [] : [[key, String(value)]];
    }),
  );
  // Neither a path of this machine nor a library's own words reach a client.
  const message = code === "INTERNAL_ERROR" ? NEUTRAL : `${error.message} ${error.remedy}`.trim();
  return { code, message, ...extras };
}

function codeOf({ code, details }: FootnoteError): KbCode {
  if (code === "note_exists" && details.reason === "IMAGE_EXISTS") return "ALREADY_EXISTS";
  return CODES[code] ?? "INTERNAL_ERROR";
}
