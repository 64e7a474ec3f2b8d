import type { ParsedDocument } from "../../../document.ts";
import type { PdfFacts } from "../glyphs.ts";
import { DocumentAssembly } from "./document.ts";
import { layoutPage, type PageLayout } from "./page.ts";
import type { TestPage } from "./test-page.ts";

export const PROSE = [
  "the body of a page has enough text that",
  "its size is the one most letters have",
  "and it ends with a full stop at last.",
];

type TestFacts = Partial<PdfFacts> & { readonly labels?: readonly (string | undefined)[] };

/** Lays out drawn pages and joins them to a document. */
export function assemble(pages: readonly TestPage[], facts: TestFacts = {}, fileName = "report.pdf"): ParsedDocument {
  return assembleDocument(
    pages.map((page) => layoutPage(page.glyphs())),
    facts,
    fileName,
  );
}

export function assembleDocument(
  layouts: readonly PageLayout[],
  { labels = [], ...facts }: TestFacts,
  fileName: string,
): ParsedDocument {
  const assembly = new DocumentAssembly({ outline: [], ...facts });
  for (const [at, layout] of layouts.entries()) assembly.add(layout, labels[at]);
  return assembly.finish(fileName);
}

/** Kind (and level where it has one) and text of the blocks at the root. */
export function blocksOf({ blocks, text }: ParsedDocument): [string, string][] {
  return blocks
    .filter(({ kind }) => kind !== "row" && kind !== "cell")
    .map(({ kind, level, start, end }) => [level > 0 ? `${kind} ${level}` : kind, text.slice(start, end)]);
}

export function headingsOf({ blocks, text }: ParsedDocument): [level: number, text: string][] {
  return blocks
    .filter(({ kind }) => kind === "heading")
    .map(({ level, start, end }) => [level, text.slice(start, end)]);
}

/** The text of one page alone. */
export function textOf(page: TestPage): string {
  return layoutPage(page.glyphs()).text;
}
