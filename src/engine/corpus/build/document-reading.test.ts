import { describe, expect, test } from "bun:test";
import { rowsFor } from "./rows-for-tests.ts";
import { readerOf } from "./sources.ts";

describe("decision records", () => {
  const nygard = [
    "# 7. Use one queue",
    "",
    "Date: 2026-01-05",
    "",
    "## Status",
    "",
    "Superseded by [ADR-9](0009-two-queues.md)",
    "",
    "## Context",
    "",
    "Lanes wait. They should not.",
  ];

  test("have their number as id and what stands in their section Status as status", () => {
    expect(
      rowsFor("service/doc/adr/0007-use-one-queue.md", nygard, [
        "anchor",
        "kind",
        "id",
        "title",
        "line",
        "status",
        "summary",
      ]),
    ).toEqual([
      [
        "service-doc-adr-0007-use-one-queue",
        "adr",
        "ADR-0007",
        "7. Use one queue",
        1,
        "Superseded",
        "Date: 2026-01-05",
      ],
      [
        "service-doc-adr-0007-use-one-queue--status",
        "section",
        undefined,
        "Status",
        5,
        undefined,
        "Superseded by ADR-9",
      ],
      ["service-doc-adr-0007-use-one-queue--context", "section", undefined, "Context", 9, undefined, "Lanes wait."],
    ]);
  });

  test.each([
    ["front matter", ["---", "status: accepted", "---", "# X"], "Accepted"],
    ["a line", ["# X", "", "* Status: **proposed**, since May"], "Proposed"],
    ["a table", ["# X", "", "| Status | Deprecated |", "|---|---|"], "Deprecated"],
    ["words of its own", ["# X", "", "## Status", "", "On hold"], "On hold"],
    ["a whole story", ["# X", "", "Status: we have not been able to make up our minds in all this time"], undefined],
    ["nothing", ["# X"], undefined],
  ])("%s", (_, text, status) => {
    expect(rowsFor("decisions/12-x.md", text, ["id", "status"])[0]).toEqual(["ADR-12", status]);
  });

  test("an overview beside them is none", () => {
    expect(rowsFor("adr/README.md", "# Decisions\n", ["kind", "id"])).toEqual([["other", undefined]]);
  });
});

test("an id in front matter is taken where it looks like one, and a description as summary", () => {
  const text = (id: string) => [
    "---",
    `id: ${id}`,
    "title: A [linked](x.md) title",
    "description: Says it.",
    "---",
    "Text.",
  ];
  expect(rowsFor("a.md", text("REQ-12"), ["id", "title", "summary"])).toEqual([
    ["REQ-12", "A linked title", "Says it."],
  ]);
  expect(rowsFor("a.md", text("intro"), ["id"])).toEqual([[undefined]]);
});

test("a summary is the first sentence, not a picture, a comment, a table or an abbreviation's full stop", () => {
  const summaryOf = (...lines: string[]) => rowsFor("a.md", ["# A", "", ...lines], ["summary"])[0]?.[0];
  expect(summaryOf("[![b](b.svg)](https://b)", "", "<!-- c -->", "", "Swaps lanes, e.g. Two of them. Fast.")).toBe(
    "Swaps lanes, e.g. Two of them.",
  );
  expect(summaryOf("| a | b |", "|---|---|", "", "- [ ] Do it.")).toBe("Do it.");
  expect(summaryOf("**Read this. Then that.**")).toBe("Read this.");
  expect(summaryOf("```", "code", "```")).toBeUndefined();
});

test("several headings of level 1 are all sections but the first", () => {
  expect(rowsFor("a.md", "# One\n## Two\n# Three\n### Four\n", ["anchor", "title", "line"])).toEqual([
    ["a", "One", 1],
    ["a--two", "Two", 2],
    ["a--three", "Three", 3],
    ["a--three--four", "Four", 4],
  ]);
});

describe("changelogs", () => {
  test.each([
    [
      "HISTORY.md",
      [
        "History",
        "=======",
        "",
        "1.2.0 (2026-01-05)",
        "------------------",
        "",
        "* Lanes. And more.",
        "",
        "### Fixed DN-12",
        "",
      ],
    ],
    [
      "lib/CHANGES.rst",
      [
        "History",
        "=======",
        "",
        "1.2.0 (2026-01-05)",
        "------------------",
        "",
        "* Lanes. And more.",
        "",
        "Fixed DN-12",
        "~~~~~~~~~~~",
        "",
      ],
    ],
    [
      "NEWS.adoc",
      ["= History", "", "", "== 1.2.0 (2026-01-05)", "", "", "* Lanes. And more.", "", "=== Fixed DN-12", ""],
    ],
  ])("%s", (path, text) => {
    expect(rowsFor(path, text, ["family", "kind", "id", "title", "line", "summary"])).toEqual([
      ["changelog", "release", undefined, "1.2.0 (2026-01-05)", 4, "Lanes."],
      ["changelog", "entry", "DN-12", "Fixed DN-12", 9, "Fixed DN-12"],
    ]);
  });

  test("releases at level 1, and what has not been released", () => {
    expect(rowsFor("pkg/CHANGELOG.md", "# Unreleased\n## Added\n# v2.0.0\n# 1.9\n", ["anchor", "kind"])).toEqual([
      ["cl-pkg-changelog--unreleased", "release"],
      ["cl-pkg-changelog--added", "entry"],
      ["cl-pkg-changelog--v2-0-0", "release"],
      ["cl-pkg-changelog--1-9", "release"],
    ]);
  });

  test("without a version, the level below the title", () => {
    expect(rowsFor("NEWS.md", "# News\n## Spring\n### Lanes\n", ["kind", "title"])).toEqual([
      ["release", "Spring"],
      ["entry", "Lanes"],
    ]);
    expect(rowsFor("NEWS.md", "nothing\n", ["kind"])).toEqual([]);
  });
});

test("a document of tens of thousands of headings is cut, and flagged", () => {
  const reading = readerOf("a.md")?.({ path: "a.md", text: "# A\n\n".repeat(20_001) });
  expect([reading?.rows.length, reading?.flagged]).toEqual([
    20_000,
    [{ item: "a.md", reason: "document has more than 20000 headings — the others have no rows" }],
  ]);
});
