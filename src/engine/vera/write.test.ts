import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { emptyFolder, everything, fixture } from "./archives-for-tests.ts";
import { partsOf } from "./copy-parts-for-tests.ts";
import { hashingVector } from "./hashing.ts";
import { openVera } from "./open.ts";
import { validateVera } from "./validate.ts";
import { type VeraParts, veraTime, writeVera } from "./write.ts";

const NAMES = ["manual", "structured", "table", "title", "two", "q"];

function target(): string {
  return join(emptyFolder(), "new.vera");
}

/** One chunk with everything around it. */
function parts(changes: Partial<VeraParts> = {}): VeraParts {
  const createdAt = veraTime(new Date("2026-12-01T05:00:00.789Z"));
  return {
    createdAt,
    metadata: {
      format_name: "VERA",
      format_version: "0.2",
      created_at: createdAt,
      created_by: "footnote",
      creator_library: "footnote/0.1.0",
      default_embedding_model: "vera-hashing-384",
      default_embedding_dimension: "384",
      archive_metadata: "{}",
      default_embedding_normalization: "l2",
    },
    chunks: [{ id: "a", text: "One fox", metadataJson: "{}", vector: hashingVector("One fox", 384) }],
    attachments: [
      {
        id: "s",
        mimeType: "text/plain",
        metadataJson: '{"role":"source"}',
        data: () => new TextEncoder().encode("One fox"),
      },
    ],
    links: [{ chunkId: "a", attachmentId: "s", role: "source" }],
    ...changes,
  };
}

describe("writeVera()", () => {
  test.each(NAMES)("writes %s again as VERA had it, and sound", (name) => {
    const original = openVera(fixture(name));
    const path = target();
    writeVera(path, partsOf(original), { overwrite: false });
    expect(validateVera(path)).toEqual(validateVera(fixture(name)));
    expect(everything(path)).toEqual(everything(fixture(name)));
    original.close();
  });

  test("gives the same bytes for the same parts", () => {
    const [first, second] = [target(), target()];
    writeVera(first, parts(), { overwrite: false });
    writeVera(second, parts(), { overwrite: false });
    expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
  });

  test("makes a database as VERA does: pages of 4096 bytes, rollback journal, times in seconds with offset", () => {
    const path = target();
    writeVera(path, parts(), { overwrite: false });
    const header = readFileSync(path).subarray(0, 20);
    expect([header.readUInt16BE(16), header[18], header[19]]).toEqual([4096, 1, 1]);
    expect(everything(path).chunks).toEqual([
      ["a", "One fox", "{}", "2026-12-01T05:00:00+00:00", "2026-12-01T05:00:00+00:00"],
    ]);
    expect(readdirSync(dirname(path))).toEqual(["new.vera"]);
    expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask() & 0o644);
  });

  test("keeps an existing file unless told otherwise", () => {
    const path = target();
    writeFileSync(path, "old");
    expect(() => writeVera(path, parts(), { overwrite: false })).toThrow(`${path} exists already.`);
    expect(readFileSync(path, "utf8")).toBe("old");
    writeVera(path, parts(), { overwrite: true });
    expect(validateVera(path).ok).toBe(true);
  });

  test("keeps our own tables", () => {
    const path = target();
    writeVera(path, parts({ own: { facts: { a: "b" }, folio: [Uint8Array.of(1, 2), Uint8Array.of(3)] } }), {
      overwrite: false,
    });
    expect(validateVera(path).ok).toBe(true);
    expect(everything(path).own).toEqual([
      ["a", "b"],
      [0, Uint8Array.of(1, 2)],
      [1, Uint8Array.of(3)],
    ]);
  });
});

describe("writeVera() refuses what VERA refuses, and writes nothing:", () => {
  const chunk = (changes: object): VeraParts =>
    parts({ chunks: [{ id: "a", text: "t", metadataJson: "{}", ...changes }] });
  const long = Float32Array.from({ length: 384 }, (_, at) => (at === 0 ? 2 : 0));
  test.each<[string, VeraParts, string]>([
    ["an empty id", chunk({ id: " " }), "id must not be empty"],
    ["an id with NUL", chunk({ id: "a\0" }), "id must not contain NUL characters"],
    ["a blank text", chunk({ text: " \n" }), "text must not be empty: a"],
    [
      "the same id twice",
      parts({ chunks: [...parts().chunks, ...parts().chunks] }),
      "record IDs must be unique within a batch",
    ],
    [
      "a short vector",
      chunk({ vector: new Float32Array(3) }),
      "record 'a' vector dimension 3 does not match database dimension 384",
    ],
    ["a vector that is too long", chunk({ vector: long }), "record 'a' vector is not L2-normalized (norm 2)"],
    ["a vector with NaN", chunk({ vector: long.map(() => Number.NaN) }), "record 'a' vector is not finite"],
    ["a link to nothing", parts({ attachments: [] }), "unknown attachment IDs: s"],
    ["a link from nothing", parts({ chunks: [] }), "unknown chunk ID: a"],
    [
      "an attachment of no type",
      parts({ attachments: [{ id: "s", mimeType: "", metadataJson: "{}", data: () => new Uint8Array(0) }] }),
      "media_type must not be empty",
    ],
  ])("%s", (_, refused, problem) => {
    const path = target();
    expect(() => writeVera(path, refused, { overwrite: false })).toThrow(
      `${path} cannot be used as a .vera archive: ${problem}.`,
    );
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  test("zero vectors pass", () => {
    const path = target();
    writeVera(path, parts({ chunks: [{ id: "a", text: "?", metadataJson: "{}", vector: new Float32Array(384) }] }), {
      overwrite: false,
    });
    expect(validateVera(path).ok).toBe(true);
  });
});
