import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { compress } from "../../foundation/bytes/zstd.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { exportFolio } from "./export.ts";
import { memoryFile } from "./folio-file.ts";
import { ENTRY_LENGTH, type Entry, encodeHeader, HEADER_LENGTH } from "./header.ts";
import { readFolio } from "./open.ts";
import { smallParts } from "./parts-for-tests.ts";
import { validateFolio } from "./validate.ts";
import { encodeFolio } from "./write.ts";

const folder = mkdtempSync(join(tmpdir(), "folio-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "x.folio");
const whole = encodeFolio(smallParts());

/** Reads everything; the typed error that stopped it, or nothing. Any other exception fails the test. */
function readAll(bytes: Uint8Array): FootnoteError | undefined {
  try {
    const folio = readFolio(memoryFile(path, bytes));
    for (let page = 1; page <= folio.meta.pages; page++) folio.words(page);
    void [folio.vectors(), folio.section("terms"), folio.section("postings")];
    if (folio.source() !== undefined) exportFolio(folio, "source");
    for (const format of ["text", "markdown", "jsonl"] as const) exportFolio(folio, format);
    return undefined;
  } catch (error) {
    if (error instanceof FootnoteError) return error;
    throw error;
  }
}

function faults(bytes: Uint8Array) {
  writeFileSync(path, bytes);
  return validateFolio(path).faults;
}

test("a folio cut short anywhere is refused by its header", () => {
  for (let length = 0; length < whole.length; length++) {
    const error = readAll(whole.subarray(0, length));
    expect([error?.code, error?.details.section]).toEqual(["archive_damaged", "header"]);
  }
});

test("a folio with bytes behind its end is refused", () => {
  expect(readAll(Buffer.concat([whole, Uint8Array.of(0)]))?.message).toContain(
    `it states ${whole.length} bytes, the file has ${whole.length + 1}`,
  );
});

test("every flipped bit is found, and named by its section", () => {
  const entries = readFolio(memoryFile(path, whole)).entries;
  for (let at = 0; at < whole.length; at++) {
    const flipped = whole.slice();
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    const inside = entries.some(({ offset, storedLength }) => at >= offset && at < offset + storedLength);
    const error = readAll(flipped);
    if (inside) expect(error?.message).toContain("its checksum does not fit");
    else if (at < HEADER_LENGTH + entries.length * ENTRY_LENGTH) expect(error?.code).toMatch(/^archive_/);
    else expect([error, ...faults(flipped).map(({ section }) => section)]).toEqual([undefined, "padding"]);
  }
});

test("random bytes are refused, with and without a folio's beginning", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(200), (bytes, kept) => {
      expect(readAll(Buffer.concat([whole.subarray(0, kept), bytes]))?.code).toStartWith("archive_");
    }),
  );
});

test("sections with random bytes and right checksums give typed errors only", () => {
  const kinds = fc.constantFrom("meta", "page", "blok", "pass", "text", "word", "vect", "srce");
  fc.assert(
    fc.property(
      kinds,
      fc.uint8Array({ maxLength: 200 }),
      fc.nat(3),
      fc.constantFrom("raw", "zstd"),
      (code, bytes, count, encoding) => {
        const stored = encoding === "raw" ? bytes : compress(bytes);
        const error = readAll(
          rebuilt(code, (entry) => ({ ...entry, encoding, decodedLength: bytes.length, count }), stored),
        );
        if (error !== undefined) expect(error.code).toBe("archive_damaged");
        faults(rebuilt(code, (entry) => ({ ...entry, encoding, decodedLength: bytes.length, count }), stored));
      },
    ),
    { numRuns: 300 },
  );
});

test("sections with a few changed bytes and right checksums give typed errors only", () => {
  const kinds = fc.constantFrom("meta", "page", "blok", "pass", "text", "word", "vect");
  const changes = fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(kinds, changes, (code, edits) => {
      const entry = readFolio(memoryFile(path, whole)).entries.find((one) => one.code === code)!;
      const stored = whole.slice(entry.offset, entry.offset + entry.storedLength);
      for (const [at, value] of edits) stored[at % stored.length] = value;
      const error = readAll(rebuilt(code, (same) => same, stored));
      if (error !== undefined) expect(error.code).toBe("archive_damaged");
    }),
    { numRuns: 1000 },
  );
});

test("hostile tables are refused before anything is allocated for them", () => {
  const huge = Number.MAX_SAFE_INTEGER;
  const cases: [string, (entry: Entry) => Entry, string][] = [
    ["blok", (entry) => ({ ...entry, count: huge }), `section blocks, it ends ${""}`],
    ["blok", (entry) => ({ ...entry, offset: 0 }), "section blocks, it overlaps header"],
    ["blok", (entry) => ({ ...entry, offset: entry.offset + 1 }), "is not a multiple of 64"],
    ["blok", (entry) => ({ ...entry, offset: 2 ** 52 }), "section blocks, it runs over the end of the file"],
    ["blok", (entry) => ({ ...entry, storedLength: huge }), "section blocks, it runs over the end of the file"],
    ["blok", (entry) => ({ ...entry, storedLength: 200 }), "section passages, it overlaps blocks"],
    ["blok", (entry) => ({ ...entry, decodedLength: huge }), `are said to decode to ${huge}`],
    ["blok", (entry) => ({ ...entry, encoding: "zstd", decodedLength: 65_536 }), "does not decode to 65536 bytes"],
    ["text", (entry) => ({ ...entry, decodedLength: 3 }), "are said to decode to 3"],
    ["text", (entry) => ({ ...entry, code: "blok" }), "blocks stands there twice"],
    ["text", (entry) => ({ ...entry, code: "tex\n" }), "a kind is not four ASCII characters"],
    ["text", (entry) => ({ ...entry, code: "futu" }), "section text, it is missing"],
    ["page", (entry) => ({ ...entry, count: 3 }), "3 entries, where meta tells of 2"],
    ["vect", (entry) => ({ ...entry, code: "futu" }), "no entries, where meta tells of 1"],
  ];
  for (const [code, change, message] of cases) expect(readAll(rebuilt(code, change))?.message).toContain(message);
});

test("a zstd bomb decodes to no more than its entry states, and that is bounded by what is stored", () => {
  const bomb = compress(new Uint8Array(2 ** 26));
  const lie = readAll(rebuilt("blok", (entry) => ({ ...entry, encoding: "zstd", decodedLength: 1000 }), bomb));
  expect(lie?.message).toContain("section blocks, the zstd data does not decode to 1000 bytes");
  const open = readAll(rebuilt("blok", (entry) => ({ ...entry, encoding: "zstd", decodedLength: 2 ** 26 }), bomb));
  expect(open?.message).toContain(`section blocks, ${bomb.length} bytes are said to decode to ${2 ** 26}`);
});

test("unknown sections are skipped; newer versions and unknown flags are refused", () => {
  expect(readAll(rebuilt("srce", (entry) => ({ ...entry, code: "futu" })))).toBeUndefined();
  const changed = (at: number, value: number) => {
    const bytes = whole.slice();
    bytes[at] = value;
    return readAll(bytes);
  };
  expect(changed(8, 2)?.message).toBe(`${path} has format version 2; this Footnote reads version 1.`);
  expect(changed(8, 0)?.message).toContain("version 0");
  expect(changed(13, 4)?.message).toBe(`${path} needs feature 10, which this Footnote does not know.`);
});

/** The small folio with one section changed, and all checksums right. Entries keep their offsets unless `stored` is given. */
function rebuilt(code: string, change: (entry: Entry) => Entry, stored?: Uint8Array): Uint8Array {
  const { entries } = readFolio(memoryFile(path, whole));
  const tail = stored === undefined ? whole.length : Math.ceil(whole.length / 64) * 64;
  const file = new Uint8Array(tail + (stored?.length ?? 0));
  file.set(whole);
  const table = entries.map((entry) => {
    if (entry.code !== code) return entry;
    if (stored === undefined) return change(entry);
    file.set(stored, tail);
    const moved = {
      offset: tail,
      storedLength: stored.length,
      decodedLength: entry.encoding === "raw" ? stored.length : entry.decodedLength,
    };
    return change({ ...entry, ...moved, xxh64: Bun.hash.xxHash64(stored, 0n) });
  });
  file.set(encodeHeader(table, file.length));
  return file;
}
