import { expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/foundation/bytes/sha256.ts";
import { BINARY, emptyFolder, FIXTURES, footnote } from "./binary.ts";

/** `vera …` in a folder that has the fixtures' PDFs. */
function vera(cwd: string, ...args: string[]) {
  return footnote(["vera", ...args], { cwd });
}

function folderWith(...names: string[]) {
  const folder = emptyFolder();
  for (const name of names) cpSync(join(FIXTURES, "vera", name), join(folder.path, name));
  return folder;
}

test("convert says what it made, in text and in JSON, and times its steps on stderr", () => {
  using folder = folderWith("manual.pdf");
  expect(vera(folder.path, "convert", "manual.pdf")).toMatchObject({ code: 0, out: "Created manual.vera\n" });
  const { code, out, err } = vera(folder.path, "convert", "manual.pdf", "x/y.vera", "--mod", "hashing", "--json");
  expect([code, out]).toEqual([0, '{"ok": true, "output": "x/y.vera"}\n']);
  const steps = err.trimEnd().split("\n");
  expect(steps.length).toBe(10);
  for (const line of steps)
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z timing step=\w+( elapsed_ms=\d+)?( \w+=\S+)+$/);
  expect(err).toContain("timing step=write_archive file=y.vera chunks=2\n");
});

test("the executable answers to the name vera, also by a link", () => {
  using folder = folderWith("structured.pdf");
  symlinkSync(BINARY, join(folder.path, "vera"));
  const { exitCode, stdout } = Bun.spawnSync(["./vera", "convert", "structured.pdf", "--json"], {
    cwd: folder.path,
    env: { HOME: folder.path },
    stdin: "ignore",
    stderr: "ignore",
  });
  expect([exitCode, stdout.toString()]).toEqual([0, '{"ok": true, "output": "structured.vera"}\n']);
});

test("what is converted is found, read and verified like any document", () => {
  using folder = folderWith("structured.pdf");
  vera(folder.path, "convert", "structured.pdf", "a.vera");
  const { code, out } = footnote(["search", "restaurant parking", "--in", "a.vera", "--mode", "lexical", "--json"], {
    cwd: folder.path,
  });
  const [first] = JSON.parse(out).data.results;
  expect([code, first.page, first.heading]).toEqual([0, 1, ["Chapter 110 Zoning", "Article 5 Parking"]]);
});

test("a folder is converted beside its documents, once", () => {
  using folder = folderWith("manual.pdf");
  mkdirSync(join(folder.path, "docs/nested"), { recursive: true });
  cpSync(join(folder.path, "manual.pdf"), join(folder.path, "docs/top.pdf"));
  cpSync(join(folder.path, "manual.pdf"), join(folder.path, "docs/nested/proposal.PDF"));
  const first = vera(folder.path, "convert", "docs", "--recursive", "--json");
  expect(first.code).toBe(0);
  expect(JSON.parse(first.out)).toMatchObject({ ok: true, discovered: 2, converted: 2, skipped: 0 });
  expect(vera(folder.path, "convert", "docs", "--recursive")).toMatchObject({
    code: 0,
    out: "Found 2 files: 0 converted, 2 skipped, 0 malformed, 0 failed\n",
  });
  writeFileSync(join(folder.path, "docs/top.vera"), "not a database");
  const again = vera(folder.path, "convert", "docs");
  expect([again.code, again.out]).toEqual([1, "Found 1 files: 0 converted, 0 skipped, 1 malformed, 0 failed\n"]);
  expect(again.err).toContain("top.vera: Unable to validate VERA database: file is not a database\n");
});

test("refusals have VERA's exit codes: 1 for work that failed, 2 for what makes no sense", () => {
  using folder = folderWith("manual.pdf", "enc.pdf");
  const refused = (...args: string[]) => {
    const { code, out } = vera(folder.path, "convert", ...args, "--json");
    return [code, JSON.parse(out).error];
  };
  expect(refused("nope.pdf")).toEqual([1, "nope.pdf"]);
  expect(refused("manual.pdf", "--chunk-size", "5")).toEqual([1, "chunk_size must be between 100 and 3000"]);
  expect(refused("manual.pdf", "--metadata", "ok=1", "--metadata", "file=x")).toEqual([
    2,
    "Reserved metadata key(s): file, ok",
  ]);
  expect(refused("manual.pdf", "--model", "foo")[0]).toBe(2);
  expect(refused(".", "out.vera")[0]).toBe(2);
  expect(refused("enc.pdf")[0]).toBe(1);
  expect(vera(folder.path, "convert", "enc.pdf").err).toContain("--password-file");
  expect(readFileSync(join(folder.path, "manual.pdf")).length).toBeGreaterThan(0);
  expect(vera(folder.path)).toMatchObject({ code: 2, out: "" });
});

test("export gives the original back; without one VERA's error and nothing else", () => {
  using folder = folderWith("manual.pdf");
  vera(folder.path, "convert", "manual.pdf", "a.vera");
  const bytes = readFileSync(join(folder.path, "manual.pdf"));
  const { out } = vera(folder.path, "export", "a.vera", "out/m.pdf", "--json");
  expect(JSON.parse(out)).toEqual({
    ok: true,
    output: "out/m.pdf",
    filename: "manual.pdf",
    mime_type: "application/pdf",
    hash: sha256(bytes),
  });
  expect(readFileSync(join(folder.path, "out/m.pdf")).equals(bytes)).toBe(true);
  vera(folder.path, "convert", "manual.pdf", "b.vera", "--store-original", "no");
  expect(vera(folder.path, "export", "b.vera", "--json")).toEqual({
    code: 1,
    out: '{"ok": false, "error": "Original source document is not stored in this archive"}\n',
    err: "",
  });
});

test("a traceback of VERA's is a typed error here, with the same exit code", () => {
  using folder = emptyFolder();
  const { code, out } = vera(folder.path, "export", "nope.vera", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ ok: false, code: "path_not_found" });
  writeFileSync(join(folder.path, "junk.vera"), "junk");
  expect(vera(folder.path, "export", "junk.vera").err).toContain("file is not a database");
});

test("languages of Tesseract are listed; nothing is downloaded", () => {
  using folder = emptyFolder();
  const { out } = vera(folder.path, "ocr-languages", "list", "eng+zzz", "--json");
  expect(JSON.parse(out).languages).toMatchObject([
    { code: "eng", bundled: true },
    { code: "zzz", bundled: false, downloadable: false },
  ]);
  const { code, out: refusal } = vera(folder.path, "ocr-languages", "download", "zzz", "--json");
  expect([code, JSON.parse(refusal).error.includes("'zzz'")]).toEqual([2, true]);
});

test("footnote eval measures archives and documents alike, and fails on what got worse", () => {
  using folder = folderWith("structured.pdf");
  vera(folder.path, "convert", "structured.pdf", "a.vera");
  const cases = "- query: restaurant parking\n  expected_page: 1\n  expected_terms: [floor area]\n";
  writeFileSync(join(folder.path, "q.yaml"), cases);
  const run = (...args: string[]) =>
    footnote(["eval", "q.yaml", "--mode", "lexical", "--json", ...args], { cwd: folder.path });
  for (const target of ["a.vera", "structured.pdf"]) {
    const { code, out } = run("--in", target);
    expect([code, JSON.parse(out).data.reports[0].hitRate]).toEqual([0, 1]);
    writeFileSync(join(folder.path, "before.json"), out);
  }
  writeFileSync(join(folder.path, "q.yaml"), "- query: restaurant parking\n  expected_page: 2\n");
  const worse = run("--in", "a.vera", "--baseline", "before.json", "--max-drop", "0.5");
  expect(worse.code).toBe(1);
  expect(JSON.parse(worse.out).data.regressions).toContainEqual({
    mode: "keyword",
    measure: "hitRate",
    before: 1,
    now: 0,
  });
});
