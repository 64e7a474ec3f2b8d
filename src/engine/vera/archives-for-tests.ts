import { Database, type SQLQueryBindings } from "bun:sqlite";
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { compactJson } from "./encode-json.ts";
import { hashingVector } from "./hashing.ts";
import type { NewAttachment, VeraParts } from "./write.ts";

const FIXTURES = resolve(import.meta.dir, "../../../test/fixtures/vera");

/** An archive that VERA 0.3 wrote. */
export function fixture(name: string): string {
  return join(FIXTURES, `${name}.vera`);
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "vera-"));
}

/** A copy of a fixture in a folder of its own, with changes made to it. */
export function changed(
  name: string,
  ...statements: (string | [sql: string, ...bindings: SQLQueryBindings[]])[]
): string {
  const path = join(emptyFolder(), `${name}.vera`);
  copyFileSync(fixture(name), path);
  const database = new Database(path);
  for (const statement of statements) {
    const [sql, ...bindings] = typeof statement === "string" ? [statement] : statement;
    database.run(sql, bindings);
  }
  database.close();
  return path;
}

type Tables = Readonly<
  Record<"metadata" | "chunks" | "words" | "vectors" | "attachments" | "links" | "own", unknown[]>
>;

/** All rows of an archive, table by table, so that two archives can be compared whatever wrote them. */
export function everything(path: string): Tables {
  const database = new Database(path, { readonly: true });
  const rows = (sql: string): unknown[] => database.prepare(sql).values();
  try {
    const hasOwn = rows("SELECT 1 FROM sqlite_schema WHERE name = 'x_footnote_folio'").length > 0;
    return {
      metadata: rows("SELECT key, value FROM vera_metadata ORDER BY rowid"),
      chunks: rows("SELECT chunk_id, text, metadata_json, created_at, updated_at FROM chunks ORDER BY rowid"),
      words: rows("SELECT rowid, chunk_id, text FROM chunks_fts ORDER BY rowid"),
      vectors: rows(
        "SELECT chunk_id, model_name, model_dimension, vector, vector_format FROM embeddings ORDER BY chunk_id",
      ),
      attachments: rows(
        "SELECT attachment_id, mime_type, filename, data, hash, metadata_json, created_at FROM attachments ORDER BY rowid",
      ),
      links: rows("SELECT chunk_id, attachment_id, role FROM chunk_attachments ORDER BY 1, 2, 3"),
      own: hasOwn
        ? [
            ...rows("SELECT key, value FROM x_footnote ORDER BY key"),
            ...rows("SELECT part, data FROM x_footnote_folio ORDER BY part"),
          ]
        : [],
    };
  } finally {
    database.close();
  }
}

/** Changes an archive where it lies. */
export function change(path: string, sql: string, ...bindings: SQLQueryBindings[]): void {
  const database = new Database(path);
  database.run(sql, bindings);
  database.close();
}

const word = fc.oneof(
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
    .map((text) => text.replace(/[\s\x00-\x20\x85|\\]+/gu, "") || "x"),
  fc.constantFrom("the", "parking", "4.2", "EL-A", "---", "|", "\\|", "日本語", "ﬁre"),
);
const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
const bbox = fc.tuple(
  ...([0, 0, 0, 0].map(() => fc.float({ min: 0, max: 1000, noNaN: true })) as [never, never, never, never]),
);

const block = fc.record({
  type: fc.constantFrom("heading", "paragraph", "table", "caption", "image", "code", "unheard-of"),
  lines: fc.array(line, { maxLength: 4 }),
  box: fc.option(bbox, { nil: null }),
  level: fc.option(fc.integer({ min: -1, max: 9 }), { nil: null }),
  page: fc.integer({ min: 1, max: 4 }),
});

const chunkSeed = fc.record({
  /** Taken from the blocks, as VERA does, or a text of its own. */
  window: fc.option(fc.tuple(fc.nat(), fc.nat({ max: 12 })), { nil: undefined }),
  text: line,
  path: fc.option(
    fc.array(line, { maxLength: 3 }).map((names) => names.join(" > ")),
    { nil: undefined },
  ),
  page: fc.integer({ min: 1, max: 4 }),
  more: fc.dictionary(fc.constantFrom("n", "tags", "page_start", "regions", "ÿ"), fc.jsonValue({ maxDepth: 2 })),
});

/** Sound archives of all shapes: stored blocks or none, windows over them or other texts, odd metadata, any model, attachments. */
export const anyArchive: fc.Arbitrary<VeraParts> = fc
  .record({
    blocks: fc.array(block, { maxLength: 12 }),
    chunks: fc.array(chunkSeed, { maxLength: 8 }),
    hashing: fc.boolean(),
    source: fc.option(fc.uint8Array({ maxLength: 50 }), { nil: undefined }),
    viewer: fc.boolean(),
    title: fc.option(line, { nil: undefined }),
  })
  .map(({ blocks, chunks, hashing, source, viewer, title }) => {
    const createdAt = "2026-12-01T05:00:00+00:00";
    const dimension = hashing ? 384 : 3;
    const stored = blocks
      .sort((a, b) => a.page - b.page)
      .map(({ type, lines, box, level, page }, at) => ({
        block_id: `block_${at}`,
        page_number: page,
        block_type: type,
        text: lines.join("\n"),
        bbox: box,
        heading_level: level,
        sort_order: at + 1,
      }));
    const textOf = ({
      window,
      text,
      page,
    }: {
      window: [number, number] | undefined;
      text: string;
      page: number;
    }): string => {
      const words = stored
        .filter(({ page_number, block_type }) => page_number === page && block_type !== "heading")
        .flatMap((one) => one.text.split(/\s+/).filter(Boolean));
      if (window === undefined || words.length === 0) return text;
      const start = window[0] % words.length;
      return words.slice(start, start + 1 + window[1]).join(" ");
    };
    const attachments = [
      ...(viewer ? [jsonAttachment("viewer_blocks", stored)] : []),
      ...(source === undefined
        ? []
        : [
            {
              id: "src",
              mimeType: "application/pdf",
              filename: "s.pdf",
              metadataJson: '{"role":"source"}',
              data: () => source,
            },
          ]),
      { id: "f'1\"", mimeType: "image/png", metadataJson: '{ "role": "figure" }', data: () => Uint8Array.of(1, 2, 3) },
    ];
    const ids = chunks.map((_, at) => `chunk'${at}`);
    return {
      createdAt,
      metadata: {
        format_name: "VERA",
        format_version: "0.2",
        created_at: createdAt,
        created_by: "test",
        creator_library: "test/1",
        default_embedding_model: hashing ? "vera-hashing-384" : "some:model",
        default_embedding_dimension: String(dimension),
        archive_metadata: compactJson(title === undefined ? {} : { title }),
        default_embedding_normalization: "unknown",
        x_other: "kept",
      },
      chunks: chunks.map((seed, at) => {
        const text = textOf(seed);
        const named = {
          page_start: seed.page,
          page_end: seed.page,
          ...(seed.path === undefined ? {} : { heading_path: seed.path }),
        };
        return {
          id: ids[at] ?? "",
          text,
          metadataJson: JSON.stringify({ ...named, ...seed.more }),
          createdAt: "2026-01-01T00:00:00+00:00",
          updatedAt: "2026-02-01T00:00:00+00:00",
          vector: hashing ? hashingVector(text, dimension) : Float32Array.of(at, -0.1, 2 ** -30),
        };
      }),
      attachments,
      links: ids.flatMap((chunkId) =>
        attachments.map(({ id: attachmentId }) => ({ chunkId, attachmentId, role: "r" })),
      ),
    };
  });

function jsonAttachment(id: string, value: unknown): NewAttachment {
  const data = (): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  return { id, mimeType: "application/json", metadataJson: "{}", data };
}
