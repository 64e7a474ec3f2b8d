import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAbandoned, SYSTEM_CALLS, type WriteCalls, writeAtomically } from "./atomic.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "atomic-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("writeAtomically() replaces a file, also when the system writes a part at a time", () => {
  const path = join(folder, "f");
  writeFileSync(path, "old");
  const calls: WriteCalls = { ...SYSTEM_CALLS, write: (h, b, o) => SYSTEM_CALLS.write(h, b.subarray(0, o + 1), o) };
  writeAtomically(path, new TextEncoder().encode("newer"), calls);
  expect(readFileSync(path, "utf8")).toBe("newer");
  expect(readdirSync(folder)).toEqual(["f"]);
});

test("writeAtomically() keeps the old file and leaves nothing when any call fails before the rename", () => {
  const path = join(folder, "f");
  writeFileSync(path, "old");
  const full = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
  for (const name of ["open", "write", "sync", "rename"] as const) {
    const calls: WriteCalls = {
      ...SYSTEM_CALLS,
      [name]: () => {
        throw full;
      },
    };
    expect(() => writeAtomically(path, new Uint8Array(9), calls)).toThrow(`No space left on the device for ${path}.`);
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["f"]);
  }
});

test("isAbandoned() knows temporary files of processes that are gone", () => {
  expect(isAbandoned(".a.folio.123.tmp", () => false)).toBe(true);
  expect(isAbandoned(".a.folio.123.tmp", () => true)).toBe(false);
  expect(isAbandoned("a.folio", () => false)).toBe(false);
});
