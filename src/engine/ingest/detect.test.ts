import { expect, test } from "bun:test";
import { FootnoteError } from "../../foundation/errors.ts";
import { detectFormat, SUPPORTED_EXTENSIONS, WALK_EXTENSIONS } from "./detect.ts";
import { docxOf, epubOf, zipOf } from "./formats/test-packages.ts";

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const png = latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
const pdf = latin1("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
const docx = docxOf("");
const epub = epubOf({ chapters: {} });
const plainZip = zipOf({ "a.txt": "x" });
const page = latin1("<!DOCTYPE html>\n<html><body>Not found</body></html>");

test.each([
  [pdf, "a.pdf", "pdf"],
  [pdf, "no-extension", "pdf"],
  [latin1(`junk\0\x01\x02\x03${"%PDF-1.4"}`), "a.pdf", "pdf"],
  [docx, "a.docx", "docx"],
  [docx, "download", "docx"],
  [epub, "a.epub", "epub"],
  [latin1("# x"), "README.MD", "markdown"],
  [page, "a.md", "markdown"],
  [page, "a.htm", "html"],
  [page, "saved", "html"],
  [latin1("plain"), "LICENSE", "text"],
  [latin1("int main() {}"), "a.c", "text"],
  [latin1("x"), "a.unknown", "text"],
  [latin1("\xff\xfeA\0B\0"), "a.txt", "text"],
  [latin1("caf\xe9"), "a.txt", "text"],
  [latin1("a\0b and much more of ordinary text"), "a.txt", "text"],
  [docx.subarray(0, 200), "cut.docx", "docx"],
  [epub.subarray(0, 100), "cut.epub", "epub"],
] as const)("detectFormat() case %#: %s", (bytes, name, format) => {
  expect(detectFormat(bytes, name)).toBe(format);
});

test.each([
  [png, "a.pdf", "mislabelled_document", "a.pdf is named like a PDF, but its content is a PNG image."],
  [
    plainZip,
    "a.docx",
    "mislabelled_document",
    "a.docx is named like a Word document (DOCX), but its content is a ZIP archive.",
  ],
  [docx, "a.epub", "mislabelled_document", "a.epub is named like an EPUB, but its content is a Word document (DOCX)."],
  [page, "a.pdf", "mislabelled_document", "a.pdf is named like a PDF, but its content is an HTML page."],
  [
    latin1("text"),
    "a.docx",
    "mislabelled_document",
    "a.docx is named like a Word document (DOCX), but its content is plain text.",
  ],
  [pdf, "a.txt", "mislabelled_document", "a.txt is named like plain text, but its content is a PDF."],
  [png, "a.png", "unsupported_format", "a.png: Footnote does not read PNG image files."],
  [latin1("\x7fELF\x02"), "a.out", "unsupported_format", "a.out: Footnote does not read ELF program files."],
  [
    zipOf({ "[Content_Types].xml": "x", "xl/workbook.xml": "x" }),
    "a.xlsx",
    "unsupported_format",
    "a.xlsx: Footnote does not read Excel workbook files.",
  ],
  [
    latin1("\x01\x02\x03\x04\x05"),
    "a.bin",
    "unsupported_format",
    "a.bin: Footnote does not read unknown binary files.",
  ],
  [
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.from("EncryptedPackage", "utf16le")]),
    "a.docx",
    "unsupported_format",
    "a.docx: Footnote does not read encrypted Office document files.",
  ],
  [new Uint8Array(), "a.pdf", "empty_file", "a.pdf is empty (0 bytes)."],
] as const)("detectFormat() refuses case %#", (bytes, name, code, message) => {
  let thrown: unknown;
  try {
    detectFormat(bytes, name);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(FootnoteError);
  expect((thrown as FootnoteError).code).toBe(code);
  expect((thrown as FootnoteError).message).toBe(message);
});

test("a folder walk takes documents, not source code", () => {
  expect(WALK_EXTENSIONS).toContain(".pdf");
  expect(WALK_EXTENSIONS).not.toContain(".ts");
  expect(SUPPORTED_EXTENSIONS).toContain(".ts");
  expect(new Set(SUPPORTED_EXTENSIONS).size).toBe(SUPPORTED_EXTENSIONS.length);
});
