import { expect, test } from "bun:test";
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keptVera } from "./kept.ts";

const FIXTURES = join(import.meta.dir, "../../../test/fixtures/vera");

test("keptVera() gives the same archive again, until its file changes", () => {
  const path = join(mkdtempSync(join(tmpdir(), "kept-")), "a.vera");
  cpSync(join(FIXTURES, "manual.vera"), path);
  const first = keptVera(path);
  const chunks = first.chunks();
  first.close();
  expect(keptVera(path)).toBe(first);
  expect(keptVera(path).chunks()).toBe(chunks);
  cpSync(join(FIXTURES, "structured.vera"), path);
  const second = keptVera(path);
  expect(second).not.toBe(first);
  expect(second.chunks()[0]?.text).toContain("of floor area");
  expect(() => keptVera(`${path}.none`)).toThrow("does not exist");
});
