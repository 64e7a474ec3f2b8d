import { Database } from "bun:sqlite";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compactJson, type Encodable } from "../../src/engine/vera/encode-json.ts";
import { hashingVector } from "../../src/engine/vera/hashing.ts";
import { writeVera } from "../../src/engine/vera/write.ts";
import { FIXTURES } from "./binary.ts";

/** Archives for the tests of VERA's server: some by themselves, a library with a broken one and a link out of it, one of a foreign model, and companies that filters tell apart. */
export function makeArchives(folder: string): (...names: string[]) => string {
  const at = (...names: string[]) => join(folder, ...names);
  mkdirSync(at("library/nested/archive"), { recursive: true });
  mkdirSync(at("elsewhere"));
  for (const name of ["manual", "structured", "markdown", "two"])
    copyFileSync(join(FIXTURES, `vera/${name}.vera`), at(`${name}.vera`));
  copyFileSync(at("manual.vera"), at("library/manual.vera"));
  copyFileSync(at("structured.vera"), at("library/nested/structured.vera"));
  copyFileSync(at("two.vera"), at("library/nested/archive/two.vera"));
  copyFileSync(at("structured.vera"), at("elsewhere/secret.vera"));
  symlinkSync(at("elsewhere/secret.vera"), at("library/link.vera"));
  writeFileSync(at("library/broken.vera"), "no database");
  writeFileSync(at("broken.vera"), "no database");

  // Two chunks of different companies, one of which tries to pass for what answers say themselves.
  writeVera(
    at("sample archive.vera"),
    {
      createdAt: "2026-01-01T00:00:00+00:00",
      metadata: {
        format_name: "VERA",
        format_version: "0.2",
        created_at: "2026-01-01T00:00:00+00:00",
        created_by: "test",
        creator_library: "test/1",
        default_embedding_model: "vera-hashing-384",
        default_embedding_dimension: "384",
        archive_metadata: "{}",
      },
      chunks: [
        chunk("grid", "Transformer capacity expansion of the grid.", { company: "GRID" }),
        chunk("other", "Capacity of the other network.", {
          company: "OTHER",
          file: "x",
          path: "y",
          ok: false,
          error: "z",
        }),
      ],
      attachments: [],
      links: [],
    },
    { overwrite: false },
  );
  // Vectors of a model that is nowhere to be had.
  mkdirSync(at("foreign"));
  copyFileSync(at("structured.vera"), at("foreign/water.vera"));
  const foreign = new Database(at("foreign/water.vera"));
  foreign.run("UPDATE vera_metadata SET value = 'openai:large' WHERE key = 'default_embedding_model'");
  foreign.run("UPDATE embeddings SET model_name = 'openai:large'");
  foreign.close();
  mkdirSync(at("companies/GRID/archives/deep"), { recursive: true });
  mkdirSync(at("companies/OTHER/archives"), { recursive: true });
  copyFileSync(at("sample archive.vera"), at("companies/GRID/archives/deep/grid.vera"));
  copyFileSync(at("sample archive.vera"), at("companies/OTHER/archives/other.vera"));
  return at;
}

function chunk(id: string, text: string, metadata: Encodable) {
  return { id, text, metadataJson: compactJson(metadata), vector: hashingVector(text, 384) };
}
