import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { changed, fixture } from "./archives-for-tests.ts";
import { hashingVector } from "./hashing.ts";
import { openVera } from "./open.ts";

describe("openVera() on what VERA wrote", () => {
  test("reads format, model and the maker's metadata", () => {
    const archive = openVera(fixture("structured"));
    expect(archive.metadata.format_version).toBe("0.2");
    expect(archive.model).toEqual({ name: "vera-hashing-384", dimension: 384, normalization: "l2" });
    expect(archive.archiveMetadata.source_file_name).toBe("structured.pdf");
    expect(archive.counts()).toEqual({ chunks: 2, embeddings: 2, attachments: 4 });
    archive.close();
  });

  test("reads chunks in document order, metadata parsed and as stored", () => {
    const archive = openVera(fixture("structured"));
    const [first, second] = archive.chunks();
    expect(first?.id).toBe("chunk_000001");
    expect(first?.text).toBe("Restaurants require one parking space per 100 square feet of floor area.");
    expect(first?.metadata.heading_path).toBe("Chapter 110 Zoning > Article 5 Parking");
    expect(first?.metadataJson).toContain('"bbox":[72.0,128.1750030517578,');
    expect(second?.metadata.page_start).toBe(2);
    expect(archive.chunksById(["chunk_000002", "nope", "chunk_000001"])).toEqual([first, second] as never);
    archive.close();
  });

  test("its vectors are ours, bit for bit", () => {
    for (const name of ["manual", "structured", "table", "title", "two", "q"]) {
      const archive = openVera(fixture(name));
      const { dimension, rows, present } = archive.vectors();
      const texts = archive.chunks().map(({ text }) => text);
      expect([...present]).toEqual(texts.map(() => 1));
      expect(rows).toEqual(Float32Array.from(texts.flatMap((text) => [...hashingVector(text, dimension)])));
      archive.close();
    }
  });

  test("lists attachments and gives their bytes, whose hash is the one stored", () => {
    const archive = openVera(fixture("structured"));
    const attachments = archive.attachments();
    expect(attachments.map(({ id }) => id)).toEqual([
      "viewer_pages",
      "viewer_blocks",
      "image_block_000004",
      "source_original",
    ]);
    expect(attachments[2]?.metadata).toEqual({ bbox: [72, 200, 172, 300], page_number: 1, role: "figure" });
    for (const { id, hash, bytes } of attachments) {
      const data = archive.attachment(id) ?? new Uint8Array(0);
      expect([sha256(data), data.length]).toEqual([hash, bytes]);
    }
    expect(archive.attachment("nope")).toBeUndefined();
    archive.close();
  });

  test("gives links, pages and blocks", () => {
    const archive = openVera(fixture("structured"));
    expect(archive.links()).toEqual([
      { chunkId: "chunk_000001", attachmentId: "image_block_000004", role: "figure" },
      { chunkId: "chunk_000001", attachmentId: "source_original", role: "source" },
      { chunkId: "chunk_000002", attachmentId: "source_original", role: "source" },
    ]);
    expect(archive.pages().map(({ page_number, width }) => [page_number, width])).toEqual([
      [1, 595],
      [2, 595],
    ]);
    expect(archive.blocks().map(({ block_type }) => block_type)).toEqual([
      "heading",
      "heading",
      "paragraph",
      "image",
      "heading",
      "paragraph",
    ]);
    archive.close();
  });

  test("archives without pages, blocks and source have none", () => {
    const archive = openVera(fixture("q"));
    expect([archive.pages(), archive.blocks(), archive.attachments(), archive.links()]).toEqual([[], [], [], []]);
    archive.close();
  });
});

describe("openVera() refuses, in VERA's words", () => {
  const refusal = (path: string): unknown => {
    try {
      openVera(path).close();
    } catch (error) {
      const { code, details } = error as { code: string; details: Record<string, unknown> };
      return [code, details.problem];
    }
    return "opened";
  };
  const file = (content: string | Uint8Array): string => {
    const path = changed("q");
    writeFileSync(path, content);
    return path;
  };

  test("what is not SQLite", () => {
    expect(refusal(file("hello world ".repeat(1000)))).toEqual(["vera_invalid", "file is not a database"]);
  });

  test("an empty file and a database without the metadata table", () => {
    const expected = ["vera_invalid", "Missing required table: vera_metadata"];
    expect(refusal(file(""))).toEqual(expected);
    expect(refusal(changed("q", "DROP TABLE vera_metadata"))).toEqual(expected);
  });

  test("other versions", () => {
    const path = changed("q", "UPDATE vera_metadata SET value = '0.1' WHERE key = 'format_version'");
    expect(refusal(path)).toEqual(["vera_version", "VeraDocument requires format 0.2; found 0.1"]);
  });

  test("a view or a virtual table under the name of a table", () => {
    const renamed = "ALTER TABLE chunks RENAME TO real_chunks";
    const expected = ["vera_invalid", "Missing required table: chunks"];
    expect(refusal(changed("q", renamed, "CREATE VIEW chunks AS SELECT * FROM real_chunks"))).toEqual(expected);
    expect(refusal(changed("q", renamed, "CREATE VIRTUAL TABLE chunks USING fts5(chunk_id, text)"))).toEqual(expected);
  });

  test("a truncated file", () => {
    const whole = readFileSync(fixture("q"));
    for (const length of [50, 600, 4096, 30_000])
      expect(refusal(file(whole.subarray(0, length)))).toEqual(["vera_invalid", "database disk image is malformed"]);
  });

  test("a folder, and what is not there", () => {
    expect(refusal(dirname(fixture("q")))).toEqual(["vera_invalid", "it is not a file"]);
    expect(refusal("/nowhere/at/all.vera")).toEqual(["path_not_found", undefined]);
  });

  test("metadata of megabytes", () => {
    const path = changed("q", [
      "UPDATE vera_metadata SET value = ? WHERE key = 'archive_metadata'",
      " ".repeat(2 ** 20 + 1),
    ]);
    expect(refusal(path)).toEqual(["vera_limit", undefined]);
  });
});

describe("an open archive", () => {
  const code = (act: () => unknown): string => {
    try {
      act();
    } catch (error) {
      return (error as { code: string }).code;
    }
    return "nothing thrown";
  };

  test("leaves its file alone and makes nothing beside it, also in WAL mode", () => {
    for (const mode of ["delete", "wal"]) {
      const path = changed("structured", `PRAGMA journal_mode = ${mode}`);
      const before = sha256(readFileSync(path));
      const beside = readdirSync(dirname(path));
      const archive = openVera(path);
      expect(archive.chunks()).toHaveLength(2);
      expect(readdirSync(dirname(path))).toEqual(beside);
      archive.close();
      expect(readdirSync(dirname(path))).toEqual(beside);
      expect(sha256(readFileSync(path))).toBe(before);
    }
  });

  test("with changes waiting in a log beside it is busy", () => {
    const path = changed("q", "PRAGMA journal_mode = wal");
    writeFileSync(`${path}-wal`, "not empty");
    expect(code(() => openVera(path))).toBe("vera_busy");
  });

  test("that changes while it is read is not believed", () => {
    const path = changed("q");
    const archive = openVera(path);
    utimesSync(path, 1, 1);
    expect(code(() => archive.chunks())).toBe("source_changed");
    archive.close();
  });

  test("never runs triggers; other tables and columns are ignored", () => {
    const archive = openVera(
      changed(
        "q",
        "CREATE TABLE x_other (a)",
        "ALTER TABLE chunks ADD COLUMN extra TEXT",
        "CREATE TRIGGER t AFTER INSERT ON chunks BEGIN INSERT INTO x_other VALUES (1); END",
        "CREATE VIEW v AS SELECT load_extension('x')",
      ),
    );
    expect(archive.chunks()).toHaveLength(5);
    archive.close();
  });

  test("takes ids with quotes, NULs and SQL as ids", () => {
    const id = "a'\"; DROP TABLE chunks; --\0 b";
    const archive = openVera(changed("q", ["UPDATE chunks SET chunk_id = ? WHERE chunk_id = 'a'", id]));
    expect(archive.chunks()[0]?.id).toBe(id);
    expect(archive.chunksById([id]).map((chunk) => chunk.id)).toEqual([id]);
    archive.close();
  });

  test("answers for more ids than SQLite takes variables", () => {
    const archive = openVera(fixture("q"));
    const ids = Array.from({ length: 40_000 }, (_, at) => `none ${at}`);
    expect(archive.chunksById([...ids, "c", ...ids, "a"]).map(({ id }) => id)).toEqual(["a", "c"]);
    archive.close();
  });

  test("names the row whose value has the wrong type, is no object, or is too large", () => {
    const problem = (sql: string, ...bindings: string[]): unknown => {
      const archive = openVera(changed("q", [sql, ...bindings]));
      try {
        archive.chunks();
      } catch (error) {
        return (error as Error).message;
      } finally {
        archive.close();
      }
      return "nothing thrown";
    };
    expect(problem("UPDATE chunks SET text = x'00ff' WHERE chunk_id = 'a'")).toContain("text of chunk a is not text");
    expect(problem("INSERT INTO chunks VALUES (NULL, 't', '{}', '', '')")).toContain("chunk_id of a chunk is not text");
    expect(problem("UPDATE chunks SET metadata_json = '[1]' WHERE chunk_id = 'b'")).toContain(
      "metadata_json of chunk b is not a JSON object",
    );
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(problem("UPDATE chunks SET metadata_json = ? WHERE chunk_id = 'b'", deep)).toContain(
      "metadata_json of chunk b is not a JSON object",
    );
    const large = `{"a":"${"x".repeat(2 ** 20)}"}`;
    expect(problem("UPDATE chunks SET metadata_json = ? WHERE chunk_id = 'b'", large)).toContain(
      "metadata of chunk b has 1048584 bytes; the limit is 1048576",
    );
  });

  test("tells which vectors are missing, and refuses those that do not fit", () => {
    const archive = openVera(changed("q", "DELETE FROM embeddings WHERE chunk_id = 'b'"));
    expect([...archive.vectors().present]).toEqual([1, 0, 1, 1, 1]);
    archive.close();
    const short = openVera(changed("q", "UPDATE embeddings SET vector = x'00000000' WHERE chunk_id = 'b'"));
    expect(() => short.vectors()).toThrow("Invalid embedding blob for b: expected 1536 bytes, got 4");
    short.close();
  });
});
