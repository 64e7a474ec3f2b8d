import { extname } from "node:path";
import { SUPPORTED_EXTENSIONS } from "../../engine/ingest/detect.ts";
import type { WindowSize } from "../../engine/vera/windows.ts";
import { checkKnown, type Options, wholeNumber } from "./numbers.ts";
import { refusal } from "./refusal.ts";

/** A reader by one of VERA's names. All of them are Footnote's own; a name only says which files it is for. */
export interface Parser {
  readonly name: string;
  readonly label: string;
  readonly extensions: readonly string[];
  readonly variants: readonly string[];
}

const PDF = [".pdf"];
const MARKDOWN = [".md", ".markdown"];
const PARSERS: readonly Parser[] = [
  { name: "docling", label: "Docling", extensions: [...PDF, ".docx", ".html", ".htm"], variants: ["hybrid"] },
  { name: "footnote", label: "Footnote", extensions: SUPPORTED_EXTENSIONS, variants: [] },
  { name: "markdown", label: "Markdown", extensions: MARKDOWN, variants: [] },
  { name: "pymupdf", label: "PyMuPDF", extensions: PDF, variants: [] },
];

/** The reader for a file: the one that `spec` (`provider[:variant]`) asks for, else by the file's extension. Refuses in VERA's words. */
export function parserFor(path: string, spec: string | undefined): Parser {
  const extension = extname(path).toLowerCase();
  if (spec === undefined || spec === "") {
    if (extension === "") throw refusal(`Cannot infer an ingest pipeline for ${path}; pass parser=...`);
    const found = PARSERS.find(({ name }) => name === "footnote");
    if (found === undefined || !found.extensions.includes(extension))
      throw refusal(`No installed ingest pipeline supports ${extension} files.`);
    return { ...found, label: labelOf(extension) };
  }
  const parser = parserNamed(spec);
  if (!parser.extensions.includes(extension)) {
    const supported = parser.name === "footnote" ? "documents and text" : parser.extensions.join(", ");
    throw refusal(
      `Ingest pipeline '${spec}' does not support ${extension || "extensionless"} files (supports: ${supported}).`,
    );
  }
  return parser;
}

/** Throws for a spec that names no reader; which files it is for does not matter here. */
export function parserNamed(spec: string): Parser {
  const [provider = "", variant, ...more] = spec.trim().toLowerCase().split(":");
  if (provider === "" || variant === "" || more.length > 0)
    throw refusal(`Invalid ingest pipeline spec '${spec}'; expected 'provider[:variant]'.`, 2);
  const parser = PARSERS.find(({ name }) => name === provider);
  if (parser === undefined) {
    const known = PARSERS.map(({ name }) => name).join(", ");
    throw refusal(`Unknown ingest parser pipeline '${spec}'. Installed providers: ${known}.`, 2);
  }
  if (variant !== undefined && variant !== "default" && !parser.variants.includes(variant))
    throw refusal(`Unknown ${parser.label} pipeline variant '${variant}'`, 2);
  return parser;
}

/** Whose options a file's are, when its extension chose the reader. */
function labelOf(extension: string): string {
  if (MARKDOWN.includes(extension)) return "Markdown";
  return PDF.includes(extension) ? "PyMuPDF" : "Footnote";
}

const OPTIONS = ["chunk_size", "overlap", "ocr_mode", "ocr_language", "ocr_dpi", "ocr_download", "pdf_backend"];

export interface Reading {
  /** How VERA would cut the text; absent: as Footnote does. */
  readonly windows?: WindowSize;
}

/** What a reader's options ask for. Text of pictures is not recognised, so that what asks for it is refused; where VERA passes options over, so are they here. */
export function readingOf(parser: Parser, options: Options): Reading {
  checkKnown(options, OPTIONS, parser.label);
  const size = wholeNumber(options, "chunk_size", 100, 3000);
  const overlap = wholeNumber(options, "overlap", 0, 1000);
  if (parser.label === "PyMuPDF" || parser.label === "Docling") checkOcr(options);
  if (size === undefined && overlap === undefined) return {};
  return { windows: { size: size ?? 500, overlap: overlap ?? 75 } };
}

function checkOcr(options: Options): void {
  const { ocr_mode: mode = "auto", ocr_language: language = "eng", ocr_download: download = false } = options;
  if (mode !== "auto" && mode !== "off" && mode !== false && mode !== "force")
    throw refusal(`Unsupported ocr_mode '${mode}'; use one of: auto, force, off`);
  wholeNumber(options, "ocr_dpi", 72, 600);
  if (typeof download !== "boolean") throw refusal("ocr_download must be a boolean");
  checkLanguages(String(language));
  if (mode === "force")
    throw refusal(
      "OCR is not available: Footnote reads the text that a PDF has. Run a tool such as ocrmypdf on it first, then convert its output.",
    );
}

/** Refuses what cannot be a list of Tesseract's language codes. */
export function checkLanguages(languages: string): void {
  const odd = languages.split("+").filter((code) => !/^[A-Za-z][A-Za-z0-9_]*$/.test(code));
  if (odd.length > 0) {
    const named = odd.map((code) => `'${code}'`).join(", ");
    throw refusal(
      `Invalid OCR language code(s): ${named}. A code is a letter, then letters, digits or underscores, such as 'eng' or 'chi_sim'; several are joined with '+'.`,
    );
  }
}
