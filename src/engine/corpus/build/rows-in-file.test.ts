import { expect, test } from "bun:test";
import { digestOf, linesOf } from "../passage.ts";
import { rowsInFile } from "./rows-in-file.ts";

test("rowsInFile() gives the rows of one of tero's documents with their last lines and digests", () => {
  const text = "# RFC-0007 — Swaps\n\nTwo lanes.\n\n## Terms\n\nA lane.\n\n## Rules\n";
  const rows = rowsInFile({ path: "docs/rfcs/RFC-0007-Swaps.md", text }, "doc");
  expect(rows.map(({ anchor, kind, title, line, end_line }) => [anchor, kind, title, line, end_line])).toEqual([
    ["rfc-0007-swaps", "rfc", "RFC-0007 — Swaps", 1, 3],
    ["rfc-0007-swaps--terms", "section", "Terms", 5, 7],
    ["rfc-0007-swaps--rules", "section", "Rules", 9, 9],
  ]);
  expect(rows[1]?.digest).toBe(digestOf(linesOf(text), { line: 5, end_line: 7 }));
});

test("rowsInFile() reads Markdown elsewhere as CommonMark: fences, front matter, underlined titles, one title", () => {
  const text = [
    "---",
    "title: The engine",
    "status: accepted",
    "---",
    "Engine",
    "======",
    "",
    "It turns. It stops.",
    "",
    "~~~",
    "# no heading",
    "~~~",
    "Parts",
    "-----",
    "",
    "![badge](x.svg)",
    "",
    "> Quoted [words](y.md) first. Then more.",
    "",
    "### Small ###",
  ].join("\r\n");
  expect(
    rowsInFile({ path: "crates/engine/README.md", text }, "doc").map(
      ({ tag: _, family: __, digest: ___, ...row }) => row,
    ),
  ).toEqual([
    {
      anchor: "crates-engine-readme",
      kind: "other",
      id: undefined,
      title: "The engine",
      file: "crates/engine/README.md",
      line: 1,
      status: "Accepted",
      guarantee_tag: undefined,
      summary: "It turns.",
      epic: undefined,
      depends_on: undefined,
      doc_refs: undefined,
      gh_issue: undefined,
      end_line: 12,
    },
    expect.objectContaining({
      anchor: "crates-engine-readme--parts",
      line: 13,
      end_line: 18,
      summary: "Quoted words first.",
    }),
    expect.objectContaining({ anchor: "crates-engine-readme--parts--small", title: "Small", line: 20 }),
  ] as never);
});

test("rowsInFile() gives nothing for a file that makes no rows, and never fails on one", () => {
  expect(rowsInFile({ path: "a.bin", text: "\0" }, "doc")).toEqual([]);
  expect(rowsInFile({ path: "README.md", text: "---\n\t: [\n---\n" }, "doc").map(({ title }) => title)).toEqual([
    "README",
  ]);
  expect(
    rowsInFile({ path: "tools/github/issues.yaml", text: "issues:\n  - id: M-1\n    title: One\n" }, "issue"),
  ).toMatchObject([{ anchor: "M-1", title: "One", line: 2, end_line: 3 }]);
});
