import { afterAll } from "bun:test";
import type { BlockKind, ParsedDocument } from "../../src/engine/document.ts";
import { openDocumentReader } from "../../src/engine/ingest/parse.ts";
import { type TestPage, type TestPdf, testPdf } from "../../src/engine/ingest/pdf/test-pdf.ts";

const reader = openDocumentReader();
afterAll(() => reader.close());

/** Reads pages made for a test as `footnote add` reads a file: Workers, extraction, layout, assembly. */
export async function readPages(pages: readonly (string | TestPage)[], options: TestPdf = {}): Promise<ParsedDocument> {
  return reader.parse({ path: "/made/for-a-test.pdf", bytes: testPdf(pages, options) });
}

export async function readFile(path: string): Promise<ParsedDocument> {
  return reader.parse({ path, bytes: await Bun.file(path).bytes() });
}

/** Texts of the blocks of one kind, in reading order. */
export function textsOf({ blocks, text }: ParsedDocument, kind: BlockKind): string[] {
  return blocks.filter((block) => block.kind === kind).map(({ start, end }) => text.slice(start, end));
}

/** The rows of all tables, each as its cells with their columns. */
export function rowsOf({ blocks, text }: ParsedDocument): { page: number; cells: [column: number, text: string][] }[] {
  return blocks.flatMap(({ kind, page }, row) => {
    if (kind !== "row") return [];
    const cells = blocks.filter((block) => block.kind === "cell" && block.parent === row);
    return [{ page, cells: cells.map(({ level, start, end }): [number, string] => [level, text.slice(start, end)]) }];
  });
}
