import { expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compactJson } from "../../engine/vera/encode-json.ts";
import { pythonRepr } from "../../engine/vera/python.ts";
import { writeVera } from "../../engine/vera/write.ts";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { exportOriginal } from "./export.ts";

const BYTES = new TextEncoder().encode("# the original");

function archiveWith(filename: string | undefined): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), "vera-export-"));
  const path = join(folder, "a.vera");
  const attachment = {
    id: "source_original",
    mimeType: "text/markdown",
    metadataJson: '{"role":"source"}',
    data: () => BYTES,
  };
  writeVera(
    path,
    {
      createdAt: "2026-01-01T00:00:00+00:00",
      metadata: {
        format_name: "VERA",
        format_version: "0.2",
        default_embedding_model: "vera-hashing-384",
        default_embedding_dimension: "384",
        archive_metadata: compactJson({}),
      },
      chunks: [],
      attachments: filename === undefined ? [] : [{ ...attachment, filename }],
      links: [],
    },
    { overwrite: false },
  );
  return { folder, path };
}

test("exportOriginal() writes the stored name into the working directory, or a folder, and says where", async () => {
  const { folder, path } = archiveWith("notes.md");
  const facts = { filename: "notes.md", mime_type: "text/markdown", hash: sha256(BYTES) };
  expect(exportOriginal(path, undefined, folder)).toEqual({ output: join(folder, "notes.md"), ...facts });
  mkdirSync(join(folder, "into"));
  expect(exportOriginal(path, "into", folder)).toEqual({ output: join(folder, "into/notes.md"), ...facts });
  expect(await Bun.file(join(folder, "into/notes.md")).bytes()).toEqual(BYTES);
});

test("exportOriginal() writes the file that was named, and the folders above it", async () => {
  const { folder, path } = archiveWith("notes.md");
  expect(exportOriginal(path, "x/y/z.md", folder).output).toBe("x/y/z.md");
  expect(await Bun.file(join(folder, "x/y/z.md")).bytes()).toEqual(BYTES);
});

test.each(["../out.md", "/etc/out.md", "a/../../out.md", "C:\\out.md", "..\\out.md"])(
  "exportOriginal() does not follow the stored name %s, but writes where it is told",
  (name) => {
    const { folder, path } = archiveWith(name);
    expect(() => exportOriginal(path, undefined, folder)).toThrow(
      `Stored source filename ${pythonRepr(name)} is not a safe relative name`,
    );
    exportOriginal(path, "safe.md", folder);
    expect(existsSync(join(folder, "safe.md"))).toBe(true);
  },
);

test("exportOriginal() says in VERA's words that there is no original", () => {
  const { folder, path } = archiveWith(undefined);
  expect(() => exportOriginal(path, undefined, folder)).toThrow(
    "Original source document is not stored in this archive",
  );
});
