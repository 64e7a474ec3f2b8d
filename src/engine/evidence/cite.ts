import { basename } from "node:path";
import { markdownLink, quoteBlock } from "../../foundation/text/markdown.ts";
import { printable } from "../../foundation/text/printable.ts";
import type { Span } from "../document.ts";
import type { EvidenceDocument } from "./corpus.ts";
import { textOf, toEvidence } from "./evidence.ts";
import { printedPages } from "./where.ts";

export const CITATION_FORMATS = ["text", "markdown", "json", "csl-json", "bibtex"] as const;
export type CitationFormat = (typeof CITATION_FORMATS)[number];

/** A citation of `spans`, with the words quoted, the printed page and a locator that opens the place again. Ends without a line feed. */
export function cite(document: EvidenceDocument, spans: readonly Span[], format: CitationFormat): string {
  const { where, locator, ...evidence } = toEvidence(document, spans, { id: "e1" });
  const quote = printable(textOf(document, spans));
  switch (format) {
    case "text":
      return `“${quote}” — ${where} [${locator}]`;
    case "markdown":
      return `${quoteBlock(evidence.text)}\n>\n> — ${markdownLink(where, locator)}`;
    case "json":
      return JSON.stringify({ quote, where, locator, ...evidence }, undefined, 2);
    case "csl-json":
      return JSON.stringify([cslItem(document, spans, quote, locator)], undefined, 2);
    case "bibtex":
      return bibtexEntry(document, spans, quote, locator);
  }
}

/** An item of CSL-JSON (schema csl-data 1.0): the types and variables used are standard ones, the rest is under `custom`. */
function cslItem(document: EvidenceDocument, spans: readonly Span[], quote: string, locator: string) {
  return {
    id: keyOf(document),
    type: "document",
    title: printable(document.title),
    source: printable(basename(document.path)),
    ...(document.paged ? { page: pageRange(document, spans, "-") } : {}),
    note: locator,
    annote: quote,
    custom: { sha256: document.sha256, locator },
  };
}

function bibtexEntry(document: EvidenceDocument, spans: readonly Span[], quote: string, locator: string): string {
  const fields = [
    ["title", `{${escapeBibtex(document.title)}}`],
    ...(document.paged ? [["pages", escapeBibtex(pageRange(document, spans, "--"))]] : []),
    ["note", escapeBibtex(locator)],
    ["annote", escapeBibtex(quote)],
  ];
  return `@misc{${keyOf(document)},\n${fields.map(([name, value]) => `  ${name} = {${value}},`).join("\n")}\n}`;
}

function pageRange(document: EvidenceDocument, spans: readonly Span[], dash: string): string {
  const { first, last } = printedPages(document, spans);
  return first === last ? first : `${first}${dash}${last}`;
}

/** ASCII letters and digits only: BibTeX keys take nothing else safely. */
function keyOf(document: EvidenceDocument): string {
  const word =
    document.title
      .normalize("NFKD")
      .replace(/[^\w\s]/g, "")
      .match(/[A-Za-z][A-Za-z0-9]*/)?.[0] ?? "document";
  return `${word.toLowerCase().slice(0, 24)}-${document.sha256.slice(0, 8)}`;
}

const TEX: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  // BibTeX counts escaped braces too, so a lone one would end the field: they are named instead.
  "{": "\\textbraceleft{}",
  "}": "\\textbraceright{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

/** Text as BibTeX takes it inside braces: no macro, no comment, balanced. */
function escapeBibtex(text: string): string {
  return printable(text).replace(/[\\{}~^#$%&_]/g, (mark) => TEX[mark] ?? `\\${mark}`);
}
