import { expect, test } from "bun:test";
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runQuery } from "./query.ts";
import { ServedCorpus } from "./served.ts";

const folder = mkdtempSync(join(tmpdir(), "served-"));
const row = (anchor: string, more: object = {}) => ({
  anchor,
  family: "doc",
  kind: "rfc",
  title: anchor,
  file: "a.md",
  line: 1,
  tag: "Declared",
  ...more,
});
const textOf = (...rows: object[]) => JSON.stringify({ items: rows });

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const anchors = (corpus: ServedCorpus) => corpus.index.rows.map(({ anchor }) => anchor);

test("look() reads a file that was written, replaced, or only touched in its time", () => {
  const path = written("a.json", textOf(row("one")));
  const corpus = new ServedCorpus([{ name: "a", path }]);
  const first = corpus.index;
  corpus.look();
  expect(corpus.index).toBe(first);
  written("a.json", textOf(row("one"), row("two")));
  corpus.look();
  expect([anchors(corpus), corpus.problem]).toEqual([["one", "two"], undefined]);
  // Of the same length and time: the inode tells.
  const { facts } = corpus;
  const aside = written("b.json", textOf(row("six"), row("two")));
  const time = new Date((facts[0] as { modified: string }).modified);
  utimesSync(aside, time, time);
  renameSync(aside, path);
  corpus.look();
  expect(anchors(corpus)).toEqual(["six", "two"]);
  expect(corpus.facts).toEqual([
    {
      name: "a",
      rows: 2,
      index_sha256: corpus.index.sha256,
      flagged: 0,
      bytes: textOf(row("six"), row("two")).length,
      modified: time.toISOString(),
    },
  ]);
});

test("rows stay as they were where the file cannot be read, and are told of without its folder; it is read once it can be", () => {
  const path = written("c.json", textOf(row("old")));
  const corpus = new ServedCorpus([{ name: "c", path }]);
  written("c.json", '{"items": [{"anch');
  corpus.look();
  expect(anchors(corpus)).toEqual(["old"]);
  expect(corpus.problem).toContain("JSON Parse error");
  const told = corpus.problem;
  corpus.look();
  expect(corpus.problem).toBe(told as string);
  written("c.json", '{"items": [{"anchor": "x"}]}');
  corpus.look();
  expect(corpus.problem).toBe("c.json: row 0 of `items` (x) has no text `family`");
  rmSync(path);
  corpus.look();
  expect([anchors(corpus), corpus.problem]).toEqual([
    ["old"],
    "tero index not found at c.json — generate one (see GENERATING-AN-INDEX.md) or pass --index/TERO_INDEX_PATH to point at an existing index.json",
  ]);
  written("c.json", textOf(row("new")));
  corpus.look();
  expect([anchors(corpus), corpus.problem]).toEqual([["new"], undefined]);
});

test("several indices are one corpus in canonical order; citations of all but the first name theirs; references cross over", () => {
  const first = written(
    "first.json",
    textOf(row("z", { line: 2 }), row("T-1", { family: "issue", id: "T-1", doc_refs: ["corpus:R-2"] })),
  );
  const second = written("second.json", textOf(row("a", { id: "R-2" }), row("own", { family: "odd" })));
  const corpus = new ServedCorpus([
    { name: "first", path: first },
    { name: "second", path: second },
  ]);
  expect(anchors(corpus)).toEqual(["a", "z", "T-1", "own"]);
  const walked = corpus.named(runQuery(corpus.index, { kind: "cross_ref", start: "T-1", depth: 1 }));
  if (walked.kind === "refusal") throw new Error(walked.message);
  expect(walked.citations.map(({ anchor, index }) => [anchor, index])).toEqual([
    ["T-1", undefined],
    ["a", "second"],
  ]);
  expect(JSON.stringify(walked.citations[0])).toEndWith('"guarantee_tag":null}');
  expect(walked.explain.unresolved_edges).toEqual([]);
  expect(corpus.index.siblings).toEqual([
    { name: "second", path: "second.json", covers: "2 row(s), served here", generator: "" },
  ]);
  // One that is broken leaves both as they were; the other's change comes with the next that can be read.
  written("second.json", "{");
  written("first.json", textOf(row("z")));
  corpus.look();
  expect([corpus.index.rows.length, corpus.problem?.includes(folder)]).toEqual([4, false]);
  written("second.json", textOf(row("b")));
  corpus.look();
  expect(anchors(corpus)).toEqual(["b", "z"]);
  written("first.json", "{");
  expect(() => corpus.reload()).toThrow();
  expect(anchors(corpus)).toEqual(["b", "z"]);
});
