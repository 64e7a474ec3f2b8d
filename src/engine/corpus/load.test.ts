import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toFootnoteError } from "../../foundation/errors.ts";
import { loadCorpus } from "./load.ts";
import { quoted, quotedList } from "./quoted.ts";

const ROW = { anchor: "a", family: "doc", kind: "note", title: "A", file: "docs/a.md", line: 1, tag: "Declared" };

function loaded(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), "footnote-load-"));
  const path = join(folder, "index.json");
  try {
    writeFileSync(path, content instanceof Uint8Array ? content : JSON.stringify(content));
    return loadCorpus(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function problemOf(content: unknown): string {
  try {
    loaded(content);
  } catch (error) {
    const { code, details } = toFootnoteError(error);
    return `${code}: ${String(details.problem).replace(/\S*index\.json/, "PATH")}`;
  }
  return "none";
}

test("rows are put in order by family, file, line and anchor, as code points go; an unknown family is last", () => {
  const rows = [
    { ...ROW, anchor: "late", family: "meeting" },
    { ...ROW, anchor: "skill", family: "skill" },
    { ...ROW, anchor: "far", file: "docs/\u{1f600}.md" },
    { ...ROW, anchor: "near", file: "docs/\uff21.md" },
    { ...ROW, anchor: "b", line: 2 },
    { ...ROW, anchor: "c", line: 1 },
    ROW,
  ];
  expect(loaded({ items: rows }).rows.map(({ anchor }) => anchor)).toEqual([
    "a",
    "c",
    "b",
    "near",
    "far",
    "skill",
    "late",
  ]);
});

test("a row is kept as it is, with keys that nobody knows and nulls, and the first of an id or anchor is found", () => {
  const strange = { zeta: { deep: [1] }, ...ROW, id: "X-1", status: null };
  const corpus = loaded({
    items: [{ ...ROW, line: 7, id: "X-1" }, strange],
    flagged: [1, 2],
    siblings: [{ name: "s" }],
  });
  expect(JSON.stringify(corpus.first("X-1"))).toBe(JSON.stringify(strange));
  expect(corpus.at("a")?.line).toBe(1);
  expect([corpus.flagged, corpus.siblings.length]).toEqual([[1, 2], 1]);
});

test("what is no index is refused, and the row that lacks something named", () => {
  const { title, ...untitled } = ROW;
  expect(title).toBe("A");
  expect(problemOf({ items: [ROW, untitled] })).toBe("corpus_invalid: PATH: row 1 of `items` (a) has no text `title`");
  expect(problemOf({ items: [{ ...ROW, line: 1.5 }] })).toBe(
    "corpus_invalid: PATH: row 0 of `items` (a) has no whole number `line`",
  );
  expect(problemOf({ items: [[]] })).toBe("corpus_invalid: PATH: row 0 of `items` is no object");
  expect(problemOf({ items: {} })).toBe("corpus_invalid: PATH: `items` must be a JSON array");
  expect(problemOf([ROW])).toStartWith("corpus_invalid: PATH does not look like a tero index.json");
  expect(problemOf(Buffer.from('{"items": ['))).toStartWith("corpus_invalid: ");
  expect(problemOf(Buffer.from([0x7b, 0xff, 0x7d]))).toStartWith("corpus_invalid: ");
  expect(loaded({ items: [] }).rows).toEqual([]);
});

test("values are quoted as Python's repr() does", () => {
  const known: [value: string, shown: string][] = [
    ["T-11", "'T-11'"],
    ["it's", `"it's"`],
    [`it's "so"`, `'it\\'s "so"'`],
    ["a\\b\n\r\t", "'a\\\\b\\n\\r\\t'"],
    ["\0\x7f\u00a0\u00ad", "'\\x00\\x7f\\xa0\\xad'"],
    ["\u2028\ud800\u{e0001}", "'\\u2028\\ud800\\U000e0001'"],
    ["é漢\u{1f600}", "'é漢\u{1f600}'"],
  ];
  for (const [value, shown] of known) expect(quoted(value)).toBe(shown);
  expect(quotedList(["a", "b"])).toBe("['a', 'b']");
});
