import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolio } from "../../src/engine/archive/open.ts";
import { smallParts } from "../../src/engine/archive/parts-for-tests.ts";
import { encodeFolio, type FolioParts } from "../../src/engine/archive/write.ts";
import { parseText } from "../../src/engine/ingest/formats/text.ts";
import { makePassages } from "../../src/engine/ingest/passages.ts";
import { hexLines, tinyParts } from "./tiny-folio.ts";

const folder = mkdtempSync(join(tmpdir(), "folio-"));
afterAll(() => rmSync(folder, { recursive: true }));

const here = import.meta.dir;
const python = Bun.which("python3");
const canUnzstd = python !== null && readsZstd(python);

test("the specification's worked example is the file that is written", () => {
  const specification = readFileSync(join(here, "../../docs/folio-format.md"), "utf8");
  const dump = specification.split("The whole file:\n\n```\n")[1]?.split("\n```")[0];
  expect(dump?.split("\n")).toEqual(hexLines(encodeFolio(tinyParts())));
});

test.skipIf(python === null)("a reader written from the specification reads the small folios, checksums too", () => {
  for (const parts of [tinyParts(), smallParts()]) compare(parts, ["--checksums"]);
});

test.skipIf(!canUnzstd)("a reader written from the specification reads a real document's compressed folio", () => {
  const path = join(here, "../fixtures/text/fhs-3.0.txt");
  const source = new Uint8Array(readFileSync(path));
  const document = parseText(source, path);
  const words = [wordsOf(document.text)];
  const meta = {
    fileName: "fhs-3.0.txt",
    sha256: new Bun.CryptoHasher("sha256").update(source).digest("hex"),
    pipeline: "test",
  };
  const index = { terms: new Uint8Array(0), postings: new Uint8Array(0) };
  compare({ document: { ...document, words }, meta, passages: makePassages(document), index, source }, []);
});

/** What Footnote's own reader and the other one find, which must be the same. */
function compare(parts: FolioParts, options: string[]): void {
  const path = join(folder, "a.folio");
  writeFileSync(path, encodeFolio(parts));
  const run = Bun.spawnSync([python ?? "", join(here, "read_folio.py"), path, ...options]);
  expect(run.stderr.toString()).toBe("");
  const found = JSON.parse(run.stdout.toString());
  const folio = openFolio(path);
  const { meta, text, pages, blocks, passages } = folio;
  const vectors = folio.vectors();
  const source = folio.source();
  expect(found.words.map((page: number[][]) => page.map((word) => word.map(Math.fround)))).toEqual(
    pages.map(({ number }) => rows(folio.words(number))),
  );
  delete found.words;
  expect(found).toEqual({
    ...{ meta, text, pages, blocks, passages },
    ...(vectors === undefined ? {} : { vectors: { scales: [...vectors.scales], codes: [...vectors.codes] } }),
    ...(source === undefined ? {} : { source: source.toBase64() }),
  });
  folio.close();
}

function rows({ starts, ends, boxes }: ReturnType<ReturnType<typeof openFolio>["words"]>): number[][] {
  return Array.from(starts, (start, word) => [start, ends[word]!, ...boxes.subarray(word * 4, word * 4 + 4)]);
}

/** A box for every word, as if a line had 40 units. */
function wordsOf(text: string) {
  const found = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  const boxes = found.flatMap(({ start, end }) => [
    start % 40,
    12 * Math.floor(start / 40),
    (start % 40) + end - start,
    12 * Math.floor(start / 40) + 10,
  ]);
  return {
    starts: Uint32Array.from(found, ({ start }) => start),
    ends: Uint32Array.from(found, ({ end }) => end),
    boxes: Float32Array.from(boxes),
  };
}

function readsZstd(program: string): boolean {
  if (Bun.which("zstd") !== null) return true;
  return ["compression.zstd", "zstandard"].some(
    (module) => Bun.spawnSync([program, "-c", `import ${module}`]).exitCode === 0,
  );
}
