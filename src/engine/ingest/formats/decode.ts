import { isUtf8 } from "node:buffer";

export interface Decoded {
  /** Well-formed, line ends as "\n", NUL as U+FFFD (CommonMark §2.3), no byte order mark. */
  readonly text: string;
  readonly encoding: string;
  /** What a reader has to know: that this was not plain UTF-8, and what could not be decoded. */
  readonly note?: string;
}

/**
 * Text from bytes: by its byte order mark, else UTF-8. What is not UTF-8 throughout is read as UTF-8 with U+FFFD for the odd bytes when
 * it is mostly that or holds NULs (a damaged file), else as Windows-1252 (an old one). Anything but sound UTF-8 is noted.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return decodeAs("utf-16le", bytes, "read as UTF-16 (little endian), by its byte order mark");
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return decodeAs("utf-16be", bytes, "read as UTF-16 (big endian), by its byte order mark");
  if (isUtf8(bytes)) return decoded(new TextDecoder("utf-8").decode(bytes), "utf-8", []);
  const lenient = new TextDecoder("utf-8").decode(bytes);
  const runs = runsNotUtf8(bytes, lenient);
  const line = `the first in line ${firstLineNotUtf8(bytes)}`;
  // Real characters of more than a byte outnumber what could not be decoded: in Windows-1252 text they hardly occur.
  if (beyondAscii(lenient) > 2 * runs || bytes.includes(0)) {
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const odd = count(bytes.length - mark - (Buffer.byteLength(lenient) - 3 * runs), "byte");
    return decoded(lenient, "utf-8", [`${odd} not UTF-8, shown as U+FFFD, ${line}`]);
  }
  const odd = count(
    bytes.reduce((sum, byte) => sum + (byte >> 7), 0),
    "byte",
  );
  return decoded(new TextDecoder("windows-1252").decode(bytes), "windows-1252", [
    `not UTF-8: read as Windows-1252 (${odd} beyond ASCII, ${line})`,
  ]);
}

/** Text in an encoding that is known; what is not of it stands as U+FFFD and is noted. Throws a RangeError for a label nobody knows. */
export function decodeAs(encoding: string, bytes: Uint8Array, note?: string): Decoded {
  const notes = note === undefined ? [] : [note];
  const label = encoding as Bun.Encoding;
  try {
    return decoded(new TextDecoder(label, { fatal: true }).decode(bytes), encoding, notes);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const text = new TextDecoder(label).decode(bytes);
    const odd = count(text.split("\ufffd").length - 1, "character");
    return decoded(text, encoding, [...notes, `${odd} not ${encoding}, shown as U+FFFD, ${lineOf("\ufffd", text)}`]);
  }
}

function decoded(raw: string, encoding: string, notes: readonly string[]): Decoded {
  const text = raw.replace(/\r\n?/g, "\n");
  const nuls = text.includes("\0")
    ? [`${count(text.split("\0").length - 1, "NUL character")} shown as U+FFFD, ${lineOf("\0", text)}`]
    : [];
  const note = [...notes, ...nuls].join("; ");
  return { text: text.replaceAll("\0", "\ufffd").toWellFormed(), encoding, ...(note === "" ? {} : { note }) };
}

function lineOf(character: string, text: string): string {
  return `the first in line ${text.slice(0, text.indexOf(character)).split(/\r\n?|\n/).length}`;
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}

/** `lenient` has one U+FFFD for each run of bytes that does not decode. */
function runsNotUtf8(bytes: Uint8Array, lenient: string): number {
  let runs = lenient.split("\ufffd").length - 1;
  // EF BF BD is U+FFFD itself, and stands nowhere inside another character.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const genuine = Buffer.from("\ufffd");
  for (let at = buffer.indexOf(genuine); at >= 0; at = buffer.indexOf(genuine, at + 3)) runs--;
  return runs;
}

/** Line ends are never part of a longer character. */
function firstLineNotUtf8(bytes: Uint8Array): number {
  let line = 1;
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== 0x0a && byte !== 0x0d) continue;
    if (!isUtf8(bytes.subarray(start, at))) return line;
    if (byte === 0x0d || bytes[at - 1] !== 0x0d) line++;
    start = at + 1;
  }
  return line;
}

function beyondAscii(text: string): number {
  let found = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) found++;
  return found;
}
