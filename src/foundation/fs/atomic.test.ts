import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isTemporary, SYSTEM_CALLS, type WriteCalls, writeAtomically } from "./atomic.ts";

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

test("writeAtomically() writes parts one behind the other", () => {
  const path = join(folder, "f");
  writeAtomically(path, [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)]);
  expect([...readFileSync(path)]).toEqual([1, 2, 3]);
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

test("isTemporary() knows the names that writeAtomically() gives", () => {
  const names: string[] = [];
  const rename = (from: string) => names.push(basename(from));
  expect(() => writeAtomically(join(folder, "a.folio"), new Uint8Array(1), { ...SYSTEM_CALLS, rename })).not.toThrow();
  expect(names.map(isTemporary)).toEqual([true]);
  expect(["a.folio", "manifest.json", ".hidden.tmp", "lock"].filter(isTemporary)).toEqual([]);
});
