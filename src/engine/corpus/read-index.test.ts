import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { readIndexFile } from "./read-index.ts";

const LIMIT = 512 * 1024 * 1024;
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "footnote-read-index-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(text: string | Uint8Array): string {
  const path = join(folder, "index.json");
  writeFileSync(path, text);
  return path;
}

/** More than 16 MiB, with all that could be taken for an end of a row, at every distance from the ends of pieces. */
function large(indent?: number): object {
  const odd = ['a "} , {" b', "\\", '\\"}, {', "ü – \u{1f600}", "}", '"items": ['];
  const items = Array.from({ length: 40_000 }, (_, at) => ({
    anchor: `a-${at}`,
    title: odd[at % odd.length],
    found_refs: [
      { kind: "link", to: `x${at}` },
      { kind: "mention", to: "y" },
    ],
    summary: "s".repeat(300 + (at % 97)),
    nothing: null,
  }));
  return {
    generated: 'made: "items": [{}], by hand',
    siblings: [{ name: "s" }],
    items,
    flagged: [{ item: "x", reason: "y" }],
    more: indent,
  };
}

test.each([undefined, 2])("a large index is read piece by piece as it is read whole, indented by %p", (indent) => {
  const value = large(indent);
  const text = `${JSON.stringify(value, undefined, indent)}\n`;
  const read = readIndexFile(written(text), LIMIT);
  expect(read.sha256).toBe(sha256(new TextEncoder().encode(text)));
  expect(Bun.hash(JSON.stringify(read.value))).toBe(Bun.hash(JSON.stringify(value)));
});

test("what does not fall into pieces is read whole: a name within a text, no rows, rows at the end, an array at the top", () => {
  const filler = "f".repeat(17 * 1024 * 1024);
  for (const value of [
    { generated: '"items": [', filler },
    { siblings: [{ items: [1, 2] }], filler, items: [{ anchor: "x" }] },
    { filler, items: [] },
    { items: [], filler },
    { items: "none", filler },
    [filler],
    { items: [{ deep: Array.from({ length: 400 }, () => ({ filler: filler.slice(0, 50_000) })) }] },
  ])
    expect(readIndexFile(written(JSON.stringify(value)), LIMIT).value).toEqual(value);
});

test("what is wrong with a large file is said as of a small one", () => {
  const text = JSON.stringify(large());
  expect(() => readIndexFile(written(text.slice(0, -1)), LIMIT)).toThrow(SyntaxError);
  expect(() => readIndexFile(written(text.replace('"anchor":"a-20000"', '"anchor":a-20000')), LIMIT)).toThrow(
    SyntaxError,
  );
  const bytes = new TextEncoder().encode(text);
  bytes[bytes.length - 200] = 0xff;
  expect(() => readIndexFile(written(bytes), LIMIT)).toThrow(TypeError);
  expect(() => readIndexFile(written(text), 1000)).toThrow(RangeError);
});
