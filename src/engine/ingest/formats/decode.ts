import { FootnoteError } from "../../../foundation/errors.ts";

/** Bytes that a document read as a whole may have. */
const MAX_TEXT_BYTES = 200_000_000;

export function checkSize(bytes: Uint8Array, path: string, format: string): void {
  if (bytes.length > MAX_TEXT_BYTES) {
    throw new FootnoteError("too_large", { path, size: bytes.length, limit: MAX_TEXT_BYTES, format });
  }
}

export interface Decoded {
  /** Well-formed, line ends as "\n", NUL as U+FFFD (CommonMark §2.3), no byte order mark. */
  readonly text: string;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
}

/**
 * Text from bytes: by its byte order mark, else UTF-8. What is not UTF-8 throughout is read as UTF-8 with U+FFFD for the odd bytes when
 * it is mostly that (a damaged file), else as windows-1252 (an old one).
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const { text, encoding } = decodeBytes(bytes);
  return { text: text.replace(/\r\n?/g, "\n").replaceAll("\0", "\ufffd").toWellFormed(), encoding };
}

function decodeBytes(bytes: Uint8Array): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "utf-16le" };
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: new TextDecoder("utf-16be").decode(bytes), encoding: "utf-16be" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    const lenient = new TextDecoder("utf-8").decode(bytes);
    if (isMostlyUtf8(lenient)) return { text: lenient, encoding: "utf-8" };
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}

/** Real multi-byte characters outnumber what could not be decoded: in windows-1252 text they hardly occur. */
function isMostlyUtf8(text: string): boolean {
  let broken = 0;
  let sound = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0xfffd) broken++;
    else if (unit > 0x7f) sound++;
  }
  return sound > broken;
}
