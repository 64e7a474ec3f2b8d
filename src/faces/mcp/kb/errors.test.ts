import { expect, test } from "bun:test";
import { type ErrorCode, FootnoteError } from "../../../foundation/errors.ts";
import { failureOf } from "./errors.ts";

test.each([
  ["invalid_argument", "INVALID_ARGUMENT"],
  ["pointer_invalid", "INVALID_ARGUMENT"],
  ["pointer_not_found", "INVALID_ARGUMENT"],
  ["edit_refused", "INVALID_ARGUMENT"],
  ["note_writes_disabled", "INVALID_ARGUMENT"],
  ["note_exists", "INVALID_ARGUMENT"],
  ["element_changed", "CONFLICT"],
  ["note_changed", "CONFLICT"],
  ["note_path", "INVALID_PATH"],
  ["note_not_found", "NOT_FOUND"],
  ["permission_denied", "PERMISSION_DENIED"],
  ["image_unsupported", "UNSUPPORTED_FORMAT"],
  ["note_index_not_ready", "INDEX_NOT_READY"],
] satisfies [ErrorCode, string][])("failureOf() makes of %s the code %s", (code, expected) => {
  expect(failureOf(new FootnoteError(code, {})).code).toBe(expected as never);
});

test("failureOf() says that an image's target is taken by the code of its own", () => {
  expect(failureOf(new FootnoteError("note_exists", { path: "a.png", reason: "IMAGE_EXISTS" })).code).toBe(
    "ALREADY_EXISTS",
  );
});

test("failureOf() keeps what lets an agent go on, and nothing else of the details", () => {
  const details = {
    path: "a.md",
    pointer: "1~a",
    problem: "has changed",
    remedy: "Read.",
    reason: "SELF_HASH_MISMATCH",
    currentPointer: "1~b~b",
    excerpt: "# B",
    secret: "x",
  };
  expect(failureOf(new FootnoteError("element_changed", details))).toEqual({
    code: "CONFLICT",
    message: "a.md: 1~a has changed. Read.",
    reason: "SELF_HASH_MISMATCH",
    pointer: "1~a",
    currentPointer: "1~b~b",
    excerpt: "# B",
  });
});

test("failureOf() tells nothing of what nobody foresaw", () => {
  const { code, message } = failureOf(new TypeError("cannot read /home/me/secret of undefined"));
  expect([code, message]).toEqual(["INTERNAL_ERROR", "An internal error occurred; the log on stderr tells more."]);
});
