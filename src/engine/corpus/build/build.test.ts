import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildCorpus, indexJson } from "./build.ts";
import { indexMarkdown } from "./index-markdown.ts";

let root = "";
const put = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const rowOf = (anchor: string) => buildCorpus(root).items.find((row) => row.anchor === anchor);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "footnote-build-"));
  put(
    "docs/rfcs/RFC-0007-Swaps.md",
    [
      "# RFC-0007 — [Swaps](x.md) of *lanes* | bars",
      "",
      "| **Status** | Was Accepted, now **Enacted** |",
      "| **Guarantee** | Proven |",
      "",
      "> Two lanes are swapped at once.",
      "",
      "## Terms",
      "",
      "### Terms",
      "",
      "## Terms",
      "",
      "```",
      "## no heading in a fence",
      "```",
      "####### seven",
      "##\tno space",
    ].join("\r\n"),
  );
  put("docs/notes/plan.md", "# A plan\n\n| **Status** | Living — a first capture of it |\n");
  put("docs/adr/ADR-2-x.md", "No title here\n");
  put("docs/a/z.md", "## Q\n");
  put("docs/a-b/z.md", "## Q\n");
  put("docs/fixtures/skipped.md", "# Skipped\n");
  put("docs/tero-index/INDEX.md", "# Skipped\n");
  put("research/T1.md", "# Records [of `x`\n");
  put(
    "tools/github/issues.yaml",
    [
      "issues:",
      "  - id: M-001",
      '    title: "A \\"quoted\\" title"',
      "    labels: [type:epic, status:done, status:todo]",
      "    epic: E2",
      "    depends_on: [M-002, M-003]",
      "    doc_refs:",
      "      - corpus:RFC-0007",
      "      - src:a/b.ts",
      "    body: |",
      "",
      "      The first line.",
      "      The second.",
      "  - id: M-002",
      "  - id: M-002",
      "    title: Again",
    ].join("\n"),
  );
  put("tools/github/idmap.tsv", "# id\tnumber\nM-001\t41\n");
  put(
    "CHANGELOG.md",
    "# Log\n\n## [0.2.0]\n\n### DN-126–DN-132 and M-5\n\n### M-812-cont, then DN-54\n\n### About E2-1-3\n",
  );
  put(
    ".claude/skills/guard/SKILL.md",
    "---\nname: guard\ndescription: >\n  Looks\n  twice.\n\n  Not this.\n---\n# Guard\n",
  );
  put(".claude/skills/bare/SKILL.md", "# No front matter\n");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a document is a row, with the earliest keyword of its status, and a row for each heading", () => {
  expect(rowOf("rfc-0007-swaps")).toEqual({
    anchor: "rfc-0007-swaps",
    family: "doc",
    kind: "rfc",
    id: "RFC-0007",
    title: "RFC-0007 — Swaps of *lanes* | bars",
    file: "docs/rfcs/RFC-0007-Swaps.md",
    line: 1,
    status: "Accepted",
    guarantee_tag: "Proven",
    summary: "Two lanes are swapped at once.",
    tag: "Empirical/Declared",
  });
  const sections = buildCorpus(root).items.filter(({ file, kind }) => file.includes("RFC-0007") && kind === "section");
  expect(sections.map(({ anchor, line, title }) => [anchor, line, title])).toEqual([
    ["rfc-0007-swaps--terms", 8, "Terms"],
    ["rfc-0007-swaps--terms--terms", 10, "Terms"],
    ["rfc-0007-swaps--terms-2", 12, "Terms"],
  ]);
});

test("files are taken component by component, and so are their anchors given; fixtures and indices are passed over", () => {
  expect([rowOf("z")?.file, rowOf("z-2")?.file]).toEqual(["docs/a/z.md", "docs/a-b/z.md"]);
  const files = new Set(buildCorpus(root).items.map(({ file }) => file));
  expect([...files].filter((file) => file.startsWith("docs/"))).toEqual([
    "docs/a-b/z.md",
    "docs/a/z.md",
    "docs/adr/ADR-2-x.md",
    "docs/notes/plan.md",
    "docs/rfcs/RFC-0007-Swaps.md",
  ]);
});

test("issues are read line by line, with their epics, references and numbers", () => {
  expect(rowOf("M-001")).toEqual({
    anchor: "M-001",
    family: "issue",
    kind: "epic",
    id: "M-001",
    title: 'A "quoted" title',
    file: "tools/github/issues.yaml",
    line: 2,
    status: "done",
    summary: "The first line.",
    epic: "E2",
    depends_on: ["M-002", "M-003"],
    doc_refs: ["corpus:RFC-0007", "src:a/b.ts"],
    gh_issue: "41",
    tag: "Empirical/Declared",
  });
  expect(
    buildCorpus(root)
      .items.filter(({ id }) => id === "M-002")
      .map(({ title, line }) => [title, line]),
  ).toEqual([
    ["M-002", 14],
    ["Again", 15],
  ]);
});

test("a changelog's entries take the first whole token that is an id", () => {
  const rows = buildCorpus(root).items.filter(({ family }) => family === "changelog");
  expect(rows.map(({ kind, id, line }) => [kind, id, line])).toEqual([
    ["release", undefined, 3],
    ["entry", "DN-126", 5],
    ["entry", "DN-54", 7],
    ["entry", "E2-1-3", 9],
  ]);
});

test("a skill is its front matter, a block of it up to the first blank line", () => {
  expect(rowOf("sk--guard")).toMatchObject({ kind: "skill", title: "guard", line: 1, summary: "Looks twice." });
});

test("what cannot be placed is flagged, in order, and kept where it is a row", () => {
  expect(buildCorpus(root).flagged.map(({ item, reason }) => [item, reason.slice(0, 60)])).toEqual([
    [".claude/skills/bare/SKILL.md", "skill has no front matter — no row"],
    ["M-002", "issue has no title — its id is used"],
    ["M-002", "issue id occurs more than once — both rows are kept"],
    ["docs/adr/ADR-2-x.md", "adr document has no `| **Status** |` metadata row — status l"],
    ["docs/notes/plan.md", "note document has a `| **Status** |` row but its value (Livi"],
  ]);
  expect(rowOf("plan")).toMatchObject({ title: "A plan", kind: "note" });
});

test("the same files give the same bytes; INDEX.md has a table for each family and one line end", () => {
  const [one, two] = [buildCorpus(root), buildCorpus(root)];
  expect(indexJson(one)).toBe(indexJson(two));
  const text = indexMarkdown(one);
  expect(text.match(/^## .*$/gm)).toEqual([
    "## doc (10 entries)",
    "## research (1 entry)",
    "## issue (3 entries)",
    "## changelog (4 entries)",
    "## skill (1 entry)",
    "## Flagged items",
  ]);
  expect(text).toContain(
    "| `rfc-0007-swaps` | rfc | `RFC-0007` | RFC-0007 — Swaps of \\*lanes\\* \\| bars | `docs/rfcs/RFC-0007-Swaps.md:1` | Accepted | Proven | Two lanes are swapped at once. |",
  );
  expect(text).toMatch(/[^\n]\n$/);
});

test("a file that is not UTF-8 fails the build by its name; a folder that leads back to itself does not", () => {
  symlinkSync(join(root, "docs"), join(root, "docs/round"));
  expect(buildCorpus(root).items.filter(({ file }) => file === "docs/a/z.md")).toHaveLength(2);
  rmSync(join(root, "docs/round"));
  put("docs/latin.md", Buffer.from("caf\xe9", "latin1"));
  expect(() => buildCorpus(root)).toThrow("latin.md");
  rmSync(join(root, "docs/latin.md"));
});

test("a repository that is not there is named", () => {
  expect(() => buildCorpus(join(root, "nowhere"))).toThrow("nowhere");
});
