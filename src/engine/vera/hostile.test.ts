import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { validateFolio } from "../archive/validate.ts";
import { change, changed, fixture } from "./archives-for-tests.ts";
import { folioOfVera, writeFolioAsVera } from "./convert.ts";
import { validateVera } from "./validate.ts";

const path = changed("structured");
const folioPath = `${path}.folio`;
const whole = readFileSync(fixture("structured"));

/** "" when `act` does its work, else the code of its error; anything but one of ours fails the test. */
function codeOf(act: () => unknown): string {
  try {
    act();
    return "";
  } catch (error) {
    if (error instanceof FootnoteError) return error.code;
    throw error;
  }
}

/** What is made of `bytes`: a sound folio, or one of the errors that a .vera may give; and the file stays as it is. */
function checkHandled(bytes: Uint8Array): void {
  writeFileSync(path, bytes);
  const before = sha256(bytes);
  const made = codeOf(() => {
    writeFileSync(folioPath, folioOfVera(path));
    expect(validateFolio(folioPath).faults).toEqual([]);
  });
  const validated = codeOf(() => validateVera(path));
  expect(["", "vera_invalid", "vera_version", "vera_limit"]).toContain(made);
  expect(["", "vera_invalid", "vera_version"]).toContain(validated);
  expect(sha256(readFileSync(path))).toBe(before);
  expect(readdirSync(dirname(path)).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([]);
}

describe("an archive made from any bytes is read or refused, and never changed:", () => {
  test("flipped bits", () => {
    const flip = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(fc.array(flip, { minLength: 1, maxLength: 4 }), (flips) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, mask] of flips) bytes[at] = (bytes[at] ?? 0) ^ mask;
        checkHandled(bytes);
      }),
      { numRuns: 80 },
    );
  });

  test("a flipped bit in the header and the schema", () => {
    for (let at = 0; at < 120; at++)
      checkHandled(Uint8Array.from(whole, (byte, index) => (index === at ? byte ^ 0xff : byte)));
  });

  test("cut short anywhere", () => {
    fc.assert(
      fc.property(fc.nat(whole.length), (length) => checkHandled(whole.subarray(0, length))),
      { numRuns: 30 },
    );
  });
});

describe("values of other types, in any column that is read, are handled:", () => {
  const columns = {
    chunks: ["chunk_id", "text", "metadata_json", "created_at", "updated_at"],
    embeddings: ["chunk_id", "vector", "vector_format", "model_dimension"],
    attachments: ["attachment_id", "mime_type", "filename", "data", "hash", "metadata_json", "created_at"],
    chunk_attachments: ["chunk_id", "attachment_id", "role"],
    vera_metadata: ["key", "value"],
  };
  const places = Object.entries(columns).flatMap(([table, names]) => names.map((name) => [table, name] as const));
  test.each(places)("%s.%s", (table, column) => {
    for (const value of ["x'00ff'", "1.5", "9223372036854775807", "''", "char(0)"]) {
      const changedPath = changed("structured", "PRAGMA foreign_keys = OFF", [
        `UPDATE OR IGNORE ${table} SET ${column} = ${value}`,
      ]);
      checkHandled(readFileSync(changedPath));
    }
  });
});

test("stored pages and blocks that are JSON, but of other shapes, are handled", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom("viewer_pages", "viewer_blocks"), (value, id) => {
      const bent = changed("structured");
      change(bent, `UPDATE attachments SET data = ?, hash = ? WHERE attachment_id = '${id}'`, ...attachment(value));
      checkHandled(readFileSync(bent));
    }),
    { numRuns: 30 },
  );
});

test("chunk metadata of any shape is handled, and comes back to the letter", () => {
  const named = fc.dictionary(
    fc.constantFrom("page_start", "page_end", "heading_path", "regions", "token_count"),
    fc.jsonValue({ maxDepth: 4 }),
  );
  fc.assert(
    fc.property(named, (metadata) => {
      const bent = changed("structured", [
        "UPDATE chunks SET metadata_json = ? WHERE chunk_id = 'chunk_000001'",
        JSON.stringify(metadata),
      ]);
      checkHandled(readFileSync(bent));
    }),
    { numRuns: 30 },
  );
});

test("what is written while somebody reads appears whole", () => {
  const folio = `${changed("structured")}.folio`;
  writeFileSync(folio, folioOfVera(fixture("structured")));
  const target = `${folio}.vera`;
  const options = { now: new Date(0), overwrite: true };
  writeFolioAsVera(folio, target, options);
  const first = readFileSync(target);
  writeFolioAsVera(folio, target, options);
  expect(readFileSync(target).equals(first)).toBe(true);
  expect(codeOf(() => writeFolioAsVera(folio, target, { ...options, overwrite: false }))).toBe("target_exists");
});

function attachment(value: unknown): [Uint8Array, string] {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return [bytes, sha256(bytes)];
}
