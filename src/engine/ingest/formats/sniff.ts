import { zipEntryNames } from "./zip.ts";

/** What the first bytes of a file show. Names of others carry their article, to stand in a sentence. */
export type Sniffed =
  | { readonly kind: "document"; readonly format: "pdf" | "epub" | "docx" }
  | { readonly kind: "text"; readonly looksLikeHtml: boolean }
  | { readonly kind: "other"; readonly name: string; readonly encrypted: boolean; readonly brokenZip: boolean };

/** Signatures at the start of a file (RFCs and format specifications of each); a number before it is where it stands instead. */
const SIGNATURES: readonly (readonly [signature: string, name: string, at?: number])[] = [
  ["\x89PNG\r\n\x1a\n", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["GIF87a", "a GIF image"],
  ["GIF89a", "a GIF image"],
  ["II*\0", "a TIFF image"],
  ["MM\0*", "a TIFF image"],
  ["WEBP", "a WebP image", 8],
  ["WAVE", "a WAV recording", 8],
  ["AVI ", "an AVI video", 8],
  ["8BPS", "a Photoshop image"],
  ["\0\0\x01\0", "an icon"],
  ["ftypheic", "a HEIC image", 4],
  ["ftypavif", "an AVIF image", 4],
  ["ftyp", "an MP4 video", 4],
  ["ID3", "an MP3 recording"],
  ["OggS", "an Ogg recording"],
  ["fLaC", "a FLAC recording"],
  ["\x1aE\xdf\xa3", "a Matroska video"],
  ["\x7fELF", "an ELF program"],
  ["MZ", "a Windows program"],
  ["\xcf\xfa\xed\xfe", "a macOS program"],
  ["\xca\xfe\xba\xbe", "a Java class or macOS program"],
  ["\0asm", "a WebAssembly module"],
  ["\x1f\x8b", "a gzip archive"],
  ["BZh", "a bzip2 archive"],
  ["\xfd7zXZ\0", "an xz archive"],
  ["\x28\xb5\x2f\xfd", "a Zstandard archive"],
  ["7z\xbc\xaf\x27\x1c", "a 7-Zip archive"],
  ["Rar!\x1a\x07", "a RAR archive"],
  ["ustar", "a tar archive", 257],
  ["!<arch>\n", "an ar archive"],
  ["SQLite format 3\0", "an SQLite database"],
  ["PAR1", "a Parquet file"],
  ["wOFF", "a WOFF font"],
  ["wOF2", "a WOFF2 font"],
  ["OTTO", "an OpenType font"],
  ["\0\x01\0\0\0", "a TrueType font"],
  ["{\\rtf", "an RTF document"],
  ["%!PS", "a PostScript document"],
  ["AT&TFORM", "a DjVu document"],
  ["BOOKMOBI", "a Kindle (MOBI) book", 60],
];

const OLE = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
const SAMPLE = 8192;

export function sniff(bytes: Uint8Array): Sniffed {
  const head = latin1(bytes.subarray(0, 1024));
  if (/^(?:\xef\xbb\xbf)?\s*%PDF-/.test(head) || (head.includes("%PDF-") && looksBinary(bytes)))
    return { kind: "document", format: "pdf" };
  if (/^PK(?:\x03\x04|\x05\x06|\x07\x08)/.test(head)) return sniffZip(bytes);
  if (head.startsWith(OLE)) return sniffOle(bytes);
  for (const [signature, name, at = 0] of SIGNATURES) {
    if (head.startsWith(signature, at)) return other(name);
  }
  if (!hasByteOrderMark(bytes) && looksBinary(bytes)) return other("an unknown binary");
  return {
    kind: "text",
    looksLikeHtml: /^(?:\xef\xbb\xbf)?\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b/is.test(head),
  };
}

function sniffZip(bytes: Uint8Array): Sniffed {
  const names = zipEntryNames(bytes);
  if (names === undefined) return { kind: "other", name: "a damaged ZIP archive", encrypted: false, brokenZip: true };
  const has = (start: string): boolean => names.some((name) => name.startsWith(start));
  if (has("[Content_Types].xml") && has("word/")) return { kind: "document", format: "docx" };
  if (has("META-INF/container.xml")) return { kind: "document", format: "epub" };
  if (has("[Content_Types].xml") && has("xl/")) return other("an Excel workbook");
  if (has("[Content_Types].xml") && has("ppt/")) return other("a PowerPoint presentation");
  if (has("mimetype") && has("content.xml")) return other("an OpenDocument file");
  return other("a ZIP archive");
}

/** Office before 2007; also a newer document behind a password, which lies in such a container (MS-OFFCRYPTO §2.3.4.4). */
function sniffOle(bytes: Uint8Array): Sniffed {
  const marker = Buffer.from("EncryptedPackage", "utf16le");
  const encrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(marker);
  const name = encrypted ? "an encrypted Office document" : "an Office 97–2003 document";
  return { kind: "other", name, encrypted, brokenZip: false };
}

function other(name: string): Sniffed {
  return { kind: "other", name, encrypted: false, brokenZip: false };
}

/** A tenth of control characters, or a run of NULs: no text in any encoding read here. */
function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  let controls = 0;
  for (const byte of sample) {
    if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls++;
  }
  return controls * 10 > sample.length;
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
