import { expect, test } from "bun:test";
import fc from "fast-check";
import { FootnoteError } from "../../../foundation/errors.ts";
import { zipOf } from "./test-packages.ts";
import { ZipReader, zipEntryNames } from "./zip.ts";

const DIRECTORY_ENTRY = [0x50, 0x4b, 0x01, 0x02];

test("ZipReader reads stored and deflated entries", () => {
  const zip = new ZipReader(zipOf({ "a.txt": "alpha", "b/c.txt": "x".repeat(5000) }), "a.zip", "EPUB");
  expect(zip.names).toEqual(["a.txt", "b/c.txt"]);
  expect(new TextDecoder().decode(zip.read("a.txt"))).toBe("alpha");
  expect(zip.read("b/c.txt")?.length).toBe(5000);
  expect(zip.read("none")).toBeUndefined();
});

test("ZipReader refuses encrypted entries", () => {
  const bytes = edited((directory) => (directory[8] = 1));
  expect(() => new ZipReader(bytes, "a.epub", "EPUB")).toThrow("a.epub: Footnote does not read encrypted EPUB files.");
});

test("ZipReader does not inflate beyond the size that the directory promises", () => {
  const bytes = edited((directory) => {
    directory[24] = 10;
    directory[25] = 0;
  });
  expect(() => new ZipReader(bytes, "a.epub", "EPUB").read("a")).toThrow("a.epub cannot be read as EPUB: a:");
});

test("ZipReader names a cut archive", () => {
  const whole = zipOf({ a: "x".repeat(3000) });
  expect(() => new ZipReader(whole.subarray(0, whole.length - 30), "a.epub", "EPUB")).toThrow("it has no directory");
  expect(zipEntryNames(whole.subarray(0, 20))).toBeUndefined();
});

test("ZipReader gives content or a FootnoteError for any damage", () => {
  const whole = zipOf({ a: "some text, some text, some text", b: "y" });
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
      const bytes = whole.slice();
      bytes[at] = value;
      try {
        const zip = new ZipReader(bytes, "a.epub", "EPUB");
        for (const name of zip.names) zip.read(name);
      } catch (error) {
        expect(error).toBeInstanceOf(FootnoteError);
      }
    }),
    { numRuns: 500 },
  );
});

/** An archive of one deflated entry "a" whose directory entry is changed. */
function edited(change: (directory: Uint8Array) => void): Uint8Array {
  const bytes = zipOf({ a: "x".repeat(3000) });
  const at = bytes.findIndex((_, index) => DIRECTORY_ENTRY.every((byte, offset) => bytes[index + offset] === byte));
  change(bytes.subarray(at));
  return bytes;
}
