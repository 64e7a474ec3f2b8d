import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { CorpusBuild, type CorpusOptions } from "./all.ts";
import { buildCorpus, indexJson } from "./build.ts";
import { rowsInFile } from "./rows-in-file.ts";

let root = "";
const put = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const build = (options: Partial<CorpusOptions> = {}) =>
  new CorpusBuild(root, { folder: join(root, "docs/tero-index"), ...options }).build();
const filesOf = (options: Partial<CorpusOptions> = {}) => [...new Set(build(options).items.map(({ file }) => file))];
const rowOf = (anchor: string, options: Partial<CorpusOptions> = {}) =>
  build(options).items.find((row) => row.anchor === anchor);
const flags = () => build().flagged.map(({ item, reason }) => `${item}: ${reason}`);
/** What points where from a row. */
const edges = (anchor: string) => rowOf(anchor)?.found_refs?.map(({ kind, to, line }) => `${kind} ${to} ${line}`);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "footnote-all-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("tero's rows come value for value, in the same order; those of other sources give way", () => {
  put(
    "docs/rfcs/RFC-0007-Swaps.md",
    "# RFC-0007\n\n| **Status** | Draft |\n\nText [a](x.md).\n\n## Terms\n\n## Terms\n",
  );
  put("docs/plain.md", "# Plain\n");
  put("research/T1.md", "# T\n");
  put("tools/github/issues.yaml", "issues:\n  - id: M-1\n    title: One\n    labels: [status:todo]\n");
  put("tools/github/idmap.tsv", "M-1\t41\n");
  put("CHANGELOG.md", "## 1.0\n### M-1 done\n");
  put(".claude/skills/guard/SKILL.md", "---\nname: guard\n---\n");
  // Alone, this one would be `plain`.
  put("plain.md", "# Other\n");
  put("skills/guard/SKILL.md", "---\nname: guard\n---\n");
  const all = JSON.parse(indexJson(build())) as { items: Record<string, unknown>[] };
  const reference = JSON.parse(indexJson(buildCorpus(root))) as { items: Record<string, unknown>[] };
  const anchors = new Set(reference.items.map(({ anchor }) => anchor));
  const added = ["end_line", "digest", "found_refs", "found_more"];
  expect(
    all.items
      .filter(({ anchor }) => anchors.has(anchor))
      .map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !added.includes(key)))),
  ).toEqual(reference.items);
  expect(all.items.filter(({ anchor }) => !anchors.has(anchor)).map(({ anchor, file }) => [anchor, file])).toEqual([
    ["plain-2", "plain.md"],
    ["sk--skills-guard-skill", "skills/guard/SKILL.md"],
  ]);
});

test("the index says how to read it, where its repository is, and what all of its rows are", () => {
  put("docs/a.md", "# A\n\nText.\n\n## B\n");
  const { generated: _, items, ...top } = build();
  expect(top).toEqual({
    item_tag: "Empirical/Declared",
    siblings: [],
    schema: "footnote-corpus-1",
    root: "../..",
    digest: expect.stringMatching(/^[0-9a-f]{32}$/) as never,
    flagged: [],
  });
  expect(items.map(({ line, end_line }) => [line, end_line])).toEqual([
    [1, 3],
    [5, 5],
  ]);
  appendFileSync(join(root, "docs/a.md"), "More.\n");
  const again = build();
  expect(again.digest).not.toBe(top.digest);
  expect(again.items.map(({ digest }, at) => digest === items[at]?.digest)).toEqual([true, false]);
  expect(build({ folder: root }).root).toBe(".");
});

test("rowsInFile() gives the same lines and digests as the index", () => {
  put("docs/a.md", "# A\n## B\n");
  put("README.md", "# A\n## B\n");
  put("guide/a.rst", "A\n=\n\nB\n-\n");
  put("src/a.ts", "/** A. */\nexport const a = 1;\n\n/** B. */\nexport const b = 2;\n");
  put("issues.json", '[{"number":1,"title":"a"}]');
  for (const row of build().items) {
    const text = new TextDecoder().decode(readFileSync(join(root, row.file)));
    const alone = rowsInFile({ path: row.file, text }, row.family).find(({ anchor }) => anchor === row.anchor);
    expect([alone?.line, alone?.end_line, alone?.digest, alone?.title]).toEqual([
      row.line,
      row.end_line,
      row.digest,
      row.title,
    ]);
  }
});

describe("which files are read", () => {
  test("all but what Git ignores, what is built, hidden, vendored, or of another repository", () => {
    put(".gitignore", "*.tmp.md\n/private/\n");
    put("sub/.gitignore", "!kept.tmp.md\n");
    const none = [
      "a.tmp.md",
      "private/a.md",
      ".hidden/a.md",
      "node_modules/p/README.md",
      "x/target/a.md",
      "vendor/a.md",
      "dist/a.md",
      "build/a.md",
      "tests/fixtures/a.md",
      "other/a.md",
    ];
    const some = [".claude/CLAUDE.md", ".github/CONTRIBUTING.md", "README.md", "sub/kept.tmp.md", "sub/private/a.md"];
    for (const path of [...none, ...some]) put(path, "# A\n");
    put("other/.git", "gitdir: elsewhere\n");
    expect(filesOf()).toEqual(some);
  });

  test("--include and --exclude choose, and push no anchor aside", () => {
    put("docs/a/z.md", "# Z\n");
    put("docs/b/z.md", "# Z\n");
    put("lib/a.py", '"""D."""\n');
    put("lib/README.md", "# R\n");
    expect(filesOf({ exclude: ["*.py", "docs/a/**"] })).toEqual(["docs/b/z.md", "lib/README.md"]);
    expect(rowOf("z-2", { exclude: ["docs/a/**"] })?.file).toBe("docs/b/z.md");
    expect(filesOf({ include: ["lib/**"] })).toEqual(["lib/README.md", "lib/a.py"]);
  });

  test("the index itself is none, wherever it is", () => {
    put("index/INDEX.md", "# Index\n");
    put("index/README.md", "# R\n");
    expect(filesOf({ folder: join(root, "index") })).toEqual(["index/README.md"]);
  });

  test("an issue list in tero's place but in another form is read as any other", () => {
    put("tools/github/issues.yaml", "- id: A-1\n  title: One\n");
    expect(rowOf("A-1")).toMatchObject({ family: "issue", title: "One", line: 1 });
  });
});

test("decision records in docs/ get the id and the status that tero's reading lacks", () => {
  put("docs/adr/0007-use-x.md", "# Use X\n\n## Status\n\nAccepted\n");
  put("docs/adr/0008-use-y.md", "# Use Y\n");
  expect(rowOf("0007-use-x")).toMatchObject({ kind: "adr", id: "ADR-0007", status: "Accepted" });
  expect(flags()).toEqual([expect.stringMatching(/^docs\/adr\/0008-use-y\.md: adr document has no/)]);
});

test("an id by the operator's pattern, where there is none", () => {
  put("docs/a.md", "# A\n\n## REQ-12 Lanes\n");
  put("docs/RFC-1-x.md", "# REQ-3\n");
  expect(build({ idPattern: "REQ-\\d+" }).items.map(({ id }) => id)).toEqual(["RFC-1", undefined, "REQ-12"]);
});

describe("edges that are found", () => {
  test("links between files, by way, fragment, label; in code there are none", () => {
    put(
      "docs/guide.md",
      [
        "# Guide",
        "",
        "See [lanes](../lib/lanes.md#how-they-swap), [all](../lib/), [home](/README.md?x#none).",
        "`[no](../README.md)`",
        "```",
        "[no](../README.md)",
        "```",
        "[out](../../../etc/passwd) [web](https://a.b/README.md) [self](#guide)",
        "## Part",
        "[r]: <../README.md>",
      ].join("\n"),
    );
    put("README.md", "# Home\n");
    put("lib/README.md", "# Lib\n");
    put(
      "lib/lanes.md",
      "# Lanes\n## How they *swap*\n## How they swap\n[second](#how-they-swap-1) [up](../docs/guide.md#part)\n",
    );
    put("lib/more.rst", ".. _here:\n\nMore\n====\n\n:ref:`there` :doc:`other`\n");
    put("lib/other.rst", "Other\n=====\n\n.. _there:\n\nThere\n-----\n\n`x <more.rst>`_\n");
    put("lib/book.adoc", "= Book\n\n<<_some_part>> xref:lanes.md[]\n\n== Some part\n");
    expect(edges("guide")).toEqual(["link lib-lanes--how-they-swap 3", "link lib-readme 3", "link readme 3"]);
    expect(edges("guide--part")).toEqual(["link readme 10"]);
    expect(edges("lib-lanes--how-they-swap-2")).toEqual(["link guide--part 4"]);
    expect(edges("lib-more")).toEqual(["link lib-other 6", "link lib-other--there 6"]);
    expect(edges("lib-other--there")).toEqual(["link lib-more 9"]);
    expect(edges("lib-book")).toEqual(["link lib-lanes 3", "link lib-book--some-part 3"]);
  });

  test("ids that belong to one row: zeros do not count, a changelog's do last, what is declared or the document itself is none", () => {
    put("docs/RFC-0007-a.md", "# RFC-0007\n\nRFC-0007 again.\n\n## Part\n\nRFC-7, M-12, RFC-8, X-1, #41 and M-12.\n");
    put("docs/RFC-0008-a.md", "# RFC-0008\n");
    put("docs/x/RFC-0008-b.md", "# RFC-0008\n");
    put(
      "tools/github/issues.yaml",
      "issues:\n  - id: M-12\n    title: One\n    depends_on: [M-13]\n    body: |\n      After M-13, as RFC-7 says.\n  - id: M-13\n    title: Two\n",
    );
    put("tools/github/idmap.tsv", "M-13\t41\n");
    put("CHANGELOG.md", "## 1.0\n### RFC-0007 is in\n### DN-3\n");
    put("src/a.py", '"""Does RFC-7.\n\nDN-3."""\n');
    expect(edges("rfc-0007-a")).toBeUndefined();
    expect(edges("rfc-0007-a--part")).toEqual(["mention M-12 7", "mention M-13 7"]);
    expect(edges("M-12")).toEqual(["mention rfc-0007-a 6"]);
    expect(edges("cl--rfc-0007-is-in")).toEqual(["mention rfc-0007-a 2"]);
    expect(edges("src-a-py--a")).toEqual(["mention rfc-0007-a 1", "mention cl--dn-3 3"]);
  });

  test("what replaces what, from the document that says it", () => {
    put("adr/0007-x.md", "# X\n\n## Status\n\nSuperseded by [ADR-9](0009-y.md)\n");
    put("adr/0009-y.md", "# Y\n\n- Status: Accepted\n- Supersedes: ADR-7\n\nIt was not superseded by ADR-10.\n");
    put("adr/0010-z.md", "# Z\n");
    expect(edges("adr-0007-x")).toEqual(["superseded_by adr-0009-y 5"]);
    expect(edges("adr-0009-y")).toEqual(["supersedes adr-0007-x 4", "mention adr-0010-z 6"]);
  });

  test("64 of a row are kept, and the others counted", () => {
    const ids = Array.from({ length: 100 }, (_, at) => `M-${at + 1}`);
    put("tools/github/issues.yaml", ["issues:", ...ids.flatMap((id) => [`  - id: ${id}`, `    title: t`])].join("\n"));
    put("README.md", `# R\n\n${ids.join(" ")}\n`);
    expect([rowOf("readme")?.found_refs?.length, rowOf("readme")?.found_more]).toEqual([64, 36]);
  });
});

describe("what cannot be read is flagged", () => {
  test("bytes, size, front matter", () => {
    put("docs/latin.md", Buffer.from("# caf\xe9", "latin1"));
    put("docs/fine.md", "# Fine\n");
    put("zeros.md", Buffer.from([35, 32, 0, 65]));
    put("big.md", Buffer.alloc(16 * 1024 * 1024 + 1, "a"));
    put("front.md", "---\n\tx: [\n---\n# Front\n");
    expect(flags()).toEqual([
      "big.md: file is too large (16777217 bytes; the limit is 16777216) — no rows",
      "docs/latin.md: file is not UTF-8 — no rows",
      expect.stringMatching(/^front\.md: front matter is no YAML \(.+\)$/),
      "zeros.md: file is binary — no rows",
    ]);
    expect(filesOf()).toEqual(["docs/fine.md", "front.md"]);
  });

  test("links that lead out of the repository are not followed, those within it are", () => {
    const outside = mkdtempSync(join(tmpdir(), "footnote-out-"));
    writeFileSync(join(outside, "secret.md"), "# Secret\n");
    put("docs/a.md", "# A\n");
    put("more/b.md", "# B\n");
    symlinkSync(outside, join(root, "docs/out"));
    symlinkSync(join(outside, "secret.md"), join(root, "docs/secret.md"));
    symlinkSync(join(outside, "secret.md"), join(root, "README.md"));
    symlinkSync(join(root, "more"), join(root, "docs/in"));
    symlinkSync(join(root, "docs"), join(root, "docs/round"));
    symlinkSync("loop", join(root, "docs/loop"));
    expect(filesOf()).toEqual(["docs/a.md", "docs/in/b.md", "more/b.md"]);
    expect(flags()).toEqual([
      "docs/out: link leads out of the repository — not followed",
      "docs/secret.md: link leads out of the repository — not followed",
    ]);
    rmSync(outside, { recursive: true });
  });

  test("folders within each other without end, and pipes", () => {
    put(`${"d/".repeat(70)}a.md`, "# A\n");
    Bun.spawnSync(["mkfifo", join(root, "README.md")]);
    expect(flags()).toEqual([`${"d/".repeat(65).slice(0, -1)}: folder lies more than 64 deep — not read`]);
  });

  test("a repository that is not there is named", () => {
    root = join(root, "nowhere");
    expect(() => build()).toThrow("nowhere");
  });
});

test("building again after any edits gives what a new build gives", () => {
  const places = [
    "docs/a.md",
    "docs/b/RFC-0007-x.md",
    "README.md",
    "lib/a.rst",
    "src/a.rs",
    "issues.json",
    "adr/0001-a.md",
    "CHANGELOG.md",
    ".gitignore",
    "tools/github/issues.yaml",
  ];
  const texts = [
    "# A\n\nRFC-7 [b](../README.md)\n\n## B\n",
    "A\n=\n\nB\n-\n",
    "/// D.\npub fn a() {}\n",
    '[{"number":7,"title":"A","body":"ADR-1"}]',
    "issues:\n  - id: RFC-0007\n    title: x\n",
    "## 1.0\n### RFC-7\n",
    "src/\n",
    "\xff",
    "",
  ];
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.tuple(fc.constantFrom(...places), fc.option(fc.constantFrom(...texts))), { maxLength: 4 }), {
        minLength: 1,
        maxLength: 4,
      }),
      (rounds) => {
        rmSync(root, { recursive: true, force: true });
        mkdirSync(root);
        const folder = join(root, "index");
        const kept = new CorpusBuild(root, { folder });
        for (const edits of rounds) {
          for (const [path, text] of edits) {
            if (text === null) rmSync(join(root, path), { force: true });
            else put(path, text === "\xff" ? Buffer.from([0xff]) : text);
          }
          expect(indexJson(kept.build())).toBe(indexJson(new CorpusBuild(root, { folder }).build()));
        }
      },
    ),
    { numRuns: 60 },
  );
});
