import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDocumentReader } from "../../engine/ingest/parse.ts";
import type { ConvertOptions } from "./convert.ts";
import { convertFolder } from "./convert-folder.ts";

const MANUAL = join(import.meta.dir, "../../../test/fixtures/vera/manual.pdf");
const reader = openDocumentReader();
afterAll(() => reader.close());

const PLAIN: ConvertOptions = { model: "hashing", pipeline: {}, embedder: {}, tags: {}, keepSource: true };

function run(folder: string, how: { recursive?: boolean; overwrite?: boolean } = {}, options = PLAIN) {
  return convertFolder(folder, { recursive: false, overwrite: false, ...how }, options, {
    reader,
    signal: new AbortController().signal,
    now: () => new Date(0),
    timing: () => () => {},
  });
}

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "vera-batch-"));
  for (const name of names) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    cpSync(MANUAL, join(folder, name));
  }
  return folder;
}

test("convertFolder() converts what is there, whatever the case of its name, and nothing twice", async () => {
  const folder = folderWith("top.pdf", "nested/proposal.PDF");
  symlinkSync(join(folder, "nested"), join(folder, "again"));
  const first = await run(folder, { recursive: true });
  expect(first).toEqual({
    ok: true,
    directory: folder,
    recursive: true,
    overwrite: false,
    discovered: 2,
    converted: 2,
    skipped: 0,
    user_skipped: 0,
    malformed: 0,
    failed: 0,
    outputs: [join(folder, "nested/proposal.vera"), join(folder, "top.vera")],
    skipped_existing: [],
    skipped_by_user: [],
    malformed_existing: [],
    errors: [],
  });
  const second = await run(folder, { recursive: true });
  expect([second.converted, second.skipped, second.skipped_existing]).toEqual([0, 2, [...first.outputs]]);
  expect((await run(folder, { recursive: true, overwrite: true })).converted).toBe(2);
});

test("convertFolder() looks into the folder alone, unless told otherwise; an empty one is no failure", async () => {
  const folder = folderWith("nested/a.pdf");
  expect(await run(folder)).toMatchObject({ ok: true, discovered: 0 });
});

test("convertFolder() makes an archive again when its source is another", async () => {
  const folder = folderWith("a.pdf");
  await run(folder);
  writeFileSync(join(folder, "a.pdf"), Buffer.concat([readFileSync(MANUAL), Buffer.from("\n% changed\n")]));
  expect(await run(folder)).toMatchObject({ ok: true, converted: 1, skipped: 0 });
});

test("convertFolder() leaves alone what is no archive, and says so", async () => {
  const folder = folderWith("manual.pdf");
  writeFileSync(join(folder, "manual.vera"), "not a sqlite database");
  const report = await run(folder);
  expect(report).toMatchObject({ ok: false, malformed: 1, skipped: 0, failed: 0 });
  expect(report.malformed_existing).toEqual([
    {
      input: join(folder, "manual.pdf"),
      output: join(folder, "manual.vera"),
      issues: ["Unable to validate VERA database: file is not a database"],
    },
  ]);
  expect(readFileSync(join(folder, "manual.vera"), "utf8")).toBe("not a sqlite database");
});

test("convertFolder() fails the second of two documents that would have one archive", async () => {
  const folder = folderWith("a.pdf");
  writeFileSync(join(folder, "a.md"), "# Other\n\nwords\n");
  const report = await run(folder);
  expect(report).toMatchObject({ ok: false, converted: 1, failed: 1, outputs: [join(folder, "a.vera")] });
  expect(report.errors).toEqual([
    {
      input: join(folder, "a.pdf"),
      error: `${join(folder, "a.vera")} is already the archive of ${join(folder, "a.md")}; give one of them another name.`,
    },
  ]);
});

test("convertFolder() goes on behind a document that fails", async () => {
  const folder = folderWith("b.pdf");
  writeFileSync(join(folder, "a.pdf"), "");
  const report = await run(folder);
  expect(report).toMatchObject({ ok: false, converted: 1, failed: 1 });
  expect(report.errors[0]?.error).toContain("is empty (0 bytes)");
});

test("convertFolder() looks at no document when the request makes no sense", async () => {
  const folder = folderWith("a.pdf");
  expect(run(folder, {}, { ...PLAIN, model: "foo" })).rejects.toThrow("Unknown embedding model 'foo'");
  expect(run(folder, {}, { ...PLAIN, parser: "foo" })).rejects.toThrow("Unknown ingest parser pipeline 'foo'");
  expect(run(folder, {}, { ...PLAIN, tags: { ok: true } })).rejects.toThrow("Reserved metadata key(s): ok");
});
