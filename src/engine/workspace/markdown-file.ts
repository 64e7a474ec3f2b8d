import { isUtf8 } from "node:buffer";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import type { MarkdownFile } from "../markdown/element.ts";

const MARK = [0xef, 0xbb, 0xbf] as const;

/** Bytes of a Markdown file → its text. What is not UTF-8 reads as U+FFFD; such a file can be read, but not edited (`encodeMarkdown`). */
export function decodeMarkdown(path: string, bytes: Uint8Array): MarkdownFile {
  const hasByteOrderMark = MARK.every((byte, at) => bytes[at] === byte);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    hasByteOrderMark ? bytes.subarray(MARK.length) : bytes,
  );
  return {
    path,
    bytes,
    text,
    hasByteOrderMark,
    lineEnding: text.includes("\r\n") ? "\r\n" : "\n",
    sha256: sha256(bytes),
  };
}

/**
 * The bytes of a file whose text becomes `text`: UTF-8, with the byte order mark it had. Refuses (`edit_refused`) where bytes outside the edit could not
 * stay as they are (a file that is not UTF-8), and text that has no UTF-8 (half a surrogate pair).
 */
export function encodeMarkdown(file: Pick<MarkdownFile, "path" | "hasByteOrderMark">, text: string): Uint8Array {
  if (!text.isWellFormed()) {
    throw new FootnoteError("edit_refused", {
      path: file.path,
      problem: "the new text has half a surrogate pair",
      remedy: "Send whole characters.",
    });
  }
  return new TextEncoder().encode(file.hasByteOrderMark ? `\ufeff${text}` : text);
}

/** The file that `before` became by writing `text`, whose bytes are these. */
export function writtenMarkdown(before: MarkdownFile, text: string, bytes: Uint8Array): MarkdownFile {
  return { ...before, bytes, text, lineEnding: text.includes("\r\n") ? "\r\n" : "\n", sha256: sha256(bytes) };
}

/** Refuses a file whose bytes its text does not stand for: an edit would change them. */
export function requireUtf8(file: MarkdownFile): void {
  if (isUtf8(file.bytes)) return;
  throw new FootnoteError("edit_refused", {
    path: file.path,
    problem: "it is not UTF-8, so an edit would change more than was asked",
    remedy: "Convert it to UTF-8 first.",
  });
}
