import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { startPdfEngine } from "./engine.ts";
import { PageExtractor } from "./extract.ts";
import { HIDDEN_MASK, type PageGlyphs } from "./glyphs.ts";
import { openPdf } from "./open.ts";
import { openPdfReader } from "./parse.ts";

const FIXTURES = join(import.meta.dir, "../../../../test/fixtures/pdf");
const reader = openPdfReader({ workers: 2 });
afterAll(() => reader.close());

async function open(name: string) {
  const engine = await startPdfEngine();
  const path = join(FIXTURES, name);
  return { engine, document: openPdf(engine, { path, bytes: await Bun.file(path).bytes() }) };
}

async function glyphsOf(name: string, page: number): Promise<PageGlyphs> {
  const { engine, document } = await open(name);
  return new PageExtractor(engine).read(document, page, false).glyphs;
}

test("the standard of file hierarchies: pages and statuses", async () => {
  const path = join(FIXTURES, "fhs-3.0.pdf");
  const parsed = await reader.parse({ path, bytes: await Bun.file(path).bytes() });
  expect(parsed.pages).toHaveLength(50);
  expect(new Set(parsed.pages.map((page) => page.status))).toEqual(new Set(["text"]));
  expect(parsed.text).toContain("/usr/share");
}, 60_000);

test("a journal sample: TeX's fonts are told by name", async () => {
  const { fonts, sizes, codes } = await glyphsOf("apssamp.pdf", 1);
  expect(fonts.some((font) => font.name.startsWith("CMBX") && font.bold)).toBe(true);
  expect(fonts.some((font) => font.name.startsWith("CMR") && !font.bold && !font.italic && !font.monospaced)).toBe(
    true,
  );
  expect(codes.length).toBeGreaterThan(2000);
  expect(Math.max(...sizes)).toBeLessThan(20);
});

test("nothing on the printed pages counts as hidden", async () => {
  for (const name of ["apssamp.pdf", "ieeepes_doc.pdf", "pari-refcard.pdf"]) {
    const { flags } = await glyphsOf(name, 1);
    expect(flags.filter((flag) => (flag & HIDDEN_MASK) !== 0)).toHaveLength(0);
  }
});

test("two readers give the same document, one Worker or two", async () => {
  const path = join(FIXTURES, "fhs-3.0.pdf");
  const bytes = await Bun.file(path).bytes();
  const single = openPdfReader({ workers: 1 });
  expect(await single.parse({ path, bytes })).toEqual(await reader.parse({ path, bytes }));
  await single.close();
}, 60_000);
