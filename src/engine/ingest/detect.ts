import { extname } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import { type Sniffed, sniff } from "./formats/sniff.ts";

export const FORMATS = ["pdf", "markdown", "html", "text", "epub", "docx"] as const;
export type Format = (typeof FORMATS)[number];

const DOCUMENT_EXTENSIONS: Readonly<Record<Format, readonly string[]>> = {
  pdf: [".pdf"],
  markdown: [".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"],
  html: [".html", ".htm", ".xhtml", ".xht"],
  text: [".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org"],
  epub: [".epub"],
  docx: [".docx"],
};

/** Text by its nature, but not what a person means by "my documents": read when named, not picked up by a folder walk. */
const OTHER_TEXT_EXTENSIONS = (
  ".log .csv .tsv .json .jsonl .yaml .yml .toml .ini .cfg .conf .env .xml .svg .tex .bib .sql .diff .patch .srt .vtt .sh .bash .zsh .fish .ps1 .bat " +
  ".c .h .cc .cpp .cxx .hpp .hh .cs .java .kt .kts .scala .go .rs .swift .m .mm .py .pyi .rb .php .pl .pm .lua .r .jl .hs .ml .mli .ex .exs .erl " +
  ".clj .el .lisp .scm .js .mjs .cjs .jsx .ts .mts .cts .tsx .vue .svelte .css .scss .less .proto .graphql .tf .nix .dart .zig .v .vhd .asm .s .f90 .f"
).split(" ");

/** Extensions (lower case, with the dot) that a recursive folder walk picks up. */
export const WALK_EXTENSIONS: readonly string[] = Object.values(DOCUMENT_EXTENSIONS).flat();

/** Every extension that says which format a file has. */
export const SUPPORTED_EXTENSIONS: readonly string[] = [...WALK_EXTENSIONS, ...OTHER_TEXT_EXTENSIONS];

const FORMAT_NAMES: Readonly<Record<Format, string>> = {
  pdf: "a PDF",
  markdown: "Markdown",
  html: "HTML",
  text: "plain text",
  epub: "an EPUB",
  docx: "a Word document (DOCX)",
};

/**
 * Which reader a file is for: its content decides between binary formats, its name between those that are text.
 * Throws empty_file, mislabelled_document (name and content disagree) or unsupported_format (naming what was found).
 */
export function detectFormat(bytes: Uint8Array, name: string): Format {
  if (bytes.length === 0) throw new FootnoteError("empty_file", { path: name });
  const named = formatOfName(name);
  const found = sniff(bytes);
  if (found.kind === "text") {
    if (named === undefined) return found.looksLikeHtml ? "html" : "text";
    if (isText(named)) return named;
    throw mislabelled(name, named, found.looksLikeHtml ? "an HTML page" : "plain text");
  }
  if (found.kind === "document") {
    if (named === undefined || named === found.format) return found.format;
    throw mislabelled(name, named, FORMAT_NAMES[found.format]);
  }
  return otherBinary(name, named, found);
}

function otherBinary(name: string, named: Format | undefined, found: Extract<Sniffed, { kind: "other" }>): Format {
  // A ZIP whose directory is lost, or bytes that look like nothing: the reader that the name asks for says what is wrong with them.
  if (found.brokenZip && (named === "docx" || named === "epub")) return named;
  if (named !== undefined && !found.encrypted) throw mislabelled(name, named, found.name);
  throw new FootnoteError("unsupported_format", { path: name, format: found.name.replace(/^an? /, "") });
}

function mislabelled(path: string, named: Format, found: string): FootnoteError {
  return new FootnoteError("mislabelled_document", { path, expected: FORMAT_NAMES[named], found });
}

function isText(format: Format): boolean {
  return format === "markdown" || format === "html" || format === "text";
}

function formatOfName(name: string): Format | undefined {
  const extension = extname(name).toLowerCase();
  const format = FORMATS.find((each) => DOCUMENT_EXTENSIONS[each].includes(extension));
  return format ?? (OTHER_TEXT_EXTENSIONS.includes(extension) ? "text" : undefined);
}
