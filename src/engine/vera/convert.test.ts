import { describe, expect, test } from "bun:test";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { memoryFile } from "../archive/folio-file.ts";
import { readFolio } from "../archive/open.ts";
import { anyParts } from "../archive/parts-for-tests.ts";
import { validateFolio } from "../archive/validate.ts";
import { encodeFolio, type FolioParts } from "../archive/write.ts";
import { passageText } from "../ingest/passages.ts";
import { anyArchive, change, changed, emptyFolder, everything, fixture } from "./archives-for-tests.ts";
import { attachmentsIn } from "./attachments-section.ts";
import { folioOfVera, openVeraAsFolio, writeFolioAsVera } from "./convert.ts";
import { openVera } from "./open.ts";
import { isBlank } from "./python.ts";
import { validateVera } from "./validate.ts";
import { writeVera } from "./write.ts";

const NAMES = ["manual", "structured", "table", "title", "two", "q"];
const NOW = new Date("2026-12-01T05:00:00Z");

/** The archive that comes out when `path` is made a folio and that a `.vera` again. */
function thereAndBack(path: string): string {
  const folder = emptyFolder();
  const [folio, back] = [join(folder, "x.folio"), join(folder, "x.vera")];
  writeFileSync(folio, folioOfVera(path));
  expect(validateFolio(folio).faults).toEqual([]);
  writeFolioAsVera(folio, back, { now: NOW, overwrite: false });
  expect(validateVera(back).issues).toEqual([]);
  return back;
}

/** All rows but those of our own tables. */
function tablesOfVera(path: string): ReturnType<typeof everything> {
  return { ...everything(path), own: [] };
}

describe("from .vera to .folio and back", () => {
  test.each(NAMES)("%s keeps every chunk, box, figure, link, vector and the source", (name) => {
    expect(tablesOfVera(thereAndBack(fixture(name)))).toEqual(everything(fixture(name)));
  });

  test("keeps vectors of a model that is not here", () => {
    const foreign = changed(
      "q",
      "UPDATE vera_metadata SET value = 'sentence-transformers/all-MiniLM-L6-v2' WHERE key = 'default_embedding_model'",
      "UPDATE embeddings SET model_name = 'sentence-transformers/all-MiniLM-L6-v2'",
      "UPDATE embeddings SET vector = (SELECT vector FROM embeddings WHERE chunk_id = 'c') WHERE chunk_id = 'a'",
    );
    expect(tablesOfVera(thereAndBack(foreign))).toEqual(everything(foreign));
  });

  test("keeps all of any sound archive", () => {
    fc.assert(
      fc.property(anyArchive, (parts) => {
        const path = join(emptyFolder(), "any.vera");
        writeVera(path, parts, { overwrite: false });
        expect(validateVera(path).issues).toEqual([]);
        expect(tablesOfVera(thereAndBack(path))).toEqual(everything(path));
      }),
      { numRuns: 40 },
    );
  });

  test("every passage says what its chunk says, and stands on its pages", () => {
    fc.assert(
      fc.property(anyArchive, (parts) => {
        const path = join(emptyFolder(), "any.vera");
        writeVera(path, parts, { overwrite: false });
        const folio = openVeraAsFolio(path);
        const texts = folio.passages.map((passage) => passageText(folio.text, passage));
        expect(texts.map(words)).toEqual(parts.chunks.map(({ text }) => words(text)));
      }),
      { numRuns: 40 },
    );
  });
});

/** Words as they compare: without what draws tables. */
function words(text: string): string[] {
  return text
    .replace(/\\?\||-{3,}/g, " ")
    .split(/\s+/)
    .filter(Boolean);
}

describe("from .folio to .vera and back", () => {
  const veraOf = (bytes: Uint8Array): string => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "x.folio"), bytes);
    writeFolioAsVera(join(folder, "x.folio"), join(folder, "x.vera"), { now: NOW, overwrite: false });
    return join(folder, "x.vera");
  };

  test("gives the same bytes, whatever is in the folio", () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        fc.pre(parts.passages.every((passage) => !isBlank(passageText(parts.document.text, passage))));
        const bytes = encodeFolio(parts);
        const path = veraOf(bytes);
        expect(validateVera(path).issues).toEqual([]);
        expect(Buffer.from(folioOfVera(path)).equals(bytes)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("gives the same bytes for a folio that came from a .vera, which keeps figures and source once", () => {
    const bytes = folioOfVera(fixture("structured"));
    const path = veraOf(bytes);
    expect(Buffer.from(folioOfVera(path)).equals(bytes)).toBe(true);
    const own = openVera(path).own();
    const stripped = readFolio(memoryFile("x", Buffer.concat(own?.folio ?? [])));
    expect([stripped.source(), stripped.extra("attachments"), stripped.extra("vera")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(attachmentsIn(openVeraAsFolio(path)).map(({ id }) => id)).toContain("image_block_000004");
  });

  test("is made anew when somebody changed a chunk, and then tells of the change", () => {
    const path = veraOf(folioOfVera(fixture("structured")));
    const edited = join(emptyFolder(), "edited.vera");
    copyFileSync(path, edited);
    change(edited, "UPDATE chunks SET text = 'Bicycles require one rack.' WHERE chunk_id = 'chunk_000001'");
    const folio = openVeraAsFolio(edited);
    expect(folio.passages.map((passage) => passageText(folio.text, passage))[0]).toBe("Bicycles require one rack.");
  });

  test("a folio inside that tells of other words than the chunks is not believed, even with a digest that fits", () => {
    const path = veraOf(encodeFolio(twoWords("harmless words")));
    const other = openVera(veraOf(encodeFolio(twoWords("forged words")))).own();
    change(path, "DELETE FROM x_footnote_folio");
    change(path, "INSERT INTO x_footnote_folio VALUES (0, ?)", Buffer.concat(other?.folio ?? []));
    const folio = openVeraAsFolio(path);
    expect(folio.text).toContain("harmless words");
  });

  test("a damaged folio inside costs only what the tables do not hold", () => {
    const path = veraOf(encodeFolio(twoWords("harmless words")));
    change(path, "UPDATE x_footnote_folio SET data = x'00'");
    expect(openVeraAsFolio(path).text).toContain("harmless words");
  });
});

/** A page of one paragraph, which is a passage. */
function twoWords(text: string): FolioParts {
  const span = { start: 0, end: text.length };
  const place = { level: 0, parent: -1, page: 1, box: [0, 0, 0, 0] as const, hidden: "" as const, continues: false };
  return {
    document: {
      title: "T",
      mediaType: "text/plain",
      paged: false,
      text,
      pages: [{ number: 1, ...span, width: 0, height: 0, status: "text" }],
      blocks: [{ kind: "paragraph", ...span, ...place, lineStart: 1, lineEnd: 1 }],
      words: [{ starts: new Uint32Array(0), ends: new Uint32Array(0), boxes: new Float32Array(0) }],
    },
    meta: { fileName: "t.txt", sha256: "ab".repeat(32), pipeline: "test-1" },
    passages: [{ kind: "text", spans: [span], heading: -1, firstPage: 1, lastPage: 1 }],
    index: { terms: new Uint8Array(0), postings: new Uint8Array(0) },
  };
}
