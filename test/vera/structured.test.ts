import { expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolio } from "../../src/engine/archive/open.ts";
import { writeFolio } from "../../src/engine/archive/write.ts";
import { openDocumentReader } from "../../src/engine/ingest/parse.ts";
import { buildParts } from "../../src/engine/library/build.ts";
import { figuresOf, writeFolioAsVera } from "../../src/engine/vera/convert.ts";
import { openVera } from "../../src/engine/vera/open.ts";
import { validateVera } from "../../src/engine/vera/validate.ts";
import { sha256 } from "../../src/foundation/bytes/sha256.ts";

const FIXTURES = join(import.meta.dir, "../fixtures/vera");

/** The archive that Footnote makes of a PDF, read by our own reader. */
async function converted(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "vera-"));
  const path = join(FIXTURES, `${name}.pdf`);
  const bytes = await Bun.file(path).bytes();
  const reader = openDocumentReader();
  const document = await reader.parse({ path, bytes });
  await reader.close();
  const folioPath = join(folder, "x.folio");
  writeFolio(
    folioPath,
    buildParts(document, { fileName: `${name}.pdf`, sha256: sha256(bytes), pipeline: "test" }, bytes),
  );
  const folio = openFolio(folioPath);
  const figures = await figuresOf(folio);
  folio.close();
  const veraPath = join(folder, "x.vera");
  writeFolioAsVera(folioPath, veraPath, { now: new Date(0), overwrite: false, figures });
  return veraPath;
}

test("what VERA makes of structured.pdf, our reader makes too: ids, texts, paths, regions, blocks, the figure and its link", async () => {
  const [ours, theirs] = [openVera(await converted("structured")), openVera(join(FIXTURES, "structured.vera"))];
  expect(validateVera(ours.path).issues).toEqual([]);
  const facts = (archive: typeof ours) => ({
    chunks: archive.chunks().map(({ id, text, metadata }) => ({
      id,
      text,
      path: metadata.heading_path,
      page: metadata.page_start,
      words: metadata.token_count,
    })),
    regions: archive.chunks().map(({ metadata }) => JSON.parse(JSON.stringify(metadata.regions), rounded)),
    blocks: archive.blocks().map(({ block_id, page_number, block_type, text, heading_level }) => ({
      block_id,
      page_number,
      block_type,
      text,
      heading_level,
    })),
    links: archive.links(),
    figure: archive.attachments().find(({ id }) => id === "image_block_000004")?.hash,
    vectors: archive.vectors(),
    pages: archive.pages().map(({ page_number, width, height }) => [page_number, width, height]),
  });
  expect(facts(ours)).toEqual(facts(theirs));
  ours.close();
  theirs.close();
});

/** Both measure glyphs a little differently: whole points are what they share. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === "number" ? Math.round(value) : value;
}
