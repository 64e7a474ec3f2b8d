import { afterEach, beforeEach, expect, test } from "bun:test";
import { linkSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishFile } from "./publish.ts";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "publish-"));
  path = join(folder, "f");
});
afterEach(() => rmSync(folder, { recursive: true }));

const writes = (content: string) => (temporary: string) => writeFileSync(temporary, content);

test("publishFile() makes a new file, or replaces one when it may", () => {
  publishFile(path, { overwrite: false }, writes("new"));
  publishFile(path, { overwrite: true }, writes("newer"));
  expect(readFileSync(path, "utf8")).toBe("newer");
  expect(readdirSync(folder)).toEqual(["f"]);
});

test("publishFile() leaves a file that is there, also one that came while it worked", () => {
  const make = (temporary: string): void => {
    writeFileSync(temporary, "mine");
    writeFileSync(path, "theirs");
  };
  expect(() => publishFile(path, { overwrite: false }, make)).toThrow(`${path} exists already.`);
  expect(() => publishFile(path, { overwrite: false }, writes("mine"))).toThrow(`${path} exists already.`);
  expect(readFileSync(path, "utf8")).toBe("theirs");
  expect(readdirSync(folder)).toEqual(["f"]);
});

test("publishFile() renames where a file cannot have two names", () => {
  const link = (): void => {
    throw Object.assign(new Error("EPERM"), { code: "EPERM" });
  };
  publishFile(path, { overwrite: false }, writes("new"), { link, rename: renameSync });
  expect(readFileSync(path, "utf8")).toBe("new");
});

test("publishFile() leaves nothing behind when making or renaming fails", () => {
  const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
  const fail = (): void => {
    throw full;
  };
  const make = (temporary: string): void => {
    writeFileSync(`${temporary}-journal`, "x");
    writeFileSync(temporary, "half");
    fail();
  };
  writeFileSync(path, "old");
  const expected = `No space left on the device for ${path}.`;
  expect(() => publishFile(path, { overwrite: true }, make)).toThrow(expected);
  expect(() => publishFile(path, { overwrite: true }, writes("new"), { link: linkSync, rename: fail })).toThrow(
    expected,
  );
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["f"]);
});
