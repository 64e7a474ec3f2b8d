import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFile } from "./folio-file.ts";
import { openFolio } from "./open.ts";
import { smallParts } from "./parts-for-tests.ts";
import { encodeFolio } from "./write.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "folio-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("openFile() reads ranges of a file that may only be read", () => {
  const path = join(folder, "a");
  writeFileSync(path, "0123456789");
  chmodSync(path, 0o444);
  const file = openFile(path);
  expect([file.length, file.read(3, 4).toString(), file.read(10, 0).length]).toEqual([10, "51,52,53,54", 0]);
  file.close();
});

test("openFile() refuses folders, pipes without a writer, and what is not there", () => {
  expect(() => openFile(folder)).toThrow("it is not a file");
  expect(() => openFile(join(folder, "none"))).toThrow(`${join(folder, "none")} does not exist.`);
  if (Bun.which("mkfifo") === null) return;
  Bun.spawnSync(["mkfifo", join(folder, "pipe")]);
  expect(() => openFile(join(folder, "pipe"))).toThrow("it is not a file");
});

test("a file that becomes shorter while it is open gives a typed error", () => {
  const path = join(folder, "a.folio");
  const parts = smallParts();
  writeFileSync(path, encodeFolio({ ...parts, source: new Uint8Array(9000).map((_, at) => (at * at * at) >> 5) }));
  const folio = openFolio(path);
  truncateSync(path, 4096);
  expect(() => folio.source()).toThrow("section header, the file became shorter while it was open");
  expect(folio.text).toBe(parts.document.text);
  folio.close();
});

test("a closed folio keeps what was decoded, and says that the rest is out of reach", () => {
  const path = join(folder, "a.folio");
  writeFileSync(
    path,
    encodeFolio({ ...smallParts(), source: new Uint8Array(9000).map((_, at) => (at * at * at) >> 5) }),
  );
  const folio = openFolio(path);
  expect(folio.pages).toHaveLength(2);
  folio.close();
  folio.close();
  expect(folio.pages).toHaveLength(2);
  expect(() => folio.source()).toThrow(`${path} was closed before it was read`);
});

test("words() refuses pages that are not there", () => {
  const path = join(folder, "a.folio");
  writeFileSync(path, encodeFolio(smallParts()));
  const folio = openFolio(path);
  for (const page of [0, 3, 1.5, Number.NaN])
    expect(() => folio.words(page)).toThrow(`${path} has 2 pages; page ${page} is not one of them.`);
  folio.close();
});
