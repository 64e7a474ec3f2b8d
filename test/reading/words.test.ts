import { expect, test } from "bun:test";
import { join } from "node:path";
import { startPdfEngine } from "../../src/engine/ingest/pdf/engine.ts";
import { PageExtractor } from "../../src/engine/ingest/pdf/extract.ts";
import { HIDDEN_MASK } from "../../src/engine/ingest/pdf/glyphs.ts";
import { Frame } from "../../src/engine/ingest/pdf/layout/geometry.ts";
import { wordsOf } from "../../src/engine/ingest/pdf/layout/words.ts";
import { openPdf } from "../../src/engine/ingest/pdf/open.ts";
import { readFile } from "./read-pdf.ts";

const FIXTURES = join(import.meta.dir, "../fixtures/pdf");

/** The words that a page's glyphs make before any order is found. Leaders are joined later, so dots are left out. */
async function drawnWords(path: string): Promise<string[][]> {
  const engine = await startPdfEngine();
  const extractor = new PageExtractor(engine);
  const document = openPdf(engine, { path, bytes: await Bun.file(path).bytes() });
  return Array.from({ length: document.countPages() }, (_, at) => {
    const { glyphs } = extractor.read(document, at + 1, false);
    const layers = new Set(
      Array.from(glyphs.flags, (flags, glyph) => 4 * (flags & HIDDEN_MASK) + glyphs.turns[glyph]!),
    );
    return [...layers].flatMap((layer) => {
      const frame = new Frame(glyphs.width, glyphs.height, layer & 3);
      const isOfLayer = (glyph: number) => 4 * (glyphs.flags[glyph]! & HIDDEN_MASK) + glyphs.turns[glyph]! === layer;
      return wordsOf(glyphs, frame, isOfLayer).map((word) => word.text);
    });
  });
}

function counted(words: readonly string[]): string[] {
  return words.filter((word) => !/^[.·]+$/.test(word)).sort();
}

for (const [name, pages] of Object.entries({ apssamp: 7, "fhs-3.0": 50, ieeepes_doc: 6, "pari-refcard": 4 }))
  test(`${name}: every drawn word is in the text of its page once, and none that was not drawn`, async () => {
    const path = join(FIXTURES, `${name}.pdf`);
    const drawn = await drawnWords(path);
    const document = await readFile(path);
    expect(document.pages).toHaveLength(pages);
    for (const [at, { starts, ends }] of document.words.entries()) {
      const read = Array.from(starts, (start, word) => document.text.slice(start, ends[word]));
      expect(counted(read)).toEqual(counted(drawn[at]!));
      // Between the words the text holds nothing but white space.
      const page = document.text.slice(document.pages[at]!.start, document.pages[at]!.end);
      expect(page.replace(/\s+/g, "")).toBe(read.join(""));
    }
  }, 60_000);
