import type { MarkdownFile } from "./element.ts";

/** A file with this text, for tests. */
export function fileOf(text: string, path = "notes.md"): MarkdownFile {
  const bytes = Buffer.from(text);
  return {
    path,
    bytes,
    text,
    hasByteOrderMark: false,
    lineEnding: text.includes("\r\n") ? "\r\n" : "\n",
    sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
  };
}
