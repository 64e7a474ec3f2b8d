import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { changed, fixture } from "./archives-for-tests.ts";
import { validateVera } from "./validate.ts";

test("what VERA wrote has no issue", () => {
  const report = validateVera(fixture("manual"));
  expect(report).toMatchObject({
    ok: true,
    issues: [],
    warnings: [],
    counts: { chunks: 2, embeddings: 2, fts_rows: 2, attachments: 3 },
    checks: { sqlite_integrity: "ok", required_tables_present: true, original_document_present: true },
  });
  expect(report.metadata.creator_library).toBe("vera-doc/0.3.0");
});

function vector(...values: number[]): Uint8Array {
  const vector = new Float32Array(384);
  vector.set(values);
  return new Uint8Array(vector.buffer);
}

const ONE = "chunk_000001";
const TWO = "chunk_000002";
const SET_VECTOR = `UPDATE embeddings SET vector = ? WHERE chunk_id = '${TWO}'`;
const SET_METADATA = "UPDATE vera_metadata SET value = ? WHERE key = ?";

/** Statements on "manual", and the issues that VERA 0.3.2 itself reported for the same statements. */
const CASES: [what: string, statements: Parameters<typeof changed>[1][], issues: string[]][] = [
  [
    "a dropped FTS table",
    ["DROP TABLE chunks_fts"],
    ["Missing required table: chunks_fts", "FTS row count (0) does not match chunk count (2)"],
  ],
  [
    "three dropped tables",
    ["DROP TABLE embeddings", "DROP TABLE chunk_attachments", "DROP TABLE attachments"],
    [
      "Missing required table: attachments",
      "Missing required table: chunk_attachments",
      "Missing required table: embeddings",
      "Embedding count (0) does not match chunk count (2)",
    ],
  ],
  [
    "a view instead of a table",
    ["ALTER TABLE chunks RENAME TO c2", "CREATE VIEW chunks AS SELECT * FROM c2"],
    [
      "Missing required table: chunks",
      "Embedding count (2) does not match chunk count (0)",
      "FTS row count (2) does not match chunk count (0)",
    ],
  ],
  [
    "no version",
    ["DELETE FROM vera_metadata WHERE key = 'format_version'"],
    ["Unsupported format version: missing (expected 0.2)", "Missing required metadata key: format_version"],
  ],
  [
    "missing keys",
    [
      "DELETE FROM vera_metadata WHERE key IN ('created_at', 'created_by', 'default_embedding_dimension', 'archive_metadata')",
    ],
    ["created_at", "created_by", "default_embedding_dimension", "archive_metadata"].map(
      (key) => `Missing required metadata key: ${key}`,
    ),
  ],
  [
    "a normalization in capitals",
    [[SET_METADATA, "L2", "default_embedding_normalization"]],
    ["Invalid default_embedding_normalization: 'L2'"],
  ],
  [
    "a normalization with quotes",
    [[SET_METADATA, "L'2\"\n", "default_embedding_normalization"]],
    ["Invalid default_embedding_normalization: 'L\\'2\"\\n'"],
  ],
  ["no normalization", ["DELETE FROM vera_metadata WHERE key = 'default_embedding_normalization'"], []],
  [
    "a missing vector",
    [`DELETE FROM embeddings WHERE chunk_id = '${TWO}'`],
    ["Embedding count (1) does not match chunk count (2)"],
  ],
  [
    "a missing FTS row",
    [`DELETE FROM chunks_fts WHERE chunk_id = '${TWO}'`],
    ["FTS row count (1) does not match chunk count (2)"],
  ],
  [
    "a foreign vector format, too short",
    ["UPDATE embeddings SET vector_format = 'f''16é\t', vector = x'00' WHERE chunk_id = 'chunk_000002'"],
    [
      `Unsupported vector_format for ${TWO}: "f'16é\\t" (expected 'float32_le')`,
      `Invalid embedding blob for ${TWO}: expected 1536 bytes, got 1`,
    ],
  ],
  [
    "empty vectors of no dimension",
    ["UPDATE embeddings SET vector = x'', model_dimension = 0"],
    [
      `Invalid embedding blob for ${ONE}: expected 0 bytes, got 0`,
      `Invalid embedding blob for ${TWO}: expected 0 bytes, got 0`,
      "Embedding dimensions [0] do not match default_embedding_dimension 384",
    ],
  ],
  [
    "not a number in a vector",
    [[SET_VECTOR, vector(Number.NaN)]],
    [`Embedding vector for ${TWO} contains non-finite values`],
  ],
  ...(
    [
      [[2], "2"],
      [[1.5, 0.3], "1.5297059"],
      [[1.0002], "1.0002"],
      [[1e10], "1e+10"],
      [[123456789], "1.2345679e+08"],
      [[12345.678], "12345.678"],
      [[1e-5], "9.9999997e-06"],
      [[1e20], "inf"],
    ] as [number[], string][]
  ).map(([values, norm]): (typeof CASES)[number] => [
    `a vector of length ${norm}`,
    [[SET_VECTOR, vector(...values)]],
    [`Embedding vector for ${TWO} is not L2-normalized (norm ${norm})`],
  ]),
  [
    "vectors of lengths that pass",
    [
      [SET_VECTOR, vector(1.0001)],
      [`UPDATE embeddings SET vector = ? WHERE chunk_id = '${ONE}'`, vector(1e-30)],
    ],
    [],
  ],
  [
    "mixed dimensions",
    [["UPDATE embeddings SET vector = ?, model_dimension = 8 WHERE chunk_id = 'chunk_000002'", vector(1).slice(0, 32)]],
    ["Mixed embedding dimensions in one archive: [8, 384]"],
  ],
  [
    "another declared dimension",
    [[SET_METADATA, "385", "default_embedding_dimension"]],
    ["Embedding dimensions [384] do not match default_embedding_dimension 385"],
  ],
  ["a declared dimension that is no number", [[SET_METADATA, "384.0", "default_embedding_dimension"]], []],
  [
    "links and vectors that lead nowhere",
    [
      "PRAGMA foreign_keys = OFF",
      "INSERT INTO chunk_attachments VALUES ('nope', 'source_original', 'x')",
      `INSERT INTO chunk_attachments VALUES ('${ONE}', 'nope', 'x')`,
    ],
    ["Foreign key violations found: 2"],
  ],
  [
    "blank texts and broken metadata, in document order",
    ["UPDATE chunks SET text = ' ', metadata_json = '{'", "UPDATE chunks SET rowid = 9 WHERE rowid = 1"],
    [TWO, ONE].flatMap((id) => [`Chunk ${id} has empty text`, `Invalid JSON in chunk ${id} metadata`]),
  ],
  [
    "white space that Python knows",
    [`UPDATE chunks SET text = char(160, 12288, 28) WHERE chunk_id = '${TWO}'`],
    [`Chunk ${TWO} has empty text`],
  ],
  ["a zero-width space, which is text", [`UPDATE chunks SET text = char(8203) WHERE chunk_id = '${TWO}'`], []],
  [
    "metadata that is no object, of an id in capitals",
    [
      "PRAGMA foreign_keys = OFF",
      `UPDATE chunks SET chunk_id = 'ChUnK', metadata_json = '[]' WHERE chunk_id = '${ONE}'`,
    ],
    ["Foreign key violations found: 2", "Chunk chunk metadata must be a JSON object"],
  ],
  ["NaN, which Python reads", [`UPDATE chunks SET metadata_json = '{"a":NaN}' WHERE chunk_id = '${ONE}'`], []],
  [
    "an attachment with another hash and a list for metadata",
    ["INSERT INTO attachments VALUES ('IMG Ünï', 'a/b', NULL, x'00', 'zz', '[]', 'x')"],
    ["Attachment IMG Ünï checksum mismatch", "Attachment img ünï metadata must be a JSON object"],
  ],
  ["archive metadata that is no JSON", [[SET_METADATA, "x", "archive_metadata"]], ["Invalid JSON in archive metadata"]],
  [
    "archive metadata that is a list",
    [[SET_METADATA, "[]", "archive_metadata"]],
    ["Archive metadata must be a JSON object"],
  ],
  [
    "an archive without chunks",
    ["DELETE FROM embeddings", "DELETE FROM chunks_fts", "DELETE FROM chunk_attachments", "DELETE FROM chunks"],
    [],
  ],
];

describe("validateVera() reports what VERA reports:", () => {
  test.each(CASES)("%s", (_, statements, issues) => {
    const { ok, issues: found } = validateVera(changed("manual", ...(statements as string[])));
    expect(found).toEqual(issues);
    expect(ok).toBe(issues.length === 0);
  });

  test.each([
    [`{"source_file_name":"x"}`, true],
    [`{"source_file_name":5}`, true],
    [`{"source_file_name":null}`, false],
    ["{}", false],
  ])("no source under %s warns: %p", (archiveMetadata, warns) => {
    const path = changed(
      "manual",
      "DELETE FROM chunk_attachments",
      "DELETE FROM attachments WHERE attachment_id = 'source_original'",
      [SET_METADATA, archiveMetadata, "archive_metadata"],
    );
    const { ok, warnings, checks } = validateVera(path);
    expect([ok, warnings, checks.original_document_present]).toEqual([
      true,
      warns ? ["Original document asset is missing"] : [],
      false,
    ]);
  });
});

test("a damaged page is reported as SQLite tells it, and nothing is mended", () => {
  const bytes = readFileSync(fixture("manual"));
  bytes[8200] = (bytes[8200] ?? 0) ^ 0x55;
  const path = changed("manual");
  writeFileSync(path, bytes);
  const { issues, checks } = validateVera(path);
  expect(issues).toHaveLength(1);
  expect(issues[0]).toStartWith("SQLite integrity check failed: *** in database main ***");
  expect(checks.sqlite_integrity).not.toBe("ok");
  expect(sha256(readFileSync(path))).toBe(sha256(bytes));
});
