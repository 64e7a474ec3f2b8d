import type { PDFDocument } from "mupdf";
import { FootnoteError } from "../../../foundation/errors.ts";
import type { PdfEngine } from "./engine.ts";

/** Opens a PDF. Throws FootnoteError: damaged_document, password_required, password_wrong. An owner password alone does not lock it. */
export function openPdf(
  { mupdf }: PdfEngine,
  input: { readonly path: string; readonly bytes: Uint8Array; readonly password?: string },
): PDFDocument {
  const document = openDamaged(input.path, () => mupdf.Document.openDocument(input.bytes, "application/pdf"));
  // MuPDF goes by content first: a file named .pdf may be opened as something else.
  if (!(document instanceof mupdf.PDFDocument)) throw damagedPdf(input.path, "it has no PDF structure");
  if (!document.needsPassword()) return document;
  const { password } = input;
  if (password !== undefined && document.authenticatePassword(password) !== 0) return document;
  document.destroy();
  throw new FootnoteError(password === undefined ? "password_required" : "password_wrong", { path: input.path });
}

/** Runs a step that fails on broken structure and says so in the words of the error table. */
export function openDamaged<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (thrown) {
    throw damagedPdf(path, problemOf(thrown), thrown);
  }
}

export function damagedPdf(path: string, problem: string, cause?: unknown): FootnoteError {
  return new FootnoteError("damaged_document", { path, format: "PDF", problem }, cause);
}

/** MuPDF's own message without its kind ("format error: …"). */
export function problemOf(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return message.replace(/^(?:\w+ error: )+/, "").slice(0, 300);
}
