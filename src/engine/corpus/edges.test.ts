import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CorpusEdges, resolveReference } from "./edges.ts";
import { CorpusIndex } from "./index.ts";
import { Repository } from "./repository.ts";
import { compareRows, type Row } from "./row.ts";

const row = (anchor: string, more: Partial<Row> = {}): Row => ({
  anchor,
  family: "doc",
  kind: "section",
  title: anchor,
  file: "docs/a.md",
  line: 1,
  tag: "Declared",
  ...more,
});

const rows: Row[] = [
  row("rfc-7", { kind: "rfc", id: "RFC-7", title: "Flow", file: "docs/RFC-7-Flow-Control.md" }),
  row("rfc-7--4-limits", { title: "4 Limits", file: "docs/RFC-7-Flow-Control.md", line: 3 }),
  row("rfc-7--4-limits--4-7-bounds", {
    title: "§4.7 `Bounds` — and more",
    file: "docs/RFC-7-Flow-Control.md",
    line: 5,
  }),
  row("rfc-7--notes", { title: "Notes", file: "docs/RFC-7-Flow-Control.md", line: 8 }),
  row("rfc-7--4-limits--notes", { title: "Notes", file: "docs/RFC-7-Flow-Control.md", line: 7 }),
  row("t-1", { kind: "note", id: "T-1", title: "A document that has an issue's id", file: "docs/t.md" }),
  row("T-1", {
    family: "issue",
    kind: "issue",
    id: "T-1",
    title: "One",
    file: "issues.yaml",
    depends_on: ["T-2"],
    epic: "E-1",
  }),
  row("T-2", {
    family: "issue",
    kind: "issue",
    id: "T-2",
    title: "Two",
    file: "issues.yaml",
    line: 9,
    depends_on: ["T-1", "T-9"],
    doc_refs: [
      "corpus:RFC-7#47",
      "corpus:RFC-7#notes",
      "src:src/a.ts:2",
      "src:src/a.ts:9",
      "src:src",
      "src:../x",
      "api:c::d",
    ],
    found_refs: [
      { kind: "link", to: "rfc-7" },
      { kind: "supersedes", to: "gone" },
      { kind: "other", to: "rfc-7" },
      null,
    ],
  }),
  row("E-1", { family: "issue", kind: "epic", id: "E-1", title: "Epic", file: "issues.yaml", line: 20 }),
];

const index = new CorpusIndex({
  path: "index.json",
  rows: rows.sort(compareRows),
  siblings: [],
  flagged: [],
  sha256: "",
});
let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "footnote-edges-"));
  const path = join(root, "src/a.ts");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "1\n2\n");
});
afterAll(() => rmSync(root, { recursive: true }));

const edges = () => new CorpusEdges(index, new Repository(root));
const named = (anchor: string): Row => index.at(anchor) ?? row("none");

test("edges lead from a row by what it declares and what was found in its text, each with where it leads or why nowhere", () => {
  const told = edges()
    .from(named("T-2"))
    .map(({ kind, reference, state, to, how }) => [kind, reference, state, to?.anchor ?? how]);
  expect(told).toEqual([
    ["depends_on", "T-1", "row", "T-1"],
    ["depends_on", "T-9", "unresolved", "no issue has that id"],
    ["doc_refs", "corpus:RFC-7#47", "row", "rfc-7--4-limits--4-7-bounds"],
    ["doc_refs", "corpus:RFC-7#notes", "row", "rfc-7--notes"],
    ["doc_refs", "src:src/a.ts:2", "source", undefined],
    ["doc_refs", "src:src/a.ts:9", "unresolved", "src/a.ts has 3 lines"],
    ["doc_refs", "src:src", "source", undefined],
    ["doc_refs", "src:../x", "unresolved", "../x is not there"],
    ["doc_refs", "api:c::d", "sibling", "an api: reference belongs to a sibling index"],
    ["link", "rfc-7", "row", "rfc-7"],
    ["supersedes", "gone", "unresolved", "no row has that anchor"],
  ]);
});

test("and to it: who depends on it, and the issues of an epic", () => {
  const to = (anchor: string) =>
    edges()
      .to(named(anchor))
      .map(({ kind, from }) => [kind, from.anchor]);
  expect(to("T-1")).toEqual([["depends_on", "T-2"]]);
  expect(to("E-1")).toEqual([["epic", "T-1"]]);
  expect(to("rfc-7")).toEqual([["link", "T-2"]]);
  expect(to("rfc-7--notes")).toEqual([["doc_refs", "T-2"]]);
});

test.each([
  ["corpus:RFC-7", "rfc-7"],
  ["corpus:rfc-7", "rfc-7"],
  ["corpus:docs/RFC-7-Flow-Control.md", "rfc-7"],
  ["corpus:RFC-7-Flow-Control#4-limits", "rfc-7--4-limits"],
  ["corpus:RFC-7#4-7-bounds", "rfc-7--4-limits--4-7-bounds"],
  ["corpus:RFC-7#§47-bounds--and-more", "rfc-7--4-limits--4-7-bounds"],
  ["corpus:RFC-7#4.7", "rfc-7--4-limits--4-7-bounds"],
  ["rfc-7--notes", "rfc-7--notes"],
  ["E-1", "E-1"],
])("resolveReference() finds %s", (reference, anchor) => {
  expect(resolveReference(index, reference)).toMatchObject({ row: { anchor } });
});

test("resolveReference() finds no section by a part of its name, and none where several have it", () => {
  const two = new CorpusIndex({
    path: "",
    siblings: [],
    flagged: [],
    sha256: "",
    rows: [
      row("d"),
      row("d--a--x", { title: "X", line: 3 }),
      row("d--b--x", { title: "X", line: 5 }),
      row("d--a", { line: 2 }),
    ],
  });
  expect(resolveReference(two, "corpus:d#x")).toEqual({ problem: "d has 2 sections called x: d--a--x, d--b--x" });
  expect(resolveReference(index, "corpus:RFC-7#bound")).toEqual({ problem: "RFC-7 has no section called bound" });
  expect(resolveReference(index, "corpus:RFC-8#x")).toEqual({ problem: "no document is called RFC-8" });
});
