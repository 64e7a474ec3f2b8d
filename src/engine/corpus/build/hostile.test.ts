import { describe, expect, test } from "bun:test";
import { rowsFor } from "./rows-for-tests.ts";

const MEGA = 1_000_000;

describe("texts made to take long do not", () => {
  const texts: [name: string, text: string][] = [
    ["brackets that nothing closes, in a title", `# ${"[".repeat(MEGA)}`],
    ["links within links", `# ${"[".repeat(MEGA / 5)}${"](a)".repeat(MEGA / 5)}`],
    ["the beginnings of links", "](".repeat(MEGA)],
    ["a title of blanks", `= a${" ".repeat(MEGA)}=x\n\n## b${" #".repeat(MEGA / 2)}x`],
    ["one line of references", "link:.".repeat(MEGA / 5)],
    ["lines of stars", `${"*".repeat(3999)}\n`.repeat(MEGA / 4000)],
    ["backticks", "`a <".repeat(MEGA / 4)],
    ["ids", "M-1 ".repeat(MEGA / 4)],
    ["titles alone", "ab\n==\n\n".repeat(MEGA / 20)],
    ["fields", ":status:".repeat(MEGA / 8)],
    ["comments that do not end", "<!--".repeat(MEGA / 4)],
    ["angle brackets", "<a".repeat(MEGA / 2)],
  ];
  test.each(texts)("%s", (_, text) => {
    const start = performance.now();
    for (const path of [
      "docs/a.md",
      "a.md",
      "a.rst",
      "a.adoc",
      "doc/a.txt",
      "CHANGELOG.md",
      "CHANGES.md",
      "issues.yaml",
    ])
      rowsFor(path, text, ["title"]);
    expect(performance.now() - start).toBeLessThan(8000);
  });
});
