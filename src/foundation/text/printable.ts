// CSI and OSC sequences, then two-character escapes (ECMA-48 §5.4, §8.3.89).
const ANSI =
  /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|(?:\u001B\]|\u009D)[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|\u001B[ -/]*[0-~]?/g;
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
// UAX #9: explicit embeddings, overrides, isolates and marks, by which text can show in an order it does not have.
const BIDI = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Text of a document as a terminal or a page may show it: no ANSI escapes, no control characters but tab and line feed, no bidi controls. */
export function printableText(text: string): string {
  return text
    .replace(ANSI, "")
    .replace(/\r\n?|\f|\v/g, "\n")
    .replace(CONTROL, "")
    .replace(BIDI, "");
}

/** As `printableText`, on one line. */
export function printable(text: string): string {
  return printableText(text).replace(/\s+/g, " ").trim();
}
