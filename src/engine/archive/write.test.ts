import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { SYSTEM_CALLS, type WriteCalls } from "../../foundation/fs/atomic.ts";
import type { Block } from "../document.ts";
import { memoryFile } from "./folio-file.ts";
import { type Folio, openFolio, readFolio } from "./open.ts";
import { anyParts, smallParts, vectorsFor } from "./parts-for-tests.ts";
import { encodeFolio, type FolioParts, writeFolio, writeFolioWithVectors } from "./write.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "folio-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const opened = (bytes: Uint8Array): Folio => readFolio(memoryFile("x.folio", bytes));

test("a folio gives back everything that was written", () => {
  fc.assert(
    fc.property(anyParts, (parts) => {
      const folio = opened(encodeFolio(parts));
      const { text, pages, blocks, words, title, mediaType, language, paged } = parts.document;
      const { model, ...meta } = folio.meta;
      const expected = { ...parts.meta, title, mediaType, paged, pages: pages.length, passages: parts.passages.length };
      expect(meta).toEqual({ ...expected, textLength: text.length, ...(language === undefined ? {} : { language }) });
      expect(model).toEqual(parts.vectors?.model);
      expect(folio.text).toBe(text);
      expect(folio.pages).toEqual(pages);
      expect(folio.blocks).toEqual(blocks as Block[]);
      expect(folio.passages).toEqual(parts.passages);
      expect(pages.map(({ number }) => folio.words(number))).toEqual([...words]);
      expect(folio.section("terms")).toEqual(parts.index.terms);
      expect(folio.section("postings")).toEqual(parts.index.postings);
      expect(folio.vectors()).toEqual(parts.vectors);
      expect(folio.source()).toEqual(parts.source as Uint8Array | undefined);
    }),
  );
});

test("the same parts give the same bytes, and vectors added later those of vectors at once", () => {
  fc.assert(
    fc.property(anyParts, fc.integer({ min: 1, max: 9 }), (parts, dimension) => {
      const vectors = vectorsFor(parts.passages.length, dimension);
      const whole = encodeFolio({ ...parts, vectors });
      expect(encodeFolio(structuredClone({ ...parts, vectors }))).toEqual(whole);
      const path = join(folder, "a.folio");
      writeFolio(path, parts);
      expect(writeFolioWithVectors(openFolio(path), vectors)).toEqual({ bytes: whole.length });
      expect(readFileSync(path).equals(whole)).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test("boxes are kept within a fortieth of a point, and clamped at a million points", () => {
  const near = fc.double({ min: -14_400, max: 14_400, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(near, near, near, near), (box) => {
      const found: readonly number[] = opened(encodeFolio(withBox(box))).blocks[0]?.box ?? [];
      for (const [side, edge] of box.entries())
        expect(Math.abs((found[side] ?? Number.NaN) - edge)).toBeLessThanOrEqual(0.0251);
    }),
  );
  const far = opened(encodeFolio(withBox([-1e9, Number.NaN, Number.POSITIVE_INFINITY, 1e300])));
  expect(far.blocks[0]?.box).toEqual([-1_000_000, 0, 1_000_000, 1_000_000]);
});

test("encodeFolio() refuses parts that break the document's invariants", () => {
  const parts = smallParts();
  const { document } = parts;
  const [first, ...rest] = document.blocks;
  const [page] = document.pages;
  const wrong: [Partial<FolioParts>, string][] = [
    [{ document: { ...document, text: `${document.text.slice(0, -1)}\ud800` } }, "half a surrogate pair"],
    [{ document: { ...document, text: "short" } }, "page 1 spans 0 to 28 of 5"],
    [{ document: { ...document, blocks: [{ ...first!, parent: 1 }, ...rest] } }, "not a 32-bit varint: -1"],
    [{ document: { ...document, blocks: [{ ...first!, page: 3 }, ...rest] } }, "block 0 stands on page 3 of 2"],
    [{ document: { ...document, pages: [page!] } }, "2 entries, where meta tells of 1"],
    [{ document: { ...document, pages: [page!, page!] } }, "not numbered from 1"],
    [{ passages: [{ ...parts.passages[0]!, heading: 2 }] }, "passage 0 stands under block 2 of 2"],
    [{ meta: { ...parts.meta, sha256: "AB" } }, "sha256"],
  ];
  for (const [change, message] of wrong) expect(() => encodeFolio({ ...parts, ...change })).toThrow(message);
});

test("encodeFolio() refuses vectors that do not fit the passages, or have no direction", () => {
  const parts = smallParts();
  const vectors = vectorsFor(1, 2);
  const refused = (change: object) => expect(() => encodeFolio({ ...parts, vectors: { ...vectors, ...change } }));
  refused({ scales: new Float32Array(2) }).toThrow("2 scales and 2 codes for 1 passages");
  refused({ codes: new Int8Array(3) }).toThrow("1 scales and 3 codes for 1 passages");
  for (const scale of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    refused({ scales: Float32Array.of(scale) }).toThrow(`vector 0 has scale ${scale}`);
  }
});

test("writeFolio() leaves the old folio and nothing else when any step fails", () => {
  const path = join(folder, "a.folio");
  writeFolio(path, smallParts());
  const before = readFileSync(path);
  const { vectors: _, ...changed } = smallParts();
  for (const step of ["open", "write", "sync", "close", "rename"] as const) {
    const full = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
    let failed = false;
    const fail = () => {
      if (failed) return;
      failed = true;
      throw full;
    };
    const calls: WriteCalls =
      step === "close"
        ? {
            ...SYSTEM_CALLS,
            close: (handle) => {
              SYSTEM_CALLS.close(handle);
              fail();
            },
          }
        : { ...SYSTEM_CALLS, [step]: fail };
    for (const write of [
      () => writeFolio(path, changed, calls),
      () => writeFolioWithVectors(openFolio(path), vectorsFor(1, 3), calls),
    ]) {
      failed = false;
      expect(write).toThrow(`No space left on the device for ${path}.`);
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(readdirSync(folder)).toEqual(["a.folio"]);
    }
  }
});

function withBox(box: readonly [number, number, number, number]): FolioParts {
  const parts = smallParts();
  return {
    ...parts,
    document: { ...parts.document, blocks: parts.document.blocks.map((block) => ({ ...block, box })) },
  };
}
